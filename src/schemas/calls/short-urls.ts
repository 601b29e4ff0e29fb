import { defineCall } from '../kit/call';

/** The short link itself. */
export const shortUrl = defineCall({ name: 'short-url', wire: 'GET r/{code}', access: 'public', as: 'read', outside: true });
