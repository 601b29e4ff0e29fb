import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from './headers';

const marker = '__CSP_NONCE__';

/**
 * index.html at every address that is no call and no file, made per request with a fresh nonce, so it is never stored.
 * Without a build there is the API alone.
 */
export function registerPages(app: FastifyInstance, clientDir: string | undefined): void {
  const page = clientDir && withNonce(readFileSync(join(clientDir, 'index.html'), 'utf8'));

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    const isPage = page && request.method === 'GET' && !path.startsWith('/api/') && !/\.[a-z0-9]{1,5}$/i.test(path);
    if (!isPage) return reply.code(404).send({ code: 404, message: 'There is nothing at this address.' });
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.join(nonce));
  });
}

/** The page cut at the places of the nonce; a page without one gets the meta tag that the browser side reads. */
function withNonce(html: string): string[] {
  const meta = `<meta property="csp-nonce" nonce="${marker}">`;
  return (html.includes(marker) ? html : html.replace('</head>', `${meta}</head>`)).split(marker);
}
