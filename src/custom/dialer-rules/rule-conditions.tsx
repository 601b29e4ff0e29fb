import type { ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { ConditionBuilder } from '../../ui/conditions/condition-builder';
import type { ScreenForm } from '../../ui/forms/use-screen-form';
import type { RuleDraft } from './rule-draft';
import { RuleSentence } from './rule-sentence';

/** The conditions of a rule, and the whole rule in words next to them. */
export function RuleConditions(props: {
  form: ScreenForm<RuleDraft>;
  lists: readonly { readonly value: string; readonly label: string }[];
}): ReactNode {
  const { control, saving } = props.form;
  const rule = useController({ control, name: 'rule' }).field;
  const joint = useController({ control, name: 'globleCondtion' }).field;
  const triggerType = useWatch({ control, name: 'triggerType' });
  const listIds = useWatch({ control, name: 'listIds' });
  return (
    <div className="dr-columns">
      <section className="dr-conditions" aria-labelledby="dr-conditions">
        <h2 id="dr-conditions">Conditions</h2>
        <p className="p-quiet">A lead joins the lists when the blocks below are true. Higher priorities are called first.</p>
        <ConditionBuilder
          id="dr-rule"
          value={rule.value}
          onChange={(blocks) => rule.onChange(blocks ?? [])}
          joint={joint.value}
          onJoint={joint.onChange}
          counts="dialer"
          disabled={saving}
          invalid={false}
        />
      </section>
      <RuleSentence
        draft={{ triggerType, rule: rule.value, globleCondtion: joint.value }}
        listNames={props.lists.filter(({ value }) => listIds.includes(value)).map((one) => one.label)}
      />
    </div>
  );
}
