import { call } from '../../providers/calls/call';
import { queueByRule } from '../../schemas/calls/dialer-leads';
import { dialerCounts } from '../../schemas/calls/rule-engine';
import { areConditions } from '../../schemas/kit/conditions';
import { counted } from '../../schemas/kit/counted';
import { ask } from '../../ui/dialogs/ask';
import { toasts } from '../../ui/toasts/toasts';
import type { RuleDraft } from './rule-draft';

/** A rule that was switched on acts on what happens from now on; the leads that match it already can be queued as well. */
export async function offerLeads(
  id: string,
  { rule, globleCondtion }: Pick<RuleDraft, 'rule' | 'globleCondtion'>,
): Promise<void> {
  const count = await matching({ rule, globleCondtion });
  if (!count) return;
  ask({
    title: count === 1 ? 'Queue the lead that matches now?' : `Queue the ${counted(count, 'lead')} that match now?`,
    content: 'The rule acts on leads as they are created or changed. Those that match already can go into its lists at once.',
    okText: 'Queue now',
    cancelText: 'Not now',
    onOk: async () => {
      try {
        const { message } = await call(queueByRule, { id });
        toasts.success(message ?? 'The leads are being put into the lists.');
      } catch (error) {
        toasts.error(error);
      }
    },
  });
}

/** How many; none if they cannot be counted: the rule is saved anyway. */
async function matching({ rule, globleCondtion }: Pick<RuleDraft, 'rule' | 'globleCondtion'>): Promise<number> {
  if (!areConditions(rule)) return 0;
  const asked = rule.map(({ condition, rules }) => ({
    condition,
    rules: rules.map(({ columnName, operator, value }) => ({ columnName, operator, value })),
  }));
  try {
    return (await call(dialerCounts, { rule: asked, globleCondtion })).data.count;
  } catch {
    return 0;
  }
}
