import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

export const shortUrls = defineResource({
  name: 'short-urls',
  label: 'Short URL',
  menu: { group: 'Marketing', entry: 'URL Shortener', order: 37, path: '/marketing/url-shortner' },
  access: { code: 'URL_Shortener', route: 'signed-in', menu: { code: 'URL_Shortener' } },
  fields: {
    type: 'object',
    required: ['target_url'],
    additionalProperties: false,
    properties: {
      target_url: { ...url, title: 'Target URL' },
      code: { type: 'string', minLength: 4, maxLength: 32, pattern: '^[A-Za-z0-9_-]+$' },
      title: { type: 'string', maxLength: 120 },
      expires_at: { type: 'string', title: 'Expires', format: 'date-time' },
      clicks: { type: 'integer', minimum: 0, default: 0 },
      short_url: { ...url, title: 'Short link' },
      status,
    },
  },
  readOnly: ['clicks', 'short_url'],
  virtual: ['short_url'],
  fixed: ['code'],
  uniqueEverywhere: ['code'],
  columns: ['code', 'title', 'target_url', 'short_url', 'clicks', 'expires_at', 'status'],
  filter: ['status', 'expires_at'],
  sort: ['code', 'title', 'clicks', 'expires_at', 'created_at'],
  order: '-created_at',
  search: ['code', 'title', 'target_url'],
  messages: { code: { pattern: 'Code can contain letters, digits, hyphens and underscores only' } },
  ui: {
    status: { widget: 'switch' },
    code: { help: "Leave empty to generate one. It can't be changed later." },
    target_url: { placeholder: 'https://' },
  },
  examples: [{ target_url: 'https://www.example.com/apply?utm_source=sms', title: 'Application form' }],
});

export type ShortUrl = Row<typeof shortUrls>;
