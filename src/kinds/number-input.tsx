import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { inputProps } from './input-props';
import type { WidgetProps } from './kind-parts';

/** Limits are checked by the validator afterwards: a control that corrects a typed number silently loses data. */
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
