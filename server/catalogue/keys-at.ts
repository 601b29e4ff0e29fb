import type { Key } from './drafts';

/** The keys in a value: one, or those of a list. */
export const keysAt = (value: unknown): Key[] =>
  [value].flat(2).filter((one): one is Key => typeof one === 'string' || typeof one === 'number');
