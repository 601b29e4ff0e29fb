import { existsSync, readFileSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFeatures, pagePolicy, type PageConfig } from './headers';

const marker = '__CSP_NONCE__';

/**
 * index.html at every address that is no call and no file, made per request with a fresh nonce, so it is never stored.
 * Without a build there is the API alone.
 */
export function registerPages(app: FastifyInstance, clientDir: string | undefined, config: PageConfig): void {
  const built = clientDir && readFileSync(join(clientDir, 'index.html'), 'utf8');
  const build = built && buildOf(built, clientDir);
  const html = built && built.replace('</head>', `<meta name="build" content="${build}"></head>`);
  const page = html ? withNonce(html) : undefined;
  const pageBehind = html
    ? withNonce(html.replace('<head>', `<head>${early(clientDir)}`).replace('</head>', `${preloads(clientDir)}</head>`))
    : undefined;

  // A page that hears of another build than its own offers to load itself anew.
  if (build)
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header('x-build', build);
    });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    const isPage = page && request.method === 'GET' && !path.startsWith('/api/') && !/\.[a-z0-9]{1,5}$/i.test(path);
    if (!isPage) return reply.code(404).send({ code: 404, message: 'There is nothing at this address.' });
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce, config, path.startsWith('/wa-client/')))
      .header('permissions-policy', pageFeatures(config))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((beforeSignIn.has(path) || path.startsWith('/wa-client/') ? page : pageBehind!).join(nonce));
  });
}

/** Names the browser build by its content: the page, and the names of every file that it may load. */
function buildOf(html: string, clientDir: string): string {
  const list = join(clientDir, '.vite/manifest.json');
  const files = existsSync(list) ? readFileSync(list) : '';
  return createHash('sha256').update(html).update(files).digest('hex').slice(0, 16);
}

/** The two pages that load nothing of any other (SHELL-013). */
const beforeSignIn = new Set(['/login', '/verify-otp']);

interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Links to the scripts of the shell and of every list, so that they come together with the first one instead of one after the other. */
function preloads(clientDir: string): string {
  const built = builtFiles(clientDir);
  if (!built['src/app.tsx']) return '';
  const closure = (key: string, found = new Set<string>()): Set<string> => {
    const one = built[key];
    if (!one || found.has(one.file)) return found;
    [one.file, ...(one.css ?? [])].forEach((file) => found.add(file));
    one.imports?.forEach((next) => closure(next, found));
    return found;
  };
  const [leads, list] = ['src/custom/leads/leads-page.tsx', 'src/resources/resource-routes.tsx'].map((key) => closure(key));
  const validators = Object.entries(built).filter(([, { file }]) => file.startsWith('r-'));
  const files = new Set([
    ...closure('src/app.tsx'),
    ...[...leads!].filter((file) => list!.has(file)),
    ...validators.flatMap(([key, { file }]) => [...closure(key)].filter((one) => one !== file)),
  ]);
  return [...files]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');
}

/** The script that asks for data before the code is there; it waits for nothing and nothing waits for it. */
function early(clientDir: string): string {
  const file = builtFiles(clientDir)['src/early.ts']?.file;
  return file ? `<script type="module" async crossorigin src="/${file}"></script>` : '';
}

function builtFiles(clientDir: string): Readonly<Record<string, BuiltFile>> {
  const path = join(clientDir, '.vite/manifest.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, BuiltFile>>) : {};
}

/** The page cut at the places of the nonce; a page without one gets the meta tag that the browser side reads. */
function withNonce(html: string): string[] {
  const meta = `<meta property="csp-nonce" nonce="${marker}">`;
  return (html.includes(marker) ? html : html.replace('</head>', `${meta}</head>`)).split(marker);
}
