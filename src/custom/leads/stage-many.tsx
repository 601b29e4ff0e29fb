import { useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useLeadStages } from '../../providers/calls/lead-calls';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { mayPlanAt } from '../../ui/leads/may-plan-at';
import { MomentField } from '../../ui/time/moment-field';
import { serverNow } from '../../ui/time/server-clock';
import { ActDialog, useActJob } from './act-dialog';
import { useActPreview } from './act-preview';
import type { ManyLeads } from './many-leads';

interface NewStage {
  readonly stage_id: string | undefined;
  readonly sub_stage: string | undefined;
  /** ISO with Z. */
  readonly from: string | null;
  readonly to: string | null;
  readonly message: string;
}
const empty: NewStage = { stage_id: undefined, sub_stage: undefined, from: null, to: null, message: '' };

/** One stage for the selected leads. Where it needs a follow-up, the times are spread evenly over a window. */
export default function StageMany({ leads, onClose }: { leads: ManyLeads; onClose: (done: boolean) => void }): ReactNode {
  const client = useQueryClient();
  const job = useActJob(leads);
  const stages = useLeadStages().data ?? [];
  const form = useScreenForm<NewStage>({
    id: 'stage',
    values: empty,
    check: ({ from, to }) => (from && to && to < from ? { to: 'The window ends before it begins' } : {}),
    save: async ({ message, ...asked }) => {
      for (const at of [asked.from, asked.to]) if (at && !(await mayPlanAt(client, at))) return;
      await job.start({ act: 'stage', values: { ...stageIn(asked), ...(message.trim() ? { message: message.trim() } : {}) } });
    },
  });
  const [id, sub_stage, from, to] = useWatch({ control: form.control, name: ['stage_id', 'sub_stage', 'from', 'to'] });
  const stage = stages.find((one) => one.id === id);
  const subs = (stage?.sub_stages ?? []).filter(({ status }) => status !== 0).map(({ name }) => name);
  const needsTime = Boolean(stage?.followup_required);
  const isEnough = stage && (sub_stage || !stage.sub_stage_required) && (from || !needsTime);
  const act = { act: 'stage', values: stageIn({ stage_id: id, sub_stage, from, to }) };
  const preview = useActPreview(leads.rows, isEnough && !job.id ? act : undefined);
  return (
    <ActDialog
      title={`Change the stage of ${leads.text}`}
      okText="Change stage"
      form={form}
      job={job}
      undoes={false}
      disabled={!stage}
      preview={preview}
      happens="will get the stage"
      onClose={onClose}
    >
      <FormField form={form} name="stage_id" label="Stage" required="Choose a stage">
        {(input) => (
          <Select
            {...input}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Select stage"
            options={stages.map((one) => ({ value: one.id, label: one.stage_name }))}
            onChange={(next) => {
              input.onChange(next);
              form.setValue('sub_stage', undefined);
            }}
          />
        )}
      </FormField>
      {subs.length ? (
        <FormField
          form={form}
          name="sub_stage"
          label="Sub Stage"
          required={stage?.sub_stage_required ? 'Choose a sub stage' : undefined}
        >
          {(input) => <Select {...input} allowClear options={subs.map((name) => ({ value: name, label: name }))} />}
        </FormField>
      ) : null}
      {stage ? (
        <>
          <FormField
            form={form}
            name="from"
            label={needsTime ? 'First followup' : 'First followup (optional)'}
            required={needsTime ? `${stage.stage_name} needs a follow-up` : undefined}
            check={(at) => (at && Date.parse(at) < serverNow() - 60_000 ? 'Choose a time that is still to come' : undefined)}
          >
            {({ id: field, value, onChange, ref, status }) => (
              <MomentField id={field} ref={ref} value={value} onChange={onChange} invalid={status === 'error'} />
            )}
          </FormField>
          <FormField
            form={form}
            name="to"
            label="Last followup (optional)"
            help="Follow-ups are spread evenly between the two times, each for the lead’s owner."
          >
            {({ id: field, value, onChange, ref, status }) => (
              <MomentField id={field} ref={ref} value={value} onChange={onChange} invalid={status === 'error'} />
            )}
          </FormField>
        </>
      ) : null}
      <FormField form={form} name="message" label="Comment">
        {(input) => <Input {...input} maxLength={500} placeholder="Shown in each lead’s history" />}
      </FormField>
      <p className="p-quiet">
        Leads that the stage’s rules refuse are skipped, with the reason. A stage change cannot be undone.
      </p>
    </ActDialog>
  );
}

/** The stage and its times as the call takes them. */
const stageIn = ({ stage_id, sub_stage, from, to }: Omit<NewStage, 'message'>) => ({
  stage_id,
  ...(sub_stage ? { sub_stage } : {}),
  ...(from ? { from, ...(to ? { to } : {}) } : {}),
});
