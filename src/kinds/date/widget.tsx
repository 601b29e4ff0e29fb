import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import './date.css';

/** The browser's own date input: it suits the device, and no code has to load. */
export function widget(props: WidgetProps): ReactNode {
  return (
    <Input
      {...inputProps(props)}
      type="date"
      className="p-date"
      value={textOf(props.value).slice(0, 10)}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  );
}
