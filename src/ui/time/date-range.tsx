import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { dayPresets, presetsAhead, type Days } from './day-presets';
import { today } from './today';
import './monday-first';

/** A range of days up to today or a later day, with common ranges as buttons. */
export function DateRange({
  value,
  onChange,
  latest = today(),
}: {
  value: Days;
  onChange: (days: Days) => void;
  latest?: string;
}): ReactNode {
  const now = today();
  return (
    <DatePicker.RangePicker
      aria-label="Dates"
      placeholder={['Select Date...', 'Select Date...']}
      format="D MMM YYYY"
      allowClear={false}
      value={[dayjs(value[0]), dayjs(value[1])]}
      maxDate={dayjs(latest)}
      presets={[...dayPresets(now), ...(latest > now ? presetsAhead(now) : [])].map(({ label, days: [from, to] }) => ({
        label,
        value: [dayjs(from), dayjs(to)],
      }))}
      onChange={(days) => {
        if (days?.[0] && days[1]) onChange([days[0].format('YYYY-MM-DD'), days[1].format('YYYY-MM-DD')]);
      }}
    />
  );
}
