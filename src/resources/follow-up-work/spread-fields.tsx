import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { spread, useSpreadPlan } from '../../providers/calls/follow-up-calls';
import type { RowsMeant } from '../../providers/calls/list-work';
import type { SpreadPlan } from '../../schemas/calls/follow-up-work';
import { counted } from '../../schemas/kit/counted';
import { FormField } from '../../ui/forms/form-field';
import type { ScreenForm } from '../../ui/forms/use-screen-form';
import { messageOf } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';
import type { Asked } from './follow-up-work-dialog';

/** Starts it; the job's id. */
export async function spreadJob(rows: RowsMeant, { call_date_time: from, every_min }: Asked): Promise<string> {
  const { job_id: id } = await spread(rows, { from: from ?? '', every_min: every_min ?? 0 });
  return id ?? '';
}

/** Minutes between two follow-ups, and what comes of it. */
export function SpreadFields({ form, rows }: { form: ScreenForm<Asked>; rows: RowsMeant }): ReactNode {
  const from = useWatch({ control: form.control, name: 'call_date_time' });
  const every = useWatch({ control: form.control, name: 'every_min' });
  const plan = usePlan(rows, from, every);
  return (
    <>
      <FormField form={form} name="every_min" label="Minutes between two" required="Enter the minutes.">
        {({ id, value, onChange, ref, status }) => (
          <InputNumber id={id} ref={ref} min={1} max={1440} precision={0} status={status} value={value} onChange={onChange} />
        )}
      </FormField>
      <p role="status">{plan}</p>
    </>
  );
}

/** What would happen, in words: the server says so before anything changes. */
function usePlan(rows: RowsMeant, from: string | null, every: number | null): string {
  const { data, error } = useSpreadPlan(rows, from, every);
  if (!from || !every) return '';
  return error ? messageOf(error) : data ? textOf(data) : '';
}

const textOf = ({ count, people, first, last }: SpreadPlan): string =>
  `${counted(count, 'follow-up')}${people > 1 ? ` of ${people} people` : ''}: first ${shortTime(first, { hour: true })}, last ${shortTime(last, { hour: true })}.`;
