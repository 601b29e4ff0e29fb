import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, InputNumber, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { spread } from '../../providers/calls/follow-up-calls';
import { rememberChange } from '../../providers/remembered-change';
import { startBulk, type RowsMeant } from '../../providers/calls/list-work';
import { newKey } from '../../providers/calls/new-key';
import { JobProgress } from '../list/job-progress';
import { SpreadPlanText } from './spread-plan';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ColleagueSelect } from '../../ui/fields/colleague-select';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { FollowUpTimeField } from '../../ui/leads/follow-up-time';
import { mayPlanAt } from '../../ui/leads/may-plan-at';
import { serverNow } from '../../ui/time/server-clock';

export type FollowUpWork = 'reassign' | 'reschedule' | 'spread' | 'done';
export interface MeantFollowUps {
  readonly rows: RowsMeant;
  /** '3 follow-ups' */
  readonly text: string;
}
interface Asked {
  readonly user_id: string | undefined;
  readonly call_date_time: string | null;
  readonly every_min: number | null;
  readonly reason: string;
}
const empty: Asked = { user_id: undefined, call_date_time: null, every_min: 10, reason: '' };
const words = {
  reassign: { title: 'Re-assign', note: 'They stay due at their times. The leads keep their owners.' },
  reschedule: { title: 'Reschedule', note: 'All of them get this time. Those that are done are skipped.' },
  spread: {
    title: 'Spread',
    note: 'They keep their order. What would be outside a person’s shift starts again when the shift next begins.',
  },
  done: { title: 'Mark done', note: 'Those that are done already are skipped.' },
} as const;

/** Asks for the user, the time or the reason; then follows the job to its end and shows each row's result. */
export function FollowUpWorkDialog({
  work,
  resource,
  meant: { rows, text },
  userId,
  onClose,
}: {
  work: FollowUpWork;
  /** The name of the list's resource. */
  resource: string;
  meant: MeantFollowUps;
  /** The person whose follow-ups they all are, if it is someone else. */
  userId: string | undefined;
  onClose: (started: boolean) => void;
}): ReactNode {
  useFocusBack();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const [job, setJob] = useState<string>();
  const [ref] = useState(newKey);
  const form = useScreenForm<Asked>({
    id: 'rp-follow-ups',
    values: empty,
    save: async (asked) => {
      const { call_date_time: from, every_min: minutes } = asked;
      if (work !== 'spread' && from && !(await mayPlanAt(client, from, userId))) return;
      const started =
        work === 'spread'
          ? await spread(rows, { from: from ?? '', every_min: minutes ?? 0 })
          : await startBulk(resource, rows, changeOf(work, asked), ref);
      if (started.job_id) rememberChange(resource, started.job_id);
      setJob(started.job_id);
    },
  });
  const refresh = (): void => void invalidate({ resource, invalidates: ['resourceAll'] });
  const { title, note } = words[work];
  const close = (): void => onClose(job !== undefined);
  return (
    <Modal
      open
      width={440}
      title={`${title}: ${text}`}
      onCancel={close}
      afterOpenChange={focusFirstField(form.formId)}
      footer={
        job ? (
          <Button type="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="primary" htmlType="submit" form={form.formId} loading={form.saving}>
              {title}
            </Button>
          </>
        )
      }
    >
      {job ? (
        <JobProgress resource={resource} jobId={job} onSettled={refresh} />
      ) : (
        <FormFrame form={form} className="p-form-fields">
          <Fields work={work} form={form} rows={rows} userId={userId} />
          <p className="p-quiet">{note}</p>
        </FormFrame>
      )}
    </Modal>
  );
}

function Fields(props: { work: FollowUpWork; form: ScreenForm<Asked>; rows: RowsMeant; userId: string | undefined }): ReactNode {
  const { work, form, rows, userId } = props;
  const [at, every] = useWatch({ control: form.control, name: ['call_date_time', 'every_min'] });
  return (
    <>
      {work === 'reassign' ? (
        <FormField form={form} name="user_id" label="For" required="Choose a user.">
          {({ id, value, onChange }) => <ColleagueSelect id={id} value={value} placeholder="Select a user" onChange={onChange} />}
        </FormField>
      ) : null}
      {work === 'reschedule' || work === 'spread' ? (
        <FormField
          form={form}
          name="call_date_time"
          label={work === 'spread' ? 'From' : 'Followup Date'}
          required="Choose a time."
          check={pastFault}
        >
          {({ id, value, onChange, ref, status, 'aria-describedby': describedBy }) => (
            <FollowUpTimeField
              id={id}
              ref={ref}
              value={value}
              onChange={onChange}
              invalid={status === 'error'}
              describedBy={describedBy}
              userId={userId}
            />
          )}
        </FormField>
      ) : null}
      {work === 'spread' ? (
        <>
          <FormField form={form} name="every_min" label="Minutes between follow-ups" required="Enter the minutes.">
            {({ id, value, onChange, ref, status }) => (
              <InputNumber id={id} ref={ref} min={1} max={1440} precision={0} status={status} value={value} onChange={onChange} />
            )}
          </FormField>
          <SpreadPlanText rows={rows} from={at} every={every} />
        </>
      ) : null}
      {work === 'done' ? (
        <FormField form={form} name="reason" label="Reason" required="Enter why they are done.">
          {(input) => <Input {...input} maxLength={300} placeholder="Shown in the list" />}
        </FormField>
      ) : null}
    </>
  );
}

function changeOf(work: Exclude<FollowUpWork, 'spread'>, { user_id, call_date_time, reason }: Asked) {
  if (work === 'done') return { action: 'done', values: { reason: reason.trim() } } as const;
  return { action: 'update', values: work === 'reassign' ? { user_id } : { call_date_time } } as const;
}

const pastFault = (at: string | null): string | undefined =>
  at && Date.parse(at) < serverNow() - 60_000 ? 'Choose a time that is still to come.' : undefined;
