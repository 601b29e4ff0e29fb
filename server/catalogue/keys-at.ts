import type { Key } from './drafts';

/** The keys in a value: one, or those of a list. */
export const keysAt = (value: unknown): Key[] => {
  if (isKey(value)) return [value];
  return Array.isArray(value) ? value.flat().filter(isKey) : [];
};
const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number';
