import { Input } from 'antd';
import type { ReactNode } from 'react';
import { localInput, momentOf } from '../../ui/time/dates';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import './datetime.css';

/** Local time of the tenant's zone in the input, ISO with Z in the record. */
export function widget(props: WidgetProps): ReactNode {
  return (
    <Input
      {...inputProps(props)}
      type="datetime-local"
      className="p-date"
      value={localInput(props.value)}
      onChange={(event) => {
        const [day = '', clock = ''] = event.target.value.split('T');
        props.onChange(day && clock ? momentOf(day, clock) : undefined);
      }}
    />
  );
}
