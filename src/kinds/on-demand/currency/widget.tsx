import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { inputProps } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { codeOf } from './kind';
import { signOf } from './money';

/** Too many decimals are an error and are never cut off: a control that corrects what is typed loses data. */
export function widget(props: WidgetProps): ReactNode {
  const { value, onChange, at } = props;
  return (
    <InputNumber
      {...inputProps(props)}
      className="p-number"
      inputMode="decimal"
      controls={false}
      prefix={signOf(codeOf(at))}
      value={typeof value === 'number' ? value : null}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}
