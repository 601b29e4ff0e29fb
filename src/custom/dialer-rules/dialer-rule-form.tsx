import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ConditionRow, Joint } from '../../schemas/kit/conditions';
import { dialerRuleFault } from '../../schemas/kit/dialer-rule-fault';
import { ConditionBuilder } from '../../ui/conditions/condition-builder';
import { toasts } from '../../ui/toasts/toasts';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import './dialer-rules.css';
import { RuleSentence } from './rule-sentence';
import { saveDialerRule, type DialerRuleRow, type LeadList } from './use-dialer-rule';

export interface RuleDraft {
  readonly name: string;
  readonly triggerType?: 'create' | 'update';
  /** A row has its parts one after the other. */
  readonly rule: readonly { readonly condition: Joint; readonly rules: readonly Partial<ConditionRow>[] }[];
  readonly globleCondtion: Joint;
  readonly listIds: readonly string[];
  readonly priority: number | null;
}

/** The form of a rule; `stored` makes it the form of that one. The checks give one message at a time. */
export function DialerRuleForm({ stored, lists }: { stored: DialerRuleRow | undefined; lists: readonly LeadList[] }): ReactNode {
  const [start] = useState<RuleDraft>(() => (stored ? draftOf(stored) : newRule));
  const [draft, setDraft] = useState(start);
  const [status, setStatus] = useState(stored?.status ?? 1);
  const [saving, setSaving] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const put = (change: Partial<RuleDraft>): void => setDraft((now) => ({ ...now, ...change }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start) || status !== (stored?.status ?? 1);
  const leave = useUnsaved(isChanged && !saving);
  const choices = [...lists, ...switchedOff(stored, lists)].map(({ key, value }) => ({ value: key, label: value }));

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const fault = dialerRuleFault({ ...draft });
    if (fault) return toasts.error(fault);
    setSaving(true);
    try {
      const body = {
        ...draft,
        name: draft.name.trim(),
        ...(stored ? { id: stored.id } : {}),
        ...(stored && status !== stored.status ? { status } : {}), // D-098
      };
      const refusal = await saveDialerRule(body, stored?.row_version);
      if (refusal) return toasts.error(refusal);
      toasts.success('Created successfully'); // D-094: also after an update
      await client.invalidateQueries({ queryKey: ['dialer-rules'], refetchType: 'none' });
      await navigate('/dialer-list');
    } catch (error) {
      toasts.error(error);
    } finally {
      setSaving(false);
    }
    return undefined;
  };

  return (
    <form className="dr-form" aria-label="Dialer rule" noValidate onSubmit={(event) => void save(event)}>
      <div className="dr-fields">
        <Field id="dr-name" label="Name" required>
          <Input
            id="dr-name"
            aria-required
            maxLength={120}
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
          />
        </Field>
        <Field id="dr-trigger" label="Trigger event" required>
          <Select
            id="dr-trigger"
            aria-label="Trigger event"
            aria-required
            placeholder="Select"
            value={draft.triggerType ?? null}
            options={triggers}
            onChange={(triggerType) => triggerType && put({ triggerType })}
          />
        </Field>
        <Field id="dr-lists" label="Lead List" required>
          <Select<string[]>
            id="dr-lists"
            mode="multiple"
            aria-label="Lead List"
            aria-required
            placeholder="Select"
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent="There is no active dialer list"
            value={[...draft.listIds]}
            options={choices}
            onChange={(listIds) => put({ listIds })}
          />
        </Field>
        <Field id="dr-priority" label="Priority">
          <InputNumber<number>
            id="dr-priority"
            min={0}
            max={1000}
            precision={0}
            value={draft.priority}
            onChange={(priority) => put({ priority })}
          />
        </Field>
      </div>
      <div className="dr-columns">
        <section className="dr-conditions" aria-labelledby="dr-conditions">
          <h2 id="dr-conditions">Conditions</h2>
          <p className="p-quiet">A lead joins the lists when the blocks below are true. Higher priorities are called first.</p>
          <ConditionBuilder
            id="dr-rule"
            value={draft.rule}
            onChange={(rule) => put({ rule: rule ?? [] })}
            joint={draft.globleCondtion}
            onJoint={(globleCondtion) => put({ globleCondtion })}
            counts="dialer"
            disabled={saving}
            invalid={false}
          />
        </section>
        <RuleSentence
          draft={draft}
          listNames={choices.filter(({ value }) => draft.listIds.includes(value)).map((one) => one.label)}
        />
      </div>
      <div className="dr-foot">
        {stored ? (
          <label className="p-switch">
            <Switch checked={status === 1} onChange={(on) => setStatus(on ? 1 : 0)} aria-label="Active" /> Active
          </label>
        ) : null}
        <Button onClick={() => leave(() => void navigate('/dialer-list'))}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={saving}>
          {stored ? 'Update Rule' : 'Create Rule'}
        </Button>
      </div>
    </form>
  );
}

function Field({
  id,
  label,
  required,
  children,
}: {
  id: string;
  label: string;
  required?: true;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="dr-field">
      <label htmlFor={id}>
        {label}
        {required ? <span className="dr-required"> *</span> : null}
      </label>
      {children}
    </div>
  );
}

const triggers = [
  { value: 'update' as const, label: 'On Updated' },
  { value: 'create' as const, label: 'On Created' },
];
const newRule: RuleDraft = {
  name: '',
  rule: [{ condition: 'And', rules: [{}] }],
  globleCondtion: 'And',
  listIds: [],
  priority: 0,
};
const draftOf = ({ name, triggerType, rule, globleCondtion, listIds, priority }: DialerRuleRow): RuleDraft => ({
  name,
  triggerType,
  rule,
  globleCondtion: globleCondtion ?? 'And',
  listIds,
  priority: priority ?? 0,
});

/** Lists of the rule that are no longer offered keep their names. */
const switchedOff = (stored: DialerRuleRow | undefined, lists: readonly LeadList[]): LeadList[] =>
  (stored?.listIds ?? [])
    .map((key, at) => ({ key, value: stored?.listNames?.[at] ?? key }))
    .filter(({ key }) => !lists.some((list) => list.key === key));
