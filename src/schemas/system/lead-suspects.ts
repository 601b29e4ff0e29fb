import { defineResource, type Row } from '../kit/resource';

/** Two leads that may be one person, and what someone decided: the smaller key is `lead_id`. */
export const leadSuspects = defineResource({
  name: 'lead-suspects',
  label: 'Possible duplicate',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['lead_id', 'other_id', 'state'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string' },
      other_id: { type: 'string' },
      reasons: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 10 },
      /** The more reasons, the earlier it is looked at. */
      weight: { type: 'integer', minimum: 0, default: 0 },
      /** 'apart': someone said that these are two people. */
      state: { type: 'string', enum: ['open', 'apart'], default: 'open' },
      /** The check that last found it. */
      seen_by: { type: 'string', maxLength: 26 },
    },
  },
  leadData: { same: { reasons: [], seen_by: [] }, apart: 'its call asks for both leads whether the reader may see them' },
  refs: { lead_id: 'leads', other_id: 'leads' },
  unique: [['lead_id', 'other_id']],
  indexes: [['other_id'], ['state', 'weight']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type LeadSuspect = Row<typeof leadSuspects>;
