import { existsSync, readFileSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFeatures, pagePolicy, type PageConfig } from './headers';
import { pageFilesOf, type PageFiles } from './page-files';
import { registerVisitScript } from './visit-script';

const marker = '__CSP_NONCE__';

/**
 * index.html at every address that is neither a call nor a file, created per request with a fresh nonce, so it is never stored.
 * Without a build there is the API only.
 */
export function registerPages(app: FastifyInstance, clientDir: string | undefined, config: PageConfig): void {
  const built = clientDir && readFileSync(join(clientDir, 'index.html'), 'utf8');
  const build = built && buildOf(built, clientDir);
  const html = built && built.replace('</head>', `<meta name="build" content="${build}"></head>`);
  const page = html ? withNonce(html) : undefined;
  const files = clientDir === undefined ? undefined : pageFilesOf(clientDir);
  const behind = html && files ? pagesBehind(html, files) : undefined;

  if (files) registerVisitScript(app, clientDir!, files.visitScript);

  // A page that learns of a newer build offers to reload.
  if (build)
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header('x-build', build);
    });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    const isPage = page && request.method === 'GET' && !path.startsWith('/api/') && !/\.[a-z0-9]{1,5}$/i.test(path);
    if (!isPage) return reply.code(404).send({ code: 404, message: 'Nothing was found at this address.' });
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce, config, path.startsWith('/wa-client/')))
      .header('permissions-policy', pageFeatures(config))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((beforeSignIn.has(path) || path.startsWith('/wa-client/') ? page : behind!(path)).join(nonce));
  });
}

/** Names the browser build by its content: the page, and the names of every file that it may load. */
function buildOf(html: string, clientDir: string): string {
  const list = join(clientDir, '.vite/manifest.json');
  const files = existsSync(list) ? readFileSync(list) : '';
  return createHash('sha256').update(html).update(files).digest('hex').slice(0, 16);
}

/**
 * The page behind the sign-in at a path, cut at the places of the nonce. Its first script asks for data: a plain one at the head's
 * beginning, since as a module, `async` or not, it ran behind the compiling of all that is preloaded.
 */
function pagesBehind(html: string, files: PageFiles): (path: string) => string[] {
  const early = files.early ? `<script src="/${files.early}"></script>` : '';
  const begun = html.replace('<head>', `<head>${early}`);
  const made = new Map<string, string[]>();
  return (path) => {
    const links = files.linksFor(path);
    const known = made.get(links);
    if (known) return known;
    const page = withNonce(begun.replace('</head>', `${links}</head>`));
    made.set(links, page);
    return page;
  };
}

/** The two pages that load nothing of any other. */
const beforeSignIn = new Set(['/login', '/verify-otp']);

/** The page cut at the places of the nonce; a page without one gets the meta tag that the browser side reads. */
function withNonce(html: string): string[] {
  const meta = `<meta property="csp-nonce" nonce="${marker}">`;
  return (html.includes(marker) ? html : html.replace('</head>', `${meta}</head>`)).split(marker);
}
