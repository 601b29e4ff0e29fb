import { defineResource, type Row } from '../kit/resource';

/** Until when timed rules have been checked: one row per tenant, so that no moment counts twice. */
export const ruleClocks = defineResource({
  name: 'rule-clocks',
  label: 'Rule clock',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['looked_at'],
    additionalProperties: false,
    properties: { looked_at: { type: 'string', format: 'date-time' } },
  },
  audited: false,
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type RuleClock = Row<typeof ruleClocks>;
