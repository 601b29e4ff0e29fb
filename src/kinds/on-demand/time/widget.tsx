import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import './time.css';

/** The browser's own time input. */
export const widget = (props: WidgetProps): ReactNode => (
  <Input
    {...inputProps(props)}
    type="time"
    className="p-time"
    value={textOf(props.value)}
    onChange={({ target }) => props.onChange(target.value || undefined)}
  />
);
