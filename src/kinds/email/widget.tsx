import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  return (
    <Input
      {...inputProps(props)}
      type="email"
      value={textOf(props.value)}
      maxLength={props.at.field.maxLength}
      onChange={(event) => props.onChange(event.target.value.trim() || undefined)}
    />
  );
}
