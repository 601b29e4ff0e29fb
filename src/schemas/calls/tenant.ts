import { dataOf, defineCall } from '../kit/call';

/** The connections in the tenant profile; a test sample can be sent to each. */
export const tenantConnections = ['teams_auth_log', 'teams_attendance', 'teams_leave', 'zoho'] as const;
export type TenantConnection = (typeof tenantConnections)[number];

/** Sends a clearly marked sample using the saved settings and reports the answer; nothing is stored. */
export const testTenantConnection = defineCall({
  name: 'test-tenant-connection',
  wire: 'POST test_tenant_connection',
  access: 'role 1',
  as: 'update',
  data: dataOf<ConnectionTested>(),
  outside: true,
  body: {
    type: 'object',
    required: ['connection'],
    additionalProperties: false,
    properties: { connection: { type: 'string', title: 'Connection', enum: [...tenantConnections] } },
  },
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});
/** `data` of `test-tenant-connection`; the envelope's message says the same in words. */
export interface ConnectionTested {
  readonly taken: boolean;
  /** Nothing was sent: no credentials, or an unreachable URL. */
  readonly sandbox: boolean;
  /** HTTP status of the answer, where one is known. */
  readonly status: number | null;
  /** Milliseconds until the answer. */
  readonly ms: number;
}

/** What a website says about its owner, under the field names of the tenant's form; nothing is saved (D-111). */
export const scrapeTenantWebsite = defineCall({
  name: 'scrape-tenant-website',
  wire: 'POST scrape_tenant_website_details',
  data: dataOf<WebsiteDetails>(),
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

/** The fields of the tenant's form that a website can fill (D-111); '' where it does not. */
export interface WebsiteDetails {
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly phone: string;
  readonly logo_image: string;
  readonly twitter: string;
  readonly facebook: string;
  readonly google: string;
  readonly instagram: string;
  readonly youtube: string;
  readonly privacy_policy_url: string;
  readonly terms_condition_url: string;
}
