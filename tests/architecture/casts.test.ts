import { describe, expect, it } from 'vitest';
import { findCasts, totalsOf, type CastKind } from '../../scripts/casts.mjs';

/** The most there may be of each kind in src/ and server/ (`npm run casts` says what is counted). Lower them; do not raise them. */
const most: Readonly<Record<Exclude<CastKind, 'rows<T>'>, number>> = {
  'as T': 27,
  'unknown as': 0,
  'x!': 477,
  helper: 0,
  'f<T>()': 0,
  Record: 6,
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
    expect(seen).toEqual(['4 helper', '4 as T', '5 unknown as', '6 x!', '8 f<T>()', '9 Record']);
  });
});
