import { Switch } from 'antd';
import type { ReactNode } from 'react';
import type { Tenant } from '../../schemas/access-control/tenant';
import { FormField } from '../../ui/forms/form-field';
import { RuleSection } from './rule-section';
import { useRuleForm } from './use-rule-form';

/** Whether pending follow-ups come first, and how many days the timeline shows. */
export function FollowUpRules({ tenant, onSaved }: { tenant: Tenant; onSaved: () => void }): ReactNode {
  const rule = useRuleForm({
    id: 'rules-follow-ups',
    tenant,
    values: {
      enforce_pending_followup: tenant.enforce_pending_followup === true,
      timeline_single_date: tenant.timeline_single_date === true,
    },
    changes: (entered) => entered,
    onSaved,
  });
  const { form } = rule;
  return (
    <RuleSection
      id="follow-ups"
      title="Pending follow-ups and timeline"
      about="How strictly open follow-ups are kept, and what the timeline asks for."
      rule={rule}
      onReload={onSaved}
    >
      <FormField
        form={form}
        name="enforce_pending_followup"
        label="Pending follow-ups first"
        help="A stage that needs a follow-up is saved only once the lead's pending follow-ups are done. A lead has one pending follow-up at a time."
      >
        {({ value, onChange, id }) => <Switch id={id} checked={value} onChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="timeline_single_date"
        label="Timeline shows one day"
        help="The timeline's date filter takes a single day in place of a range."
      >
        {({ value, onChange, id }) => <Switch id={id} checked={value} onChange={onChange} />}
      </FormField>
    </RuleSection>
  );
}
