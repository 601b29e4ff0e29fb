import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Tenant } from '../../schemas/access-control/tenant';
import { FormField } from '../../ui/forms/form-field';
import { RuleSection } from './rule-section';
import { useRuleForm } from './use-rule-form';

type Rule = NonNullable<Tenant['duplicate_rule']>;
const keys: readonly { readonly value: Rule['keys'][number]; readonly label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'alternate_phone', label: 'Alternate phone' },
  { value: 'email', label: 'Email, if the lead has no phone' },
];
const actions: readonly { readonly value: Rule['action']; readonly label: string }[] = [
  { value: 're_enquiry', label: 'Add the enquiry to the lead' },
  { value: 'new', label: 'Create another lead, marked as a duplicate' },
  { value: 'block', label: 'Refuse the enquiry' },
];

/** What happens to an enquiry of a person whose lead exists. */
export function DuplicateRule({ tenant, onSaved }: { tenant: Tenant; onSaved: () => void }): ReactNode {
  const rule = tenant.duplicate_rule ?? { keys: ['phone', 'email'], action: 're_enquiry' };
  const edited = useRuleForm({
    id: 'rules-duplicates',
    tenant,
    values: {
      duplicate_rule: { keys: [...rule.keys], window_days: rule.window_days?.toString() ?? '', action: rule.action },
    },
    check: ({ duplicate_rule: { keys: chosen } }) =>
      chosen.length ? {} : { 'duplicate_rule.keys': 'Choose one or more fields' },
    changes: ({ duplicate_rule: { keys: chosen, window_days: days, action } }) => ({
      duplicate_rule: { keys: chosen, action, ...(days.trim() ? { window_days: Number(days) } : {}) },
    }),
    onSaved,
  });
  const { form } = edited;
  return (
    <RuleSection
      id="duplicates"
      title="Duplicate leads"
      about="What happens when an enquiry arrives by form, API, import or by hand, and there is a lead with the same phone or email."
      rule={edited}
      onReload={onSaved}
    >
      <FormField form={form} name="duplicate_rule.keys" label="Same person by" required>
        {(input) => <Select {...input} mode="multiple" options={[...keys]} />}
      </FormField>
      <FormField
        form={form}
        name="duplicate_rule.window_days"
        label="Within days"
        help="A lead older than this is another enquiry. Leave empty for any age."
        check={wholeFault}
      >
        {(input) => <Input {...input} inputMode="numeric" maxLength={5} placeholder="Any age" />}
      </FormField>
      <FormField form={form} name="duplicate_rule.action" label="Then" required>
        {(input) => <Select {...input} options={[...actions]} />}
      </FormField>
    </RuleSection>
  );
}

const wholeFault = (text: string): string | undefined =>
  /^(|[1-9]\d*)$/.test(text.trim()) ? undefined : 'Enter a whole number of days, 1 or more';
