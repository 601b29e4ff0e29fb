import { dataOf, defineCall } from '../kit/call';
import { chosenLeads } from '../kit/chosen-leads';
import { conditionBlocks, globleCondtion } from '../kit/condition-blocks';

/** Conditions as a call accepts them; kit/conditions checks each row and names the place of an error. */
const conditions = {
  type: 'object',
  required: ['rule'],
  properties: { rule: conditionBlocks, globleCondtion },
} as const;
const counted = { type: 'object', properties: { data: { type: 'object', properties: { count: { type: 'integer' } } } } } as const;

/** `data` of the three counts. */
export interface LeadsMatched {
  readonly count: number;
}
/** How many of the leads the caller can see meet the conditions. */
export const ruleCounts = defineCall({
  name: 'rule-counts',
  wire: 'POST rule-engine/counts',
  access: { rule: { code: ['Rule_Engine', 'Counselor_Allocation_Logic', 'WorkfLow_Allocation_Logic'], level: 1 } },
  as: 'read',
  data: dataOf<LeadsMatched>(),
  body: conditions,
  reply: counted,
});
/** The same count for the dialer rule screen, which needs no access code (D-015). */
export const dialerCounts = defineCall({
  name: 'dialer-counts',
  wire: 'POST dialer/config/counts',
  access: { code: 'LEADS', level: 1 },
  as: 'read',
  data: dataOf<LeadsMatched>(),
  body: conditions,
  reply: counted,
});
export const audienceCount = defineCall({
  name: 'audience-count',
  wire: 'POST lead-gen/audience/count',
  access: { rule: { code: 'Automtion_Workflow', level: 1 }, feature: 'lead_generation' },
  as: 'read',
  data: dataOf<LeadsMatched>(),
  body: conditions,
  reply: counted,
});
/** The lists that the condition builder offers. */
export const ruleConstants = defineCall({
  name: 'rule-constants',
  wire: 'GET rule-engine/constants',
  access: 'look-up',
  as: 'read',
  data: dataOf<Record<string, ConstantOption[]>>(),
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});

/** One list of `rule-engine/constants`. */
export interface ConstantOption {
  key: string | number;
  value: string;
}
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
