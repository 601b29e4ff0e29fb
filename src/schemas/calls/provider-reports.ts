import { defineCall } from '../kit/call';

/** What SMS and email providers report about messages, at an address that names tenant and provider and is signed by us. */
export const providerReports = defineCall({
  name: 'provider-reports',
  wire: 'POST provider-reports/{token}',
  access: 'public',
  as: 'update',
  limit: 'provider',
  outside: true,
  forgery: false,
  body: { type: 'object', additionalProperties: true, properties: {} },
});
/** The picture of one point in a campaign's email: it was opened. */
export const mailOpens = defineCall({
  name: 'mail-opens',
  wire: 'GET mail-opens/{token}',
  access: 'public',
  as: 'read',
  outside: true,
});
/** A link in a campaign's email: it was clicked, and leads on. Only links that were signed here lead anywhere. */
export const mailClicks = defineCall({
  name: 'mail-clicks',
  wire: 'GET mail-clicks/{token}',
  access: 'public',
  as: 'read',
  outside: true,
});
