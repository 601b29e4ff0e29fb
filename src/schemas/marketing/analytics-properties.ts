import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

/** A website whose visits are counted. Its id is the key in the snippet: public, and good for reporting visits only. */
export const analyticsProperties = defineResource({
  name: 'analytics-properties',
  label: 'Site',
  menu: { group: 'Marketing', under: 'Traffic Analytics', path: '/analytics/sites' },
  access: {
    code: ['Traffic_Analytics', 'Marketing_Analytics'],
    menu: { code: 'Traffic_Analytics' },
    route: { code: 'Traffic_Analytics' },
  },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      site_url: { ...url, title: 'Address' },
      allowed_origins: { type: 'array', title: 'Other addresses', items: url, maxItems: 50, uniqueItems: true },
      consent: { type: 'string', title: 'Consent', enum: ['ask', 'site'], default: 'ask' },
      consent_text: { type: 'string', title: 'Question to visitors', minLength: 1, maxLength: 300 },
      keep_days: { type: 'integer', title: 'Keep visits for (days)', minimum: 30, maximum: 1095, default: 395 },
      status,
    },
  },
  columns: ['name', 'site_url', 'consent', 'keep_days', 'status'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'site_url'],
  unique: ['name'],
  when: [
    // those stored before visits were counted have none
    { oneOf: ['site_url'], message: 'Enter the address of the site.' },
    { if: { field: 'consent', is: 'ask' }, show: ['consent_text'] },
  ],
  ui: {
    status: { widget: 'switch' },
    site_url: { help: 'Such as https://www.example.com. Visits from other addresses are refused.' },
    allowed_origins: { help: 'Further addresses with the same snippet, such as https://apply.example.com' },
    consent: {
      labels: { ask: 'The script asks visitors', site: 'The site asks visitors itself' },
      help: 'Nothing is stored or sent before a visitor agrees. A site with its own question calls prospectus.consent(true).',
    },
    consent_text: { widget: 'textarea', help: 'Leave empty for: May we count your visit to improve this site?' },
    keep_days: { help: 'Older visits are deleted every day. Leads keep their source and UTM values.' },
  },
  groups: [
    { title: 'Site', fields: ['name', 'site_url', 'allowed_origins', 'status'] },
    { title: 'Privacy', fields: ['consent', 'consent_text', 'keep_days'] },
  ],
  related: [{ title: 'Traffic Analytics', path: '/analytics' }],
  later: {
    fields: {
      provider: {
        why: 'visits are counted by the script of the product only',
        field: { type: 'string', enum: ['google_analytics', 'built_in'], default: 'built_in' },
      },
      property_id: {
        why: 'nothing signs in to Google Analytics yet',
        field: { type: 'string', title: 'Property ID', maxLength: 60 },
      },
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
  examples: [{ name: 'Main site', site_url: 'https://www.example.com' }],
});

export type AnalyticsProperty = Row<typeof analyticsProperties>;
