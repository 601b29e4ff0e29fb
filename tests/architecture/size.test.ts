import { describe, expect, it } from 'vitest';
// @ts-expect-error a bench's own module, plain JavaScript
import { bars, isClientBuilt, pictureBar, pictureSizes, routeSizes } from '../bench/client-sizes.mjs';

interface Route {
  readonly name: string;
  readonly script: { readonly brotli: number };
  readonly all: { readonly gzip: number };
}

describe.skipIf(!isClientBuilt())('what a page weighs at first load (skipped without a build: npm run build)', () => {
  const routes = (isClientBuilt() ? routeSizes() : []) as Route[];
  const heavier = (
    bar: (of: { gzipAll?: number; brotliScript?: number }) => number | undefined,
    size: (route: Route) => number,
  ) =>
    routes
      .filter((route) => size(route) > (bar((bars as Record<string, object>)[route.name] ?? {}) ?? Infinity))
      .map((route) => `${route.name}: ${size(route).toFixed(1)} KB (npm run size -- --files says of what)`);

  it('the sign-in pages: HTML, CSS and JavaScript within 90 KB after gzip', () => {
    expect(
      heavier(
        (of) => of.gzipAll,
        (route) => route.all.gzip,
      ),
    ).toEqual([]);
  });

  it('a list and the dashboard: JavaScript within 320 KB after brotli', () => {
    expect(
      heavier(
        (of) => of.brotliScript,
        (route) => route.script.brotli,
      ),
    ).toEqual([]);
  });

  it('pictures of the sign-in page within 20 KB each', () => {
    expect(pictureSizes().filter((one: { size: number }) => one.size > pictureBar)).toEqual([]);
  });
});
