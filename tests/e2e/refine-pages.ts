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
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Builds the pages of tests/fixtures/refine-pages with the product's own settings. */
export function buildRefinePages(): void {
  const { NODE_ENV: _, ...env } = process.env; // with NODE_ENV=test the build would contain React's development code
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'tests/support/refine-pages.config.ts'], {
    env,
  });
}

/**
 * Serves the pages of tests/fixtures/refine-pages at /refine-pages of the running product, and the product with the guide's
 * screen and those pages at /config and at their addresses.
 */
export async function serveRefinePages(context: BrowserContext): Promise<void> {
  await serveFrom(context, /\/refine-pages(\/|\?|$)/, 'tests/fixtures/refine-pages/main.tsx');
  await serveFrom(context, /:\d+\/(config|course-overview|stream-activity|stream-transfer)(\/|\?|$)/, 'index.html');
  await context.route(/\/assets\//, async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const file = join(dir, 'assets', name);
    if (!existsSync(file)) return route.fallback();
    const contentType = types[name.split('.').at(-1) ?? ''];
    return route.fulfill({ body: readFileSync(file), ...(contentType ? { contentType } : {}) });
  });
}

/** Serves the product's own document with its policy and nonce, but with this script of the build instead of the product's. */
async function serveFrom(context: BrowserContext, addresses: RegExp, entry: string): Promise<void> {
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
  await context.route(addresses, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const own = html
      .replace(/<script[^>]*><\/script>/g, '')
      .replace(/<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
      .replace('</head>', head);
    await route.fulfill({ response, body: own });
  });
}

/** antd measures the scroll bar with a style that has no nonce: the only thing that the policy refuses there. */
const measuresScrollBar = /^\s*#rc-scrollbar-measure/;

/** Reports each style without a nonce that a page of this context adds, and everything else that its policy refuses. */
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
