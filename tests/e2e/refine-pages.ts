import type { BrowserContext } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
const dir = 'tests/.tmp/refine-pages';
const entry = 'tests/fixtures/refine-pages/main.tsx';
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Builds the pages of tests/fixtures/refine-pages with the product's own settings. */
export function buildRefinePages(): void {
  const { NODE_ENV: _, ...env } = process.env; // a build that is told of a test holds React's development half
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'tests/support/refine-pages.config.ts'], {
    env,
  });
}

/**
 * The pages of tests/fixtures/refine-pages at /refine-pages of the running product: the product's own document with its policy and
 * nonce, which begins with their script in place of the product's.
 */
export async function serveRefinePages(context: BrowserContext): Promise<void> {
  const built = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltFile>;
  const styles = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    if (visited.has(key)) return;
    visited.add(key);
    built[key]!.css?.forEach((file) => styles.add(file));
    built[key]!.imports?.forEach(visit);
  };
  visit(entry);
  const head = [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${built[entry]!.file}"></script></head>`,
  ].join('');
  await context.route(/\/refine-pages(\/|\?|$)/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const own = html
      .replace(/<script[^>]*><\/script>/g, '')
      .replace(/<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
      .replace('</head>', head);
    await route.fulfill({ response, body: own });
  });
  await context.route(/\/assets\//, async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const file = join(dir, 'assets', name);
    if (!existsSync(file)) return route.fallback();
    const contentType = types[name.split('.').at(-1) ?? ''];
    return route.fulfill({ body: readFileSync(file), ...(contentType ? { contentType } : {}) });
  });
}

/** antd measures the scroll bar by a style of its own that carries no nonce: the one thing that the policy refuses there. */
const measuresScrollBar = /^\s*#rc-scrollbar-measure/;

/** Tells of each style without a nonce that a page of this context adds, and of all else that its policy refuses. */
export async function watchPolicy(context: BrowserContext, tell: (what: string) => void): Promise<void> {
  await context.exposeBinding('refusedByPolicy', (_, what: string) => {
    if (!measuresScrollBar.test(what)) tell(what);
  });
  await context.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'refusedByPolicy');
    const say = (what: string): unknown => (typeof report === 'function' ? report(what) : undefined);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective !== 'style-src-elem') say(`${effectiveDirective} ${blockedURI}`);
    });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLStyleElement && !node.nonce) say(node.textContent.slice(0, 200));
    }).observe(document, { childList: true, subtree: true });
  });
}
