import { createHash } from 'node:crypto';

const style =
  'body{margin:12vh auto;max-width:32rem;padding:0 16px;font:16px/1.5 system-ui,sans-serif}:root{color-scheme:light dark}';
const hash = createHash('sha256').update(style).digest('base64');
/** As for every call, but for the button, whose form comes back to the page, and for this style. */
const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

/** A page that someone without a sign-in opens from an email. */
export const mailPage = (title: string, body: string) => ({
  raw: {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
    type: 'text/html; charset=utf-8',
  },
  headers: { 'cache-control': 'no-store', 'content-security-policy': policy },
});

/** Its reader is a person, who cannot do anything with a JSON answer. */
export const deadLink = (title: string) => ({
  ...mailPage(title, '<h1>This link no longer works</h1><p>Use the link of the latest email, or reply to it.</p>'),
  code: 404,
});
