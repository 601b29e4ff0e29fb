import { defineCall } from '../kit/call';
import { visitEvents } from '../kit/visit-channels';

const utm = { type: 'string', maxLength: 200 } as const;
const key = { type: 'string', pattern: '^[0-9a-f]{32}$' } as const;

/**
 * What the visit script reports of a page, after consent. The site's id says whose visit it is; cookies are ignored, and the
 * origin of the page must be one of the site's.
 */
export const recordVisit = defineCall({
  name: 'record-visit',
  wire: 'POST visits/{site}',
  access: 'public',
  as: 'create',
  limit: 'visit',
  outside: true,
  forgery: false,
  idempotent: false,
  body: {
    type: 'object',
    required: ['visit', 'visitor', 'events'],
    additionalProperties: false,
    properties: {
      visit: key,
      visitor: key,
      /** The page that linked to the first one, as the browser names it. */
      referrer: { type: 'string', maxLength: 2048 },
      utm_source: utm,
      utm_medium: utm,
      utm_campaign: utm,
      utm_term: utm,
      utm_content: utm,
      /** Whose advertisement was clicked: the address carried a click id, which is not sent. */
      click: { type: 'string', enum: ['google', 'facebook'] },
      events: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          required: ['kind', 'page'],
          additionalProperties: false,
          properties: {
            kind: { type: 'string', enum: visitEvents },
            page: { type: 'string', minLength: 1, maxLength: 2048 },
            form: { type: 'string', maxLength: 200 },
          },
        },
      },
    },
  },
  examples: [
    {
      body: {
        visit: '0123456789abcdef0123456789abcdef',
        visitor: 'fedcba9876543210fedcba9876543210',
        events: [{ kind: 'page_view', page: '/mba' }],
      },
    },
  ],
});
