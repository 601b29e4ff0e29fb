import type { AnyRow } from './resource';

/** An object by names, neither null nor a list: asked of what came from outside before it is read. */
export const isRecord = (value: unknown): value is AnyRow => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The same, and an empty one where there is none. */
export const recordIn = (value: unknown): AnyRow => (isRecord(value) ? value : {});
/** The objects of a list; none where it is not a list. */
export const recordsIn = (value: unknown): AnyRow[] => (Array.isArray(value) ? value.filter(isRecord) : []);
