import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { inputProps } from './input-props';
import type { WidgetProps } from './kind-parts';

/** The limits are told by the validator after the fact: a control that changes a typed number by itself loses data quietly. */
export function NumberInput({ whole, ...props }: WidgetProps & { whole: boolean }): ReactNode {
  const { value, onChange } = props;
  return (
    <InputNumber
      {...inputProps(props)}
      className="p-number"
      inputMode={whole ? 'numeric' : 'decimal'}
      controls={false}
      value={typeof value === 'number' || typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}
