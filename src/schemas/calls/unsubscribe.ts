import { defineCall } from '../kit/call';

/** The link at the end of a campaign's email: a page with a button, since mail scanners open every link. */
export const unsubscribePage = defineCall({
  name: 'unsubscribe-page',
  wire: 'GET unsubscribe/{token}',
  access: 'public',
  as: 'read',
  outside: true,
});
/** The button, and the one click of a mail program (RFC 8058): nothing decides here but the signed link. */
export const unsubscribe = defineCall({
  name: 'unsubscribe',
  wire: 'POST unsubscribe/{token}',
  access: 'public',
  as: 'update',
  outside: true,
  forgery: false,
  body: { type: 'object', properties: { 'List-Unsubscribe': { type: 'string', maxLength: 100 } } },
});
