import { defineResource, type Row } from '../kit/resource';
import { devices, visitChannels } from '../kit/visit-channels';

/**
 * A visit to a site, after consent. No address, no browser name, no query: both keys are random, made by the visitor's browser.
 * A visit ends after half an hour without a page; `visitor_key` is the same browser on a later day.
 */
export const siteVisits = defineResource({
  name: 'site-visits',
  label: 'Site visit',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['site_id', 'visit_key', 'visitor_key', 'started_at', 'last_at', 'channel', 'device'],
    additionalProperties: false,
    properties: {
      site_id: { type: 'string', title: 'Site' },
      visit_key: { type: 'string', maxLength: 32 },
      visitor_key: { type: 'string', maxLength: 32 },
      started_at: { type: 'string', format: 'date-time' },
      last_at: { type: 'string', format: 'date-time' },
      channel: { type: 'string', enum: visitChannels },
      /** The host of the site that linked. */
      referrer: { type: 'string', maxLength: 120 },
      landing_page: { type: 'string', maxLength: 300 },
      utm_source: { type: 'string', title: 'UTM source', maxLength: 100 },
      utm_medium: { type: 'string', title: 'UTM medium', maxLength: 100 },
      utm_campaign: { type: 'string', title: 'UTM campaign', maxLength: 100 },
      utm_term: { type: 'string', title: 'UTM term', maxLength: 100 },
      utm_content: { type: 'string', title: 'UTM content', maxLength: 100 },
      device: { type: 'string', enum: devices },
      page_views: { type: 'integer', minimum: 0, default: 0 },
      form_views: { type: 'integer', minimum: 0, default: 0 },
      form_starts: { type: 'integer', minimum: 0, default: 0 },
    },
  },
  audited: false,
  refs: { site_id: 'analytics-properties' },
  unique: ['visit_key'],
  filter: ['site_id'],
  sort: ['started_at', 'last_at'],
  order: '-last_at',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type SiteVisit = Row<typeof siteVisits>;
