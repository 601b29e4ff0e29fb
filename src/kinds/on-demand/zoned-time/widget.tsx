import { Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { tenantZone } from '../../../ui/time/clock';
import { timeZones } from '../../../ui/time/time-zones';
import { inputProps } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { clockParts } from '../time/clock';
import './zoned-time.css';

/** The browser's own time input and a zone, which begins with the organisation's. */
export function widget(props: WidgetProps): ReactNode {
  const { value, onChange, disabled } = props;
  const { clock = '', zone } = clockParts(value);
  const [chosen, setChosen] = useState<string>();
  const now = zone ?? chosen ?? tenantZone();
  return (
    <span className="p-zoned-time">
      <Input
        {...inputProps(props)}
        type="time"
        value={clock}
        onChange={({ target }) => onChange(target.value ? `${target.value} ${now}` : undefined)}
      />
      <Select
        aria-label="Time zone"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled ?? false}
        value={now}
        options={timeZones()}
        onChange={(next: string) => {
          setChosen(next);
          if (clock) onChange(`${clock} ${next}`);
        }}
      />
    </span>
  );
}
