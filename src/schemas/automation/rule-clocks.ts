import { defineResource, type Row } from '../kit/resource';

/** Up to when the rules that follow the clock have been looked after: one row a tenant, so that no moment counts twice. */
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
