import { defineResource, type Row } from '../kit/resource';

/** A user's starred leads; `leads.is_favourite` is read from here. */
export const leadFavourites = defineResource({
  name: 'lead-favourites',
  label: 'Favourite lead',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['lead_id', 'user_id'],
    additionalProperties: false,
    properties: { lead_id: { type: 'string' }, user_id: { type: 'string' } },
  },
  refs: { lead_id: 'leads', user_id: 'users' },
  scope: { through: 'lead_id' },
  unique: [['user_id', 'lead_id']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type LeadFavourite = Row<typeof leadFavourites>;
