import { defineResource, type Row } from '../kit/resource';
import { visitEvents } from '../kit/visit-channels';

/** What happened in a visit, with the page it happened on. */
export const siteEvents = defineResource({
  name: 'site-events',
  label: 'Site event',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['visit_id', 'kind', 'page', 'at'],
    additionalProperties: false,
    properties: {
      visit_id: { type: 'string' },
      kind: { type: 'string', enum: visitEvents },
      page: { type: 'string', maxLength: 300 },
      form: { type: 'string', maxLength: 80 },
      at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { visit_id: 'site-visits' },
  filter: ['visit_id'],
  order: '-at',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type SiteEvent = Row<typeof siteEvents>;
