import type { AnyResource, Draft, Row } from '../../schemas/kit/resource';
import { dataOf } from '../../schemas/kit/call';
import type { Choice, ListWire, LookUpWire, ReadWire } from '../../schemas/kit/wire-types';
import { requestRow } from './call';

/**
 * Records of one resource for a page that does not load its schema file: `useCall(listOf<typeof leads>('leads'), …)`, the type
 * imported, and name or wire checked against it. Those of the resource's own wire answer an envelope, the rest is under `res/`.
 */
export const listOf = <R extends AnyResource>(name: R['name']) => ({ wire: `GET res/${name}`, data: dataOf<Row<R>[]>() });
export const rowOf = <R extends AnyResource>(wire: ReadWire<R>) => ({ wire, as: 'read', data: dataOf<Row<R>>() });
/** The same of a call that answers a list of one (`reply: { read: 'data[0]' }`), or of none. */
export const firstOf = <R extends AnyResource>(wire: ReadWire<R>) => ({ wire, as: 'read', data: dataOf<Row<R>[]>() });
/** Its `data` is the rows, or the rows with their count: `pageIn` reads both. */
export const pageOf = <R extends AnyResource>(wire: ListWire<R>) => ({
  wire,
  as: 'list',
  data: dataOf<Row<R>[] | Page<Row<R>>>(),
});
/** What the resource's list `lookUp` picks of each record. */
export const choicesOf = <R extends AnyResource>(wire: LookUpWire<R>) => ({ wire, as: 'list', data: dataOf<Choice<R>[]>() });

export interface Page<T> {
  readonly data: T[];
  readonly count?: number | undefined;
}
export const pageIn = <T>({ data, count }: { readonly data: T[] | Page<T>; readonly count?: number }): Page<T> =>
  Array.isArray(data) ? { data, count } : data;

export const addRow = <R extends AnyResource>(name: R['name'], draft: Draft<R>): Promise<Row<R>> =>
  requestRow(`res/${name}`, { method: 'POST', body: draft });
