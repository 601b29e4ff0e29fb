import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useWatch } from 'react-hook-form';
import { call } from '../../providers/calls/call';
import { callKey } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { addReportSchedule, reportSchedulesList } from '../../schemas/calls/report-schedules';
import { dayRanges } from '../../schemas/kit/day-ranges';
import { fileFormats, frequencies, scheduledRanges, weekdays } from '../../schemas/kit/report-schedule';
import type { ReportSpec } from '../../schemas/kit/report';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';

interface Entered {
  readonly name: string;
  readonly range: (typeof scheduledRanges)[number];
  readonly frequency: (typeof frequencies)[number];
  readonly weekday: number;
  readonly month_day: number;
  readonly hour: number;
  readonly format: (typeof fileFormats)[number] | 'none';
  readonly user_ids: string[];
}
const frequencyNames = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const;
const formatNames = { xlsx: 'XLSX, with the filters on a second sheet', csv: 'CSV' } as const;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));
const monthDays = Array.from({ length: 28 }, (_, at) => ({ value: at + 1, label: `Day ${at + 1}` }));

/** Sends the report as it is on the page, tab, rows and filters, with days that move along. */
export default function ScheduleDialog({
  spec,
  title,
  onClose,
}: {
  spec: ReportSpec;
  title: string;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const { search } = useLocation();
  const me = useSession()?.persisted.id;
  const ranges = spec.single ? (['today', 'yesterday'] as const) : scheduledRanges;
  const values: Entered = {
    name: title.slice(0, 80),
    range: 'yesterday',
    frequency: 'daily',
    weekday: 1,
    month_day: 1,
    hour: 9,
    format: 'xlsx',
    user_ids: me ? [String(me)] : [],
  };
  const form = useScreenForm<Entered>({
    id: 'rs',
    values,
    save: async ({ weekday, month_day, frequency, format, ...entered }) => {
      const { message } = await call(addReportSchedule, {
        ...entered,
        report: spec.name,
        address: keptAddress(search),
        frequency,
        ...(format === 'none' ? {} : { format }),
        ...(frequency === 'weekly' ? { weekday } : {}),
        ...(frequency === 'monthly' ? { month_day } : {}),
      });
      toasts.success(message ?? 'Report scheduled.');
      void client.invalidateQueries({ queryKey: callKey(reportSchedulesList) });
      onClose();
    },
  });
  const frequency = useWatch({ control: form.control, name: 'frequency' });
  return (
    <Modal
      open
      width={480}
      title="Send this report by email"
      okText="Schedule"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="name" label="Name" required="Enter a name.">
          {(input) => <Input {...input} maxLength={80} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="range" label="Days" help="Counted on the day it is sent.">
          {(input) => <Select {...input} options={ranges.map((value) => ({ value, label: dayRanges[value] }))} />}
        </FormField>
        <FormField form={form} name="frequency" label="Sent">
          {(input) => <Select {...input} options={frequencies.map((value) => ({ value, label: frequencyNames[value] }))} />}
        </FormField>
        {frequency === 'weekly' ? (
          <FormField form={form} name="weekday" label="On">
            {(input) => <Select {...input} options={weekdays.map((label, at) => ({ value: at + 1, label }))} />}
          </FormField>
        ) : null}
        {frequency === 'monthly' ? (
          <FormField form={form} name="month_day" label="On">
            {(input) => <Select {...input} options={monthDays} />}
          </FormField>
        ) : null}
        <FormField form={form} name="hour" label="At" help="The organisation's time zone.">
          {(input) => <Select {...input} options={hours} />}
        </FormField>
        <FormField form={form} name="format" label="File attached" help="For those who may export this report.">
          {(input) => (
            <Select
              {...input}
              options={[...fileFormats.map((value) => ({ value, label: formatNames[value] })), { value: 'none', label: 'None' }]}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="user_ids"
          label="To"
          required="Choose who gets it."
          help="Each of them gets the numbers that they may see themselves."
        >
          {({ id, value, onChange }) => <ColleaguesSelect id={id} value={value} onChange={onChange} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}

/** The report's address without its days, which the schedule has, and without what only the screen needs. */
function keptAddress(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !['from', 'to', 'sort', 'heat'].includes(name));
  return new URLSearchParams(kept).toString();
}
