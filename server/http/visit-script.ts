import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The script of customers' sites. Without its own scope a script of the site could have a name twice. */
export function registerVisitScript(app: FastifyInstance, clientDir: string, file: string | undefined): void {
  if (file === undefined) return;
  const script = `(function(){\n${readFileSync(join(clientDir, file), 'utf8')}\n})();`;
  app.get('/t.js', (_request, reply) =>
    reply
      .removeHeader('set-cookie')
      .headers({
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=3600',
      })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}
