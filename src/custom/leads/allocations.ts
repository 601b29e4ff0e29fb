import { counsellorAllocate, workflowAllocate } from '../../schemas/calls/rule-engine';

/** What chosen leads may be given to by a rule, and the rules there are. */
export const allocations = [
  { call: counsellorAllocate, label: 'To counsellors', rules: 'counsellor-rules', done: 'given to a counsellor' },
  { call: workflowAllocate, label: 'Into workflows', rules: 'workflow-rules', done: 'put into a workflow' },
] as const;
