import { Select } from 'antd';
import type { ReactNode } from 'react';
import { choicesOf } from '../choice-text';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange } = props;
  const { status, autoComplete: _, ...rest } = inputProps(props);
  const options = choicesOf(at);
  return (
    <Select
      {...rest}
      placeholder={rest.placeholder ?? 'Select'}
      status={status}
      options={options}
      value={value ?? []}
      mode="multiple"
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      onChange={(next) => onChange(Array.isArray(next) && next.length ? next : undefined)}
    />
  );
}
