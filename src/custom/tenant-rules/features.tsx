import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { knowFeatures } from '../../providers/session/known-features';
import type { Tenant } from '../../schemas/access-control/tenant';
import type { FeatureName } from '../../schemas/kit/access';
import { FormField } from '../../ui/forms/form-field';
import { RuleSection } from './rule-section';
import { useRuleForm } from './use-rule-form';

const names: readonly (readonly [FeatureName, string, string])[] = [
  ['workflow', 'Workflows', 'Automations and their templates'],
  ['lead_generation', 'Lead generation', 'Campaigns, audiences, broadcasts and city names'],
  ['ads', 'Ads', 'Accounts of ad platforms, and what they cost'],
  ['sms', 'SMS', 'SMS campaigns, templates and messages to leads'],
  ['email', 'Email', 'Email campaigns, templates and messages to leads'],
  [
    'partner_college',
    'Partner colleges',
    'The college list and college matches of a lead; colleges can still be chosen in forms',
  ],
];

/** D-019: a feature that is off has no menu entry and no calls, for administrators too. */
export function Features({ tenant, onSaved }: { tenant: Tenant; onSaved: () => void }): ReactNode {
  const values = Object.fromEntries(names.map(([name]) => [name, tenant.features?.[name] !== false]));
  const rule = useRuleForm({
    id: 'rules-features',
    tenant,
    values: { features: values },
    changes: ({ features }) => ({ features }),
    onSaved: (saved) => {
      knowFeatures(tenant.id, Object.fromEntries(names.map(([name]) => [name, saved.features?.[name] !== false])));
      onSaved();
    },
  });
  const { form } = rule;
  return (
    <RuleSection
      id="features"
      title="Features"
      about="A feature that is switched off disappears from everyone's menu and its calls are refused, also for administrators. Its messages wait until it is on again. Nothing is deleted."
      rule={rule}
      onReload={onSaved}
    >
      {names.map(([name, label, help]) => (
        <FormField key={name} form={form} name={`features.${name}`} label={label} help={help}>
          {({ value, onChange, id }) => <Switch id={id} checked={value === true} onChange={onChange} />}
        </FormField>
      ))}
    </RuleSection>
  );
}
