import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../halves';

/** Never shown: an empty field leaves what is stored as it is. */
export function widget(props: WidgetProps): ReactNode {
  const stored = props.record['row_version'] !== undefined;
  return (
    <Input.Password
      {...inputProps(props)}
      autoComplete="new-password"
      placeholder={stored ? 'Leave empty to keep it' : props.placeholder}
      value={textOf(props.value)}
      maxLength={props.at.field.maxLength}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  );
}
