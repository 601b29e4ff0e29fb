import type { ReactNode } from 'react';
import { Input } from 'antd';
import { inputProps, textOf } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { value, onChange, disabled } = props;
  return (
    <span className="p-color">
      <input
        type="color"
        aria-label="Pick a colour"
        disabled={disabled}
        value={/^#[0-9a-f]{6}$/i.test(textOf(value)) ? textOf(value) : '#888888'}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
      />
      <Input
        {...inputProps(props)}
        value={textOf(value)}
        placeholder="#3b82c4"
        maxLength={7}
        allowClear
        onChange={(event) => onChange(event.target.value.toLowerCase() || undefined)}
      />
    </span>
  );
}
