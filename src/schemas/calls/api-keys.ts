import { dataOf, defineCall } from '../kit/call';

/** The answers contain the key, once: they are never stored for a repeated request (TRUST-S28). */
export const apiKeyCreate = defineCall({
  name: 'api-key-create',
  wire: 'POST res/api-keys',
  access: 'role 1',
  as: 'create',
  data: dataOf<KeyShownOnce>(),
  idempotent: false,
  body: {
    type: 'object',
    required: ['name', 'scopes'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      scopes: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', maxLength: 80 } },
      publisher_id: { type: 'string', maxLength: 26 },
      allowed_ips: { type: 'array', maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 45 } },
      expires_at: { type: 'string', format: 'date-time' },
    },
  },
  examples: [{ body: { name: 'College website', scopes: ['lead_capture'] } }],
});
interface KeyShownOnce {
  readonly key: string;
}
/** A new key under the same name and scopes; the old one stops at once. */
export const apiKeyRotate = defineCall({
  name: 'api-key-rotate',
  wire: 'POST res/api-keys/{id}/rotate',
  access: 'role 1',
  as: 'update',
  data: dataOf<KeyShownOnce>(),
  idempotent: false,
});
interface LeadCaptured {
  readonly lead_id: string;
  /** The lead was there: the enquiry was added to it. */
  readonly duplicate: boolean;
}
/** Leads of forms, pages and publishers. The key in the URL identifies the tenant; cookies are ignored here. */
export const leadCapture = defineCall({
  name: 'lead-capture',
  wire: 'POST leads/capture/{api_key}',
  access: 'public',
  as: 'create',
  data: dataOf<LeadCaptured>(),
  limit: 'provider',
  outside: true,
  forgery: false,
  scope: 'lead_capture',
  body: {
    type: 'object',
    additionalProperties: true,
    properties: {
      // How long each can be says the lead itself, so that a publisher's log shows what was too long.
      name: { type: 'string' },
      phone: { type: 'string' },
      email: { type: 'string' },
      source: { type: 'string', description: "ID of a lead source; a publisher's key uses the publisher's own" },
      utm_source: { type: 'string' },
      utm_medium: { type: 'string' },
      utm_campaign: { type: 'string' },
      visit_id: {
        type: 'string',
        maxLength: 40,
        description: 'Of a form on a counted site: the field that the visit script adds',
      },
    },
  },
  reply: {
    type: 'object',
    properties: {
      data: { type: 'object', properties: { lead_id: { type: 'string' }, duplicate: { type: 'boolean' } } },
    },
  },
  examples: [{ body: { name: 'Ananya Rao', phone: '9876543210', email: 'ananya@example.com', utm_source: 'website' } }],
});
