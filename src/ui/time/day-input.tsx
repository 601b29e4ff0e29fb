import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { FieldInput } from '../forms/form-field';
import './monday-first';

/** One day as the control of a form field: `YYYY-MM-DD`, never empty. */
export function DayInput({
  input: { value, onChange, ...input },
  from,
  to,
}: {
  input: FieldInput<string>;
  /** The first and the last day that can be chosen. */
  from?: string;
  to?: string;
}): ReactNode {
  return (
    <DatePicker
      {...input}
      className="p-select"
      format="D MMM YYYY"
      allowClear={false}
      {...(from ? { minDate: dayjs(from) } : {})}
      {...(to ? { maxDate: dayjs(to) } : {})}
      value={dayjs(value)}
      onChange={(day) => day && onChange(day.format('YYYY-MM-DD'))}
    />
  );
}
