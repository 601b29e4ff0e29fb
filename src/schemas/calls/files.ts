import { defineCall } from '../kit/call';

/** Bytes of a stored file by its signed address: HMAC over id, tenant, user and expiry, 15 minutes. */
export const fileBytes = defineCall({
  name: 'file-bytes',
  wire: 'GET files/{id}?e,s',
  access: 'public',
  as: 'read',
  limit: 'read',
  outside: true,
  query: {
    type: 'object',
    required: ['e', 's'],
    properties: { e: { type: 'string', maxLength: 200 }, s: { type: 'string', maxLength: 100 } },
  },
});
