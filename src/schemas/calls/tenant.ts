import { defineCall } from '../kit/call';

/** CALL-027: what a website says of its owner, by the names of the tenant's form; nothing is saved (D-111). */
export const scrapeTenantWebsite = defineCall({
  name: 'scrape-tenant-website',
  wire: 'POST scrape_tenant_website_details',
  access: 'role 1',
  as: 'read',
  outside: true,
  perDay: 100,
  body: {
    type: 'object',
    required: ['website'],
    additionalProperties: false,
    properties: { website: { type: 'string', title: 'Website', minLength: 1, maxLength: 2048 } },
  },
  reply: {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          description: { type: 'string' },
          email: { type: 'string' },
          phone: { type: 'string' },
          logo_image: { type: 'string' },
          twitter: { type: 'string' },
          facebook: { type: 'string' },
          google: { type: 'string' },
          instagram: { type: 'string' },
          youtube: { type: 'string' },
          privacy_policy_url: { type: 'string' },
          terms_condition_url: { type: 'string' },
        },
      },
    },
  },
});
