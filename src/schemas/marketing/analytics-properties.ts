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
    required: ['name', 'provider', 'site_url'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      provider: { type: 'string', enum: ['google_analytics', 'built_in'], default: 'built_in' },
      property_id: { type: 'string', title: 'Property id', maxLength: 60 },
      site_url: { ...url, title: 'Site' },
      credentials: {
        type: 'object',
        additionalProperties: false,
        properties: { service_account: { type: 'string', title: 'Service account key', maxLength: 8000 } },
      },
      status,
    },
  },
  secret: ['credentials'],
  columns: ['name', 'provider', 'property_id', 'site_url', 'status'],
  filter: ['provider', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'site_url'],
  when: [
    { if: { field: 'provider', is: 'google_analytics' }, show: ['property_id', 'credentials'] },
    { if: { field: 'provider', is: 'google_analytics' }, require: ['property_id'] },
  ],
  ui: { status: { widget: 'switch' }, provider: { labels: { google_analytics: 'Google Analytics', built_in: 'Built in' } } },
  examples: [{ name: 'Main site', provider: 'built_in', site_url: 'https://www.example.com' }],
});

export type AnalyticsProperty = Row<typeof analyticsProperties>;
