import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { Tenant } from '../../schemas/access-control/tenant';
import { FormField } from '../../ui/forms/form-field';
import { RuleSection } from './rule-section';
import { useRuleForm } from './use-rule-form';

const numbers = [
  [
    'first_response_min',
    'First response target (minutes)',
    '15',
    'A lead contacted within this time counts as answered in time.',
    1,
  ],
  ['conversation_s', 'Conversation from (seconds)', '60', 'Calls with this talk time or more count as conversations.', 1],
  ['max_reschedules', 'Maximum reschedules', 'No limit', 'A follow-up that was moved this often cannot be moved again.', 0],
] as const;
const times = [
  ['day_from', 'Working day from', 'Hourly reports put what was done earlier under Before. Default: 08:00.'],
  ['day_to', 'Working day to', 'Hourly reports put what was done later under After. Default: 21:00.'],
] as const;

/** What the reports count by. */
export function ReportSettings({ tenant, onSaved }: { tenant: Tenant; onSaved: () => void }): ReactNode {
  const set = tenant.report_settings ?? {};
  const rule = useRuleForm({
    id: 'rules-reports',
    tenant,
    values: {
      report_settings: {
        first_response_min: textOf(set.first_response_min),
        conversation_s: textOf(set.conversation_s),
        max_reschedules: textOf(set.max_reschedules),
        day_from: set.day_from ?? '',
        day_to: set.day_to ?? '',
      },
    },
    check: ({ report_settings: { day_from: from, day_to: to } }) =>
      (from || '08:00') < (to || '21:00') ? {} : { 'report_settings.day_to': 'The working day must end after it begins' },
    changes: ({ report_settings: typed }) => ({
      report_settings: {
        ...Object.fromEntries(numbers.flatMap(([name]) => (typed[name].trim() ? [[name, Number(typed[name])]] : []))),
        ...Object.fromEntries(times.flatMap(([name]) => (typed[name] ? [[name, typed[name]]] : []))),
      },
    }),
    onSaved,
  });
  const { form } = rule;
  return (
    <RuleSection
      id="reports"
      title="Report settings"
      about="Reports count by these from the next time they are opened, past days included."
      rule={rule}
      onReload={onSaved}
    >
      {numbers.map(([name, label, usual, help, least]) => (
        <FormField
          key={name}
          form={form}
          name={`report_settings.${name}`}
          label={label}
          help={help}
          check={(text) => numberFault(text, least)}
        >
          {(input) => <Input {...input} inputMode="numeric" maxLength={6} placeholder={usual} />}
        </FormField>
      ))}
      {times.map(([name, label, help]) => (
        <FormField key={name} form={form} name={`report_settings.${name}`} label={label} help={help}>
          {(input) => <Input {...input} type="time" />}
        </FormField>
      ))}
    </RuleSection>
  );
}

const textOf = (value: number | null | undefined): string => value?.toString() ?? '';
function numberFault(text: string, least: number): string | undefined {
  if (!text.trim()) return undefined;
  return /^\d+$/.test(text.trim()) && Number(text) >= least ? undefined : `Enter a whole number of ${least} or more`;
}
