import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageModules } from '../../scripts/page-files-plugin';
import type { Screen } from '../../src/providers/screens/screens';
import { resourceNamed } from '../../src/schemas/kit/all';
import { build, call, newBrowser, type TestApp } from '../support/app';

let test: TestApp;
beforeAll(async () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'prospectus-client-'));
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(join(clientDir, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>');
  writeFileSync(join(clientDir, 'assets/app-1a2b3c4d.js'), 'console.log(1)');
  writeFileSync(join(clientDir, 'assets/app-1a2b3c4d.js.br'), brotliCompressSync('console.log(1)'));
  for (const icon of ['icon-192.png', 'icon-512.png', 'icon-mask.png'])
    writeFileSync(join(clientDir, icon), readFileSync(`public/${icon}`));
  test = await build({ clientDir });
});
afterAll(() => test.close());

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.any(String),
};

describe('pages', () => {
  it('TRUST-S26 a page has the strict policy with a fresh nonce and is not stored', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/leads?stage=1', '/lp/01JD/conversion']) {
      const page = await test.app.inject({ url, headers: { accept: 'text/html' } });
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({ ...always, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
      const nonce = /nonce="([^"]+)"/.exec(page.body)![1]!;
      nonces.add(nonce);
      expect(page.headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; frame-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'`,
      );
      expect(page.headers['x-powered-by']).toBeUndefined();
    }
    expect(nonces.size).toBe(3);
  });

  it('serves files of the build as immutable, compressed where possible', async () => {
    const plain = await test.app.inject('/assets/app-1a2b3c4d.js');
    expect(plain.headers).toMatchObject({ ...always, 'cache-control': 'public, max-age=31536000, immutable' });
    const small = await test.app.inject({ url: '/assets/app-1a2b3c4d.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['content-type']).toMatch(/javascript/);
  });

  it('serves nothing but the files of the build that it knew at start', async () => {
    const head = await test.app.inject({ method: 'HEAD', url: '/assets/app-1a2b3c4d.js' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await test.app.inject('/icon-192.png')).headers['cache-control']).toBe('public, max-age=3600');
    const elsewhere = [
      '/assets/other.js',
      '/assets/..%2ficon-192.png',
      '/assets/app-1a2b3c4d.js.br',
      '/assets/a/b.js',
      '/index.html',
    ];
    for (const url of elsewhere) expect([url, (await test.app.inject(url)).statusCode]).toEqual([url, 404]);
    expect((await test.app.inject('/assets')).headers['content-type']).toContain('text/html');
  });

  it('references the files of the requested page and of the shell, and none before the sign-in', async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'prospectus-client-'));
    mkdirSync(join(clientDir, '.vite'));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><html><head><title>z</title></head><body></body></html>');
    const built = {
      'src/early.ts': { file: 'assets/early-1.js' },
      'src/app.tsx': { file: 'assets/app-1.js', imports: ['_shell.js'] },
      '_shell.js': { file: 'assets/shell-1.js', css: ['assets/shell-1.css'] },
      'src/resources/resource-routes.tsx': { file: 'assets/list-1.js', imports: ['_shell.js'] },
      'src/custom/leads/leads-page.tsx': { file: 'assets/leads-1.js', imports: ['_shell.js'], css: ['assets/leads-1.css'] },
      'src/custom/lead-page/lead-page.tsx': { file: 'assets/lead-1.js' },
      'virtual:resource/leads': { file: 'r-1/leads.js' },
      'virtual:resource/teams': { file: 'r-1/teams.js' },
      'virtual:resource-form/leads': { file: 'r-1/leads.form.js', imports: ['_formats.js'] },
      '_formats.js': { file: 'assets/formats-1.js' },
    };
    writeFileSync(join(clientDir, '.vite/manifest.json'), JSON.stringify(built));
    writeFileSync(join(clientDir, '.vite/pages.json'), JSON.stringify(pageModules()));
    const app = await build({ clientDir });
    const named = async (url: string): Promise<string[]> =>
      [...(await app.app.inject(url)).body.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file!);
    const shell = ['assets/early-1.js', 'assets/app-1.js', 'assets/shell-1.js', 'assets/shell-1.css'];
    expect(await named('/leads?type=all')).toEqual([...shell, 'assets/leads-1.js', 'assets/leads-1.css', 'r-1/leads.js']);
    expect(await named('/lp/01JD/conversion')).toEqual([...shell, 'assets/lead-1.js']);
    for (const url of ['/lp', '/lp/01JD/conversion/more', '/nothing']) expect(await named(url)).toEqual(shell);
    const { menu } = resourceNamed('teams');
    expect(await named(`${menu!.path}/create`)).toEqual([...shell, 'assets/list-1.js', 'r-1/teams.js']);
    expect(await named('/login')).toEqual([]);
    expect((await app.app.inject('/leads')).body).toContain('<head><script src="/assets/early-1.js"></script>');
    await app.close();
  });

  it('knows the page of every screen, from its own declaration', async () => {
    const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('../../src/custom/*/screen.ts', { eager: true });
    const screens = Object.values(rooms).flatMap((room) => room.screens);
    const modules = pageModules();
    expect(Object.keys(modules).toSorted()).toEqual(screens.map(({ path }) => path).toSorted());
    for (const [file] of Object.values(modules)) expect([file, existsSync(file!)]).toEqual([file, true]);
  });

  it('a page and every answer name the same build, and another build is named differently', async () => {
    const buildOf = async (app: TestApp): Promise<string> => {
      const page = await app.app.inject('/leads');
      const build = /<meta name="build" content="([0-9a-f]{16})">/.exec(page.body)![1]!;
      for (const path of ['users/me', 'nothing'])
        expect((await call(app, newBrowser(), 'GET', path)).headers['x-build']).toBe(build);
      return build;
    };
    const clientDir = mkdtempSync(join(tmpdir(), 'prospectus-client-'));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><html><head><title>y</title></head><body></body></html>');
    const later = await build({ clientDir });
    expect(await buildOf(later)).not.toBe(await buildOf(test));
    await later.close();
  });

  it('links a manifest with existing icons, and none of them is cached for ever', async () => {
    const html = readFileSync('index.html', 'utf8');
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
    const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
      icons: { src: string; sizes: string; purpose?: string }[];
      start_url: string;
      display: string;
    };
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes } of manifest.icons) {
      const bytes = readFileSync(`public${src}`);
      if (!src.endsWith('.png')) continue;
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
      const served = await test.app.inject(src);
      expect([served.statusCode, served.headers['cache-control']], src).toEqual([200, 'public, max-age=3600']);
    }
  });

  it('answers 404 for a missing file, never the page', async () => {
    for (const url of [
      '/assets/app-00000000.js',
      '/favicon.gif',
      '/../package.json',
      '/assets/%2e%2e/index.js',
      '/api/nothing',
    ]) {
      const answer = await test.app.inject(url);
      expect({ url, status: answer.statusCode }).toEqual({ url, status: 404 });
      expect(answer.body).not.toContain('<html');
    }
  });

  it('TRUST-S26 calls and errors have their headers too', async () => {
    for (const path of ['users/me', 'nothing', 'res/leads']) {
      const answer = await call(test, newBrowser(), 'GET', path);
      expect(answer.headers).toMatchObject({ ...always, 'cache-control': 'no-store' });
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    }
  });
});
