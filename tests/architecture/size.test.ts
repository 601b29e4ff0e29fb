import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a module of tests/bench, plain JavaScript
import { bars, isClientBuilt, pictureBar, pictureSizes, routeSizes } from '../bench/client-sizes.mjs';

interface Route {
  readonly name: string;
  readonly script: { readonly brotli: number };
  readonly all: { readonly gzip: number };
}

describe.skipIf(!isClientBuilt())('the size of a page at first load (skipped without a build: npm run build)', () => {
  const routes = (isClientBuilt() ? routeSizes() : []) as Route[];
  const heavier = (
    bar: (of: { gzipAll?: number; brotliScript?: number }) => number | undefined,
    size: (route: Route) => number,
  ) =>
    routes
      .filter((route) => size(route) > (bar((bars as Record<string, object>)[route.name] ?? {}) ?? Infinity))
      .map((route) => `${route.name}: ${size(route).toFixed(1)} KB (npm run size -- --files says of what)`);

  it('the sign-in pages: HTML, CSS and JavaScript after gzip', () => {
    expect(
      heavier(
        (of) => of.gzipAll,
        (route) => route.all.gzip,
      ),
    ).toEqual([]);
  });

  it('every other page: JavaScript after brotli, the lead list within the 245 KB of SPEED-F1', () => {
    expect(Object.keys(bars).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    expect(bars['lead list (/leads)'].brotliScript).toBe(245);
    expect(
      heavier(
        (of) => of.brotliScript,
        (route) => route.script.brotli,
      ),
    ).toEqual([]);
  });

  it('the chunk of a resource imports no file, so one that a browser has kept fits every later build', () => {
    const folder = readdirSync('dist/client').find((name) => name.startsWith('r-'))!;
    const chunks = readdirSync(`dist/client/${folder}`).filter((name) => name.endsWith('.js') && !name.endsWith('.form.js'));
    expect(chunks.length).toBeGreaterThan(80);
    const importing = chunks.filter((name) =>
      /\bimport\b(?!\s*:)/.test(readFileSync(`dist/client/${folder}/${name}`, 'utf8').replace(/"[^"]*"|`[^`]*`/g, '')),
    );
    expect(importing).toEqual([]);
  });

  it('each picture of the sign-in page within 20 KB', () => {
    expect(pictureSizes().filter((one: { size: number }) => one.size > pictureBar)).toEqual([]);
  });
});
