import { dataOf, defineCall } from '../kit/call';
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
