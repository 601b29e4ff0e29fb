import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange } = props;
  return (
    <Input
      {...inputProps(props)}
      value={textOf(value)}
      maxLength={at.field.maxLength}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}
