import type { Data } from './timeline-entry';

export type Difference = 'added' | 'modified' | 'removed' | 'same';
export interface Compared {
  readonly key: string;
  readonly difference: Difference;
  readonly old: unknown;
  readonly new: unknown;
}

/** Both sides by key: keys only in the new data are added, only in the old removed, unequal values modified. Old keys first. */
export function compareData(old: Data, now: Data): readonly Compared[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((key) => ({
    key,
    difference: differenceOf(key, old, now),
    old: old[key],
    new: now[key],
  }));
}

function differenceOf(key: string, old: Data, now: Data): Difference {
  if (!Object.hasOwn(old, key)) return 'added';
  if (!Object.hasOwn(now, key)) return 'removed';
  return canonical(old[key]) === canonical(now[key]) ? 'same' : 'modified';
}

/** The same text for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
