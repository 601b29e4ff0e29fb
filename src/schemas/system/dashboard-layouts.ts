import { dashboardViews, mostCards } from '../kit/dashboard-layout';
import { defineResource, type Row } from '../kit/resource';

/** The cards of a dashboard as a person arranged them, or an admin for a role. Read and written by the calls of calls/dashboard-layout.ts. */
export const dashboardLayouts = defineResource({
  name: 'dashboard-layouts',
  label: 'Dashboard layout',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['view', 'owner', 'cards'],
    additionalProperties: false,
    properties: {
      view: { type: 'string', enum: dashboardViews },
      /** A user's id, or 'role 4'. */
      owner: { type: 'string', maxLength: 40 },
      cards: { type: 'array', items: { type: 'object' }, maxItems: mostCards },
    },
  },
  unique: [['view', 'owner']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type StoredDashboardLayout = Row<typeof dashboardLayouts>;
