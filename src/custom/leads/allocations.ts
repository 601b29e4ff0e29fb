import { useAbility } from '@casl/react';
import type { Ability } from '../../providers/ability';
import { counsellorAllocate, workflowAllocate } from '../../schemas/calls/rule-engine';

/** What chosen leads may be given to by a rule, and the rules there are. */
const allocations = [
  { call: counsellorAllocate, label: 'To counsellors', rules: 'counsellor-rules', done: 'given to a counsellor' },
  { call: workflowAllocate, label: 'Into workflows', rules: 'workflow-rules', done: 'put into a workflow' },
] as const;

/** Those of them that this user may use. */
export function useAllocations(): readonly (typeof allocations)[number][] {
  const ability = useAbility<Ability>();
  return allocations.filter(({ call }) => ability.can('update', call.name));
}
