import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takesGzip } from './packed';

/** The script of customers' sites. Without its own scope a script of the site could have a name twice. */
export function registerVisitScript(app: FastifyInstance, clientDir: string, file: string | undefined): void {
  if (file === undefined) return;
  const script = `(function(){\n${readFileSync(join(clientDir, file), 'utf8')}\n})();`;
  const zipped = gzipSync(script, { level: 9 });
  app.get('/t.js', (request, reply) => {
    const isPacked = takesGzip(request.headers['accept-encoding']);
    if (isPacked) reply.header('content-encoding', 'gzip');
    return reply
      .removeHeader('set-cookie')
      .headers({
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=3600',
        vary: 'accept-encoding',
      })
      .type('text/javascript; charset=utf-8')
      .send(isPacked ? zipped : script);
  });
}
