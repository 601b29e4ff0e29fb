import { defineResource, type Row } from '../kit/resource';

/** The leads that someone's pasted phones and emails belong to; the list of leads shows them by the search's id. */
export const leadSearches = defineResource({
  name: 'lead-searches',
  label: 'Search for several leads',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['lead_ids', 'missing', 'asked'],
    additionalProperties: false,
    properties: {
      lead_ids: { type: 'array', items: { type: 'string', maxLength: 26 } },
      missing: { type: 'array', items: { type: 'string', maxLength: 120 } },
      asked: { type: 'integer', minimum: 0 },
    },
  },
  audited: false,
  personal: ['missing'],
  scope: { owner: 'created_by', beyond: 'nobody' },
  filter: ['created_by'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type LeadSearch = Row<typeof leadSearches>;
