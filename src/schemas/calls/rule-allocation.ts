import { dataOf, defineCall } from '../kit/call';
import { chosenLeads } from '../kit/chosen-leads';

const allocated = { type: 'object', properties: { ...chosenLeads, rule_id: { type: 'string', maxLength: 26 } } } as const;
/** Gives chosen leads to counsellors by one rule, or by the first active one that a lead matches. */
export const counsellorAllocate = defineCall({
  name: 'counsellor-allocate',
  wire: 'POST rule-engine/counsellor/allocate',
  access: { code: 'Counselor_Allocation_Logic' },
  as: 'update',
  data: dataOf<Allocated>(),
  body: allocated,
});
/** Puts chosen leads into the workflows of one rule, or of every active one that a lead matches. */
export const workflowAllocate = defineCall({
  name: 'workflow-allocate',
  wire: 'POST rule-engine/workflow/allocate',
  access: { code: 'WorkfLow_Allocation_Logic' },
  as: 'update',
  data: dataOf<Allocated>(),
  body: allocated,
});

/** `data` of the allocation calls. */
export interface Allocated {
  assigned: number;
  skipped: number;
}
