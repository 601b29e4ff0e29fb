import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

export const analyticsProperties = defineResource({
  name: 'analytics-properties',
  label: 'Analytics property',
  plural: 'Analytics properties',
  menu: { group: 'Marketing', entry: 'Traffic Analytics', order: 34, path: '/analytics' },
  access: {
    code: ['Traffic_Analytics', 'Marketing_Analytics'],
    menu: { code: 'Traffic_Analytics' },
    route: { code: 'Traffic_Analytics' },
  },
  fields: {
    type: 'object',
    required: ['name', 'provider'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      provider: { type: 'string', enum: ['google_analytics', 'built_in'], default: 'built_in' },
      property_id: { type: 'string', title: 'Property ID', maxLength: 60 },
      status,
    },
  },
  columns: ['name', 'provider', 'property_id', 'status'],
  filter: ['provider', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name'],
  when: [
    { if: { field: 'provider', is: 'google_analytics' }, show: ['property_id'] },
    { if: { field: 'provider', is: 'google_analytics' }, require: ['property_id'] },
  ],
  ui: { status: { widget: 'switch' }, provider: { labels: { google_analytics: 'Google Analytics', built_in: 'Built in' } } },
  later: {
    page: 'visits are not counted yet. Properties you add are saved.',
    fields: {
      site_url: { why: 'no visits are counted yet', field: { ...url, title: 'Site' } },
      credentials: {
        why: 'nothing signs in to Google Analytics yet',
        field: {
          type: 'object',
          additionalProperties: false,
          properties: { service_account: { type: 'string', title: 'Service account key', maxLength: 8000 } },
        },
        secret: true,
      },
    },
  },
  examples: [{ name: 'Main site', provider: 'built_in' }],
});

export type AnalyticsProperty = Row<typeof analyticsProperties>;
