import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { callKey } from '../../providers/calls/use-call';
import { dialerRuleFault } from '../../schemas/kit/dialer-rule-fault';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import './dialer-rules.css';
import { offerLeads } from './offer-leads';
import { RuleConditions } from './rule-conditions';
import type { RuleDraft } from './rule-draft';
import { ruleList, saveDialerRule, type DialerRuleRow, type LeadList } from './use-dialer-rule';

/** The form of a rule; with `stored` it edits that rule. The checks show one message at a time. */
export function DialerRuleForm({ stored, lists }: { stored: DialerRuleRow | undefined; lists: readonly LeadList[] }): ReactNode {
  const [start] = useState<RuleDraft>(() => (stored ? draftOf(stored) : newRule));
  const navigate = useNavigate();
  const client = useQueryClient();
  const choices = [...lists, ...switchedOff(stored, lists)].map(({ key, value }) => ({ value: key, label: value }));
  const save = async ({ status, ...rule }: RuleDraft): Promise<void> => {
    const fault = dialerRuleFault(rule);
    if (fault) return toasts.error(fault);
    try {
      const body = {
        ...rule,
        name: rule.name.trim(),
        ...(stored ? { id: stored.id } : {}),
        ...(stored && status !== stored.status ? { status } : {}), // D-098
      };
      const saved = await saveDialerRule(body, stored?.row_version);
      if ('refusal' in saved) return toasts.error(saved.refusal);
      if (status === 1 && stored?.status !== 1) void offerLeads(saved.id, rule);
    } catch (error) {
      return toasts.error(error);
    }
    toasts.success('Created successfully'); // D-094: also after an update
    await client.invalidateQueries({ queryKey: callKey(ruleList), refetchType: 'none' });
    await navigate('/dialer-list');
  };
  const form = useScreenForm<RuleDraft>({ id: 'dr', values: start, save });
  const leave = useUnsaved(form.formState.isDirty && !form.saving);

  return (
    <FormFrame form={form} className="dr-form" aria-label="Dialer rule">
      <div className="dr-fields">
        <FormField form={form} name="name" label="Name" required>
          {(input) => <Input {...input} maxLength={120} />}
        </FormField>
        <FormField form={form} name="triggerType" label="Trigger event" required>
          {(input) => <Select {...input} aria-label="Trigger event" placeholder="Select" options={triggers} />}
        </FormField>
        <FormField form={form} name="listIds" label="Lead List" required>
          {(input) => (
            <Select<string[]>
              {...input}
              mode="multiple"
              aria-label="Lead List"
              placeholder="Select"
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent="There is no active dialer list"
              value={[...input.value]}
              options={choices}
            />
          )}
        </FormField>
        <FormField form={form} name="priority" label="Priority">
          {(input) => <InputNumber<number> {...input} min={0} max={1000} precision={0} />}
        </FormField>
      </div>
      <RuleConditions form={form} lists={choices} />
      <div className="dr-foot">
        {stored ? (
          <Controller
            control={form.control}
            name="status"
            render={({ field: { value, onChange } }) => (
              <label className="p-switch">
                <Switch checked={value === 1} onChange={(on) => onChange(on ? 1 : 0)} aria-label="Active" /> Active
              </label>
            )}
          />
        ) : null}
        <Button onClick={() => leave(() => void navigate('/dialer-list'))}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={form.saving}>
          {stored ? 'Update Rule' : 'Create Rule'}
        </Button>
      </div>
    </FormFrame>
  );
}

const triggers = [
  { value: 'update' as const, label: 'On Updated' },
  { value: 'create' as const, label: 'On Created' },
];
const newRule: RuleDraft = {
  name: '',
  triggerType: null,
  rule: [{ condition: 'And', rules: [{}] }],
  globleCondtion: 'And',
  listIds: [],
  priority: 0,
  status: 1,
};
const draftOf = ({ name, triggerType, rule, globleCondtion, listIds, priority, status }: DialerRuleRow): RuleDraft => ({
  name,
  triggerType,
  rule,
  globleCondtion: globleCondtion ?? 'And',
  listIds,
  priority: priority ?? 0,
  status: status ?? 1,
});

/** Lists of the rule that are no longer offered keep their names. */
const switchedOff = (stored: DialerRuleRow | undefined, lists: readonly LeadList[]): LeadList[] =>
  (stored?.listIds ?? [])
    .map((key, at) => ({ key, value: stored?.listNames?.[at] ?? key }))
    .filter(({ key }) => !lists.some((list) => list.key === key));
