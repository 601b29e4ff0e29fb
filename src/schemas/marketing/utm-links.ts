import { defineResource, type Row } from '../kit/resource';
import { url } from '../kit/shared-fields';

const part = { type: 'string', minLength: 1, maxLength: 100 } as const;

export const utmLinks = defineResource({
  name: 'utm-links',
  label: 'UTM link',
  menu: { group: 'Marketing', entry: 'GA Campaign URL Builder', order: 36, path: '/marketing/utm-builder' },
  access: { code: 'GA_Campaign_URL_Builder', route: 'signed-in', menu: { code: 'GA_Campaign_URL_Builder' } },
  fields: {
    type: 'object',
    required: ['website_url', 'utm_source', 'utm_medium', 'utm_campaign'],
    additionalProperties: false,
    properties: {
      website_url: { ...url, title: 'Page' },
      utm_source: { ...part, title: 'Source' },
      utm_medium: { ...part, title: 'Medium' },
      utm_campaign: { ...part, title: 'Campaign' },
      utm_term: { type: 'string', title: 'Term', maxLength: 100 },
      utm_content: { type: 'string', title: 'Content', maxLength: 100 },
      utm_id: { type: 'string', title: 'Campaign ID', maxLength: 100 },
      generated_url: { ...url, title: 'Link' },
      short_url_id: { type: 'string', title: 'Short URL' },
    },
  },
  refs: { short_url_id: 'short-urls' },
  readOnly: ['generated_url'],
  columns: ['utm_campaign', 'utm_source', 'utm_medium', 'generated_url', 'short_url_id', 'created_by', 'created_at'],
  filter: ['utm_source', 'utm_medium', 'utm_campaign'],
  sort: ['utm_campaign', 'utm_source', 'created_at'],
  order: '-created_at',
  search: ['utm_campaign', 'website_url'],
  ui: {
    short_url_id: { help: 'The short URL redirects to this link' },
    website_url: { placeholder: 'https://www.example.com/apply' },
    utm_source: { placeholder: 'google' },
    utm_medium: { placeholder: 'cpc' },
    utm_campaign: { placeholder: 'mba-2027' },
  },
  examples: [{ website_url: 'https://www.example.com/apply', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'mba-2027' }],
});

export type UtmLink = Row<typeof utmLinks>;
