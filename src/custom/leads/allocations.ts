import { useAbility } from '@casl/react';
import type { Ability } from '../../providers/ability';
import { counsellorAllocate, workflowAllocate } from '../../schemas/calls/rule-allocation';

/** The kinds of rules by which selected leads can be allocated, with the existing rules. */
const allocations = [
  { call: counsellorAllocate, label: 'To counsellors', rules: 'counsellor-rules', done: 'assigned to a counsellor' },
  { call: workflowAllocate, label: 'Into workflows', rules: 'workflow-rules', done: 'added to a workflow' },
] as const;

/** Those that this user can use. */
export function useAllocations(): readonly (typeof allocations)[number][] {
  const ability = useAbility<Ability>();
  return allocations.filter(({ call }) => ability.can('update', call.name));
}
