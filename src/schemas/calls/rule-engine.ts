import { defineCall } from '../kit/call';
import { conditionBlocks, globleCondtion } from '../kit/condition-blocks';

/** Conditions as a call takes them: the check of each row is kit/conditions, which names the place of what is wrong. */
const conditions = {
  type: 'object',
  required: ['rule'],
  properties: { rule: conditionBlocks, globleCondtion },
} as const;
const counted = { type: 'object', properties: { data: { type: 'object', properties: { count: { type: 'integer' } } } } } as const;

/** CALL-133: how many leads, of those the asker may see, meet the conditions. */
export const ruleCounts = defineCall({
  name: 'rule-counts',
  wire: 'POST rule-engine/counts',
  access: { rule: { code: ['Rule_Engine', 'Counselor_Allocation_Logic', 'WorkfLow_Allocation_Logic'], level: 1 } },
  as: 'read',
  body: conditions,
  reply: counted,
});
/** CALL-139. */
export const audienceCount = defineCall({
  name: 'audience-count',
  wire: 'POST lead-gen/audience/count',
  access: { rule: { code: 'Automtion_Workflow', level: 1 }, feature: 'lead_generation' },
  as: 'read',
  body: conditions,
  reply: counted,
});
/** CALL-037: the lists that the condition builder offers. */
export const ruleConstants = defineCall({
  name: 'rule-constants',
  wire: 'GET rule-engine/constants',
  access: 'look-up',
  as: 'read',
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});

/** One list of `rule-engine/constants`. */
export interface ConstantOption {
  key: string | number;
  value: string;
}
