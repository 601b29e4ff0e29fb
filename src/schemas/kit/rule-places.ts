import { isRecord, recordsIn } from './is-record';
import type { Values } from './values';
import type { When } from './when';

/** What a rule is about: the record itself, or each row of its list with the path that leads there. */
export function placesOf(rule: When, record: Values): { readonly path: string; readonly values: Values }[] {
  if (!rule.within) return [{ path: '', values: record }];
  const value = record[rule.within];
  if (isRecord(value)) return [{ path: `${rule.within}.`, values: value }];
  return recordsIn(value).map((values, at) => ({ path: `${rule.within}.${at}.`, values }));
}
