import type { Field } from './field';

/** Fields that many resources share, written once. */
export const status = { type: 'integer', title: 'Active', enum: [0, 1], default: 1 } as const satisfies Field;
export const email = { type: 'string', format: 'email', maxLength: 254 } as const satisfies Field;
export const url = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2048 } as const satisfies Field;
/** Tenant and staff phones (D-101); a lead's phone is `leadPhone` and stored as E.164 (D-102). */
export const phone = { type: 'string', pattern: '^(?:\\+91|0)?[0-9]{10}$' } as const satisfies Field;
export const leadPhone = { type: 'string', pattern: '^\\+?[0-9]{6,15}$' } as const satisfies Field;
/** '2026-04'. */
export const month = {
  type: 'string',
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  minLength: 7,
  maxLength: 7,
} as const satisfies Field;
export const isMonth = (text: string): boolean => new RegExp(month.pattern).test(text);
/** Where a message's text contains values of its lead (domain/placeholders). */
export const fills = {
  type: 'array',
  items: {
    type: 'object',
    required: ['field', 'at', 'length'],
    properties: { field: { type: 'string' }, at: { type: 'integer' }, length: { type: 'integer' } },
  },
} as const satisfies Field;
export const permissions = {
  type: 'array',
  title: 'Permissions',
  items: {
    type: 'object',
    required: ['code', 'level'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', maxLength: 60 },
      level: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 6 }, maxItems: 6, uniqueItems: true },
    },
  },
} as const satisfies Field;
