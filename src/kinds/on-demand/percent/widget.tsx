import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { inputProps } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <InputNumber
      {...inputProps(props)}
      className="p-number"
      inputMode="decimal"
      controls={false}
      suffix="%"
      value={typeof value === 'number' ? value : null}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}
