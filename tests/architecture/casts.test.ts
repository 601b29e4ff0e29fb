import { describe, expect, it } from 'vitest';
import { findCasts, totalsOf, type CastKind } from '../../scripts/casts.mjs';

/** The maximum of each kind in src/ and server/ (`npm run casts` says what is counted). Lower them; do not raise them. */
const most: Readonly<Record<CastKind, number>> = {
  'as T': 26,
  'unknown as': 0,
  'x!': 517,
  helper: 0,
  '<T>()': 5,
  'f<T>()': 0,
  Record: 5,
  AnyRow: 426,
  'rows<T>': 427,
};

/** The engine: what handles records of any resource. Everywhere else the record's resource is known, and so is its type. */
const engine =
  /^(server\/(catalogue|store|context|http|bulk|exports|imports|webhooks|files|calls\/lists)|src\/(schemas\/kit|kinds|providers|resources|ui))\//;
const mostOutside = 38;

describe('type casts', () => {
  const fixture = 'tests/fixtures/casts.ts';
  const both = findCasts(['src/', 'server/', fixture]); // once: the compiler reads the whole project
  const found = both.filter(({ path }) => path !== fixture);

  it('do not increase', () => {
    const totals = totalsOf(found);
    const risen = Object.entries(most).flatMap(([kind, allowed]) => {
      const now = Object.entries(totals).find(([name]) => name === kind)?.[1] ?? 0;
      return now > allowed
        ? [`${kind}: ${now}, and ${allowed} are allowed. npm run casts <folder> lists them; type the value instead`]
        : [];
    });
    expect(risen).toEqual([]);
  });

  it('leave records without a type to the engine, except as many as listed', () => {
    const outside = found.filter(({ kind, path }) => (kind === 'AnyRow' || kind === 'Record') && !engine.test(path));
    expect(outside.length, outside.map(({ path, line }) => `${path}:${line}`).join('\n')).toBeLessThanOrEqual(mostOutside);
  });

  it('are counted once per kind, and nothing else is counted', () => {
    const seen = both.filter(({ path }) => path === fixture).map(({ kind, line }) => `${line} ${kind}`);
    expect(seen).toEqual([
      '5 helper',
      '5 as T',
      '6 unknown as',
      '7 x!',
      '8 <T>()',
      '9 f<T>()',
      '10 Record',
      '16 helper',
      '16 as T',
      '17 AnyRow',
    ]);
  });
});
