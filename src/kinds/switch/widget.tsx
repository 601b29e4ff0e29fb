import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { has } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { kind } from './kind';
import './switch.css';

export function widget({ id, at, value, onChange, disabled, describedBy, invalid }: WidgetProps): ReactNode {
  const on = value === true || Number(value) === 1;
  const boolean = has(at.field, 'boolean');
  return (
    <span className="p-switch">
      <Switch
        id={id}
        checked={on}
        disabled={disabled ?? false}
        onChange={(next) => onChange(boolean ? next : next ? 1 : 0)}
        aria-describedby={describedBy}
        aria-invalid={invalid ? true : undefined}
      />
      <span className="p-quiet">{kind.text(on ? 1 : 0, at)}</span>
    </span>
  );
}
