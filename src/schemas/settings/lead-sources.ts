import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const leadSources = defineResource({
  name: 'lead-sources',
  label: 'Lead source',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Sources', path: '/config/lead-sources' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      type: { type: 'string', enum: ['all', 'primary', 'secondary', 'tertiary'], default: 'all' },
      parent_id: { type: 'string', title: 'Part of' },
      status,
      channel: {
        type: 'string',
        enum: [
          'website',
          'landing_page',
          'paid_search',
          'paid_social',
          'organic',
          'publisher',
          'referral',
          'walk_in',
          'event',
          'telephony',
          'whatsapp',
          'email',
          'sms',
          'offline',
          'other',
        ],
        default: 'other',
      },
      publisher_id: { type: 'string' },
      aliases: {
        type: 'array',
        title: 'Other spellings',
        items: { type: 'string', maxLength: 80, minLength: 1 },
        uniqueItems: true,
        maxItems: 100,
      },
    },
  },
  refs: { parent_id: 'lead-sources', publisher_id: 'publishers' },
  unique: ['name'],
  columns: ['name', 'channel', 'type', 'parent_id', 'status'],
  filter: ['status', 'channel', 'type'],
  sort: ['name', 'channel', 'updated_at'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' }, aliases: { help: 'What imports and forms call this source' } },
  lists: { lookUp: { wire: 'GET get-all-sources?type', pick: ['id', 'name'], paged: false } },
  examples: [{ name: 'Google', channel: 'paid_search', aliases: ['google ads'] }],
});

export type LeadSource = Row<typeof leadSources>;
