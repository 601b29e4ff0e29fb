import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

/** A public landing page with a form at /lp-public/{slug} (D-133). */
export const campaignPages = defineResource({
  name: 'campaign-pages',
  label: 'Campaign page',
  menu: { group: 'Marketing', under: 'Ads Management', tab: 'Pages', path: '/advertising-management/pages' },
  access: { code: 'Ads_Management', feature: 'ads' },
  fields: {
    type: 'object',
    required: ['name', 'slug', 'title'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      slug: { type: 'string', title: 'URL path', minLength: 1, maxLength: 80, pattern: '^[a-z0-9-]+$' },
      channel: { type: 'string', enum: ['google', 'facebook', 'other'], default: 'google' },
      title: { type: 'string', minLength: 1, maxLength: 200 },
      content_html: { type: 'string', title: 'Content (HTML)', maxLength: 200_000 },
      form_id: { type: 'string', title: 'Form' },
      college_id: { type: 'integer', title: 'College' },
      source_id: { type: 'string', title: 'Lead source' },
      utm_source: { type: 'string', title: 'UTM source', maxLength: 100 },
      utm_medium: { type: 'string', title: 'UTM medium', maxLength: 100 },
      utm_campaign: { type: 'string', title: 'UTM campaign', maxLength: 100 },
      thank_you_text: { type: 'string', title: 'Thank-you text', maxLength: 1000 },
      published: { type: 'boolean', default: false },
      status,
    },
  },
  refs: { college_id: 'colleges', source_id: 'lead-sources' },
  uniqueEverywhere: ['slug'],
  columns: ['name', 'slug', 'channel', 'college_id', 'published', 'status', 'updated_at'],
  filter: ['channel', 'college_id', 'source_id', 'published', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'slug', 'title'],
  messages: { slug: { pattern: 'URL path can contain small letters, digits and hyphens only' } },
  ui: {
    status: { widget: 'switch' },
    published: { widget: 'switch' },
    slug: { placeholder: 'mba-admission-2027', help: 'The last part of the public URL' },
    content_html: { widget: 'textarea', help: 'Scripts are removed when you save' },
    thank_you_text: { widget: 'textarea' },
  },
  groups: [
    { title: 'Page', fields: ['name', 'slug', 'channel', 'title', 'content_html', 'published', 'status'] },
    { title: 'Lead settings', fields: ['form_id', 'college_id', 'source_id', 'utm_source', 'utm_medium', 'utm_campaign'] },
    { title: 'After submitting', fields: ['thank_you_text'] },
  ],
  wire: {
    list: 'GET get-all-campaign-pages',
    read: 'GET get-campaign-page-by-id/{id}',
    create: 'POST create/google/lp',
    update: 'POST update-campaign-page/{id}',
    delete: 'DELETE delete-campaign-page/{id}',
  },
  reply: { create: ['id', 'slug'] },
  later: {
    page: 'pages are not published at a public address yet. Pages you add are saved.',
    fields: {
      redirect_url: { why: 'pages are not public yet', field: { ...url, title: 'Redirect to' } },
    },
  },
  examples: [
    { name: 'MBA 2027', slug: 'mba-2027', title: 'MBA admission 2027', source_id: '$lead-sources', utm_source: 'google' },
  ],
});

export type CampaignPage = Row<typeof campaignPages>;
