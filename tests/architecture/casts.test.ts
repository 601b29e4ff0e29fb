import { describe, expect, it } from 'vitest';
import { findCasts, totalsOf, type CastKind } from '../../scripts/casts.mjs';

/** The most there may be of each kind in src/ and server/ (`npm run casts` says what is counted). Lower them; do not raise them. */
const most: Readonly<Record<Exclude<CastKind, 'rows<T>'>, number>> = {
  'as T': 542,
  'unknown as': 28,
  'x!': 504,
  helper: 1,
  'f<T>()': 121,
  Record: 323,
};

describe('types flow, they are not claimed', () => {
  it('there are no more casts than there were', { timeout: 120_000 }, () => {
    const totals = totalsOf(findCasts());
    const risen = Object.entries(most).flatMap(([kind, allowed]) => {
      const now = Object.entries(totals).find(([name]) => name === kind)?.[1] ?? 0;
      return now > allowed
        ? [`${kind}: ${now}, and ${allowed} are allowed. npm run casts <folder> lists them; type the value instead`]
        : [];
    });
    expect(risen).toEqual([]);
  });

  it('the counter sees each kind once, and nothing else', { timeout: 120_000 }, () => {
    const seen = findCasts(['tests/fixtures/casts.ts']).map(({ kind, line }) => `${line} ${kind}`);
    expect(seen).toEqual(['2 helper', '2 as T', '3 unknown as', '4 x!', '6 f<T>()', '7 Record']);
  });
});
