import type { AnyResource, Draft, Row } from '../../schemas/kit/resource';
import { dataOf } from '../../schemas/kit/call';
import type { ActionWire, Choice, ListWire, LookUpWire, ReadWire, WriteWire } from '../../schemas/kit/wire-types';
import { parseWire } from '../../schemas/kit/wire';
import { callRow, sendForm, sendWire, type Callable, type CallOptions } from './call';
import type { Answer } from './http';

/**
 * Records of one resource for a page that does not load its schema file: `useCall(listOf<typeof leads>('leads'), …)`, the type
 * imported, and name or wire checked against it. Those of the resource's own wire answer an envelope, the rest is under `res/`.
 */
export const listOf = <R extends AnyResource>(name: R['name']) => ({
  wire: `GET res/${name}` as const,
  query: anyFilter,
  data: dataOf<Row<R>[]>(),
});
/** A list under `res/` is narrowed by its fields, and has its page, order and search under names of its own. */
const anyFilter = { type: 'object', additionalProperties: true, properties: {} } as const;
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

/** The same `ref` sent again is one record. */
export const addRow = <R extends AnyResource>(name: R['name'], draft: Draft<R>, ref?: string): Promise<Row<R>> => {
  const create = { wire: plain('POST', name), as: 'create', data: dataOf<Row<R>>() };
  return callRow(create, { ...draft }, ref ? { headers: { 'Idempotency-Key': ref } } : {});
};
export const changeRow = <R extends AnyResource>(
  name: R['name'],
  id: string | number,
  changes: Draft<R> & { readonly row_version?: number },
): Promise<Row<R>> => callRow({ wire: plain('PATCH', `${name}/{id}`), as: 'update', data: dataOf<Row<R>>() }, { ...changes, id });
export const deleteRow = <R extends AnyResource>(name: R['name'], id: string | number): Promise<unknown> =>
  callRow({ wire: plain('DELETE', `${name}/{id}`), as: 'delete' }, { id });
const plain = (method: string, path: string): string => `${method} res/${path}`;

/** What a form holds of a record: the names are the schema's, half-filled values are the server's to refuse. */
export type FormOf<R extends AnyResource> = { readonly [F in keyof Draft<R>]?: unknown };
/** A write by the resource's own wire; the caller evaluates its `code`. */
export const saveRow = <R extends AnyResource>(
  wire: WriteWire<R>,
  values: FormOf<R>,
  options: CallOptions = {},
): Promise<Answer> => sendWire(parseWire(wire), values, { ...options, writes: true });
/** The same as a form with files. */
export const saveForm = <R extends AnyResource>(wire: WriteWire<R>, id: string | number, form: FormData): Promise<Answer> =>
  sendForm(parseWire(wire), form, { id });
/** A resource's action: `{ … } as const satisfies ActionOf<typeof tickets>`. */
export type ActionOf<R extends AnyResource> = Callable & { readonly wire: ActionWire<R> };
