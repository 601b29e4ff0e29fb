import { Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useMayDo } from '../../providers/rights';
import { counsellorAllocate } from '../../schemas/calls/rule-allocation';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { Shares } from '../../ui/leads/shares';
import { ActDialog, useActJob } from './act-dialog';
import { useActPreview } from './act-preview';
import type { ManyLeads } from './many-leads';

interface NewOwners {
  readonly user_ids: string[];
  readonly rule_id: string | undefined;
  readonly reason: string;
}
const empty: NewOwners = { user_ids: [], rule_id: undefined, reason: '' };
const ways = ['To users', 'By allocation rule'] as const;

/** New owners for the selected leads: one user, several by round robin, or the user that an allocation rule chooses. */
export function ReassignMany({ leads, onClose }: { leads: ManyLeads; onClose: (done: boolean) => void }): ReactNode {
  const job = useActJob(leads);
  const mayRule = useMayDo(counsellorAllocate)('update');
  const [way, setWay] = useState<(typeof ways)[number]>(ways[0]);
  const byRule = way === ways[1];
  const form = useScreenForm<NewOwners>({
    id: 'ld',
    values: empty,
    save: ({ reason, ...who }) => {
      const said = reason.trim() ? { reason: reason.trim() } : {};
      return job.start({ act: 'reassign', values: { ...ownersIn(byRule, who), ...said } });
    },
  });
  const [chosen, rule] = useWatch({ control: form.control, name: ['user_ids', 'rule_id'] });
  const isChosen = byRule || chosen.length > 0;
  const values = ownersIn(byRule, { user_ids: chosen, rule_id: rule });
  const preview = useActPreview(leads.rows, isChosen && !job.id ? { act: 'reassign', values } : undefined);
  return (
    <ActDialog
      title={`Re-assign ${leads.text}`}
      okText="Re-assign"
      form={form}
      job={job}
      disabled={!isChosen}
      preview={preview}
      happens={byRule ? 'can be re-assigned' : 'will be re-assigned'}
      onClose={onClose}
    >
      {mayRule ? <Segmented aria-label="How" value={way} options={[...ways]} onChange={setWay} /> : null}
      {byRule ? (
        <FormField form={form} name="rule_id" label="Rule">
          {({ id, value, onChange, status }) => (
            <ReferenceSelect
              id={id}
              resource="counsellor-rules"
              value={value}
              status={status}
              allowClear
              placeholder="The first rule that each lead matches"
              onChange={(next) => onChange(typeof next === 'string' ? next : undefined)}
            />
          )}
        </FormField>
      ) : (
        <>
          <FormField form={form} name="user_ids" label="New owner">
            {({ id, value, onChange }) => (
              <ColleaguesSelect id={id} value={value} placeholder="Select one or more users" onChange={onChange} />
            )}
          </FormField>
          <Shares to={chosen} count={leads.count} />
        </>
      )}
      <FormField form={form} name="reason" label="Reason">
        {(input) => <Input {...input} maxLength={300} placeholder="Shown in the owner history" />}
      </FormField>
      <p className="p-quiet">You can undo this for 72 hours.</p>
    </ActDialog>
  );
}

/** Who gets the leads, as the call takes it. */
const ownersIn = (byRule: boolean, { user_ids, rule_id }: Omit<NewOwners, 'reason'>) =>
  byRule ? { by: 'rule', ...(rule_id ? { rule_id } : {}) } : { user_ids };
