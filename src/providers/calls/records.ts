import type { AnyResource, Draft, Row } from '../../schemas/kit/resource';
import type { Choice, ListWire, LookUpWire, ReadWire } from '../../schemas/kit/wire-types';
import { addressOf, callWire, requestRow, type CallAnswer, type CallOptions, type CallValues } from './call';
import { parseWire } from '../../schemas/kit/wire';

/**
 * Records of one resource for a page that does not load its schema file: `rowsOf<typeof leads>('leads', …)`, the type imported,
 * and name or wire checked against it. What is read by the resource's own wire goes through an envelope, the rest is under `res/`.
 */
export const rowsOf = <R extends AnyResource>(name: R['name'], query: CallValues, options?: CallOptions): Promise<Row<R>[]> =>
  requestRow(addressOf(parseWire(`GET res/${name}`), query), options);

export const addRow = <R extends AnyResource>(name: R['name'], draft: Draft<R>): Promise<Row<R>> =>
  requestRow(`res/${name}`, { method: 'POST', body: draft });

export async function rowBy<R extends AnyResource>(
  wire: ReadWire<R>,
  values: CallValues,
  options?: CallOptions,
): Promise<Row<R>> {
  const { data }: CallAnswer<Row<R>> = await callWire({ wire, as: 'read' }, values, options);
  return data;
}

/** The same of a call that answers a list of one (`reply: { read: 'data[0]' }`), or of none. */
export async function firstBy<R extends AnyResource>(
  wire: ReadWire<R>,
  values: CallValues,
  options?: CallOptions,
): Promise<Row<R> | undefined> {
  const { data }: CallAnswer<Row<R>[]> = await callWire({ wire, as: 'read' }, values, options);
  return data[0];
}

type Page<R extends AnyResource> = { readonly data: Row<R>[]; readonly count?: number | undefined };
export async function rowsBy<R extends AnyResource>(
  wire: ListWire<R>,
  values: CallValues,
  options?: CallOptions,
): Promise<Page<R>> {
  const { data, count }: CallAnswer<Row<R>[] | Page<R>> = await callWire({ wire, as: 'list' }, values, options);
  return Array.isArray(data) ? { data, count } : data;
}

/** What the resource's list `lookUp` picks of each record. */
export async function choicesBy<R extends AnyResource>(
  wire: LookUpWire<R>,
  values: CallValues = {},
  options?: CallOptions,
): Promise<Choice<R>[]> {
  const { data }: CallAnswer<Choice<R>[]> = await callWire({ wire, as: 'list' }, values, options);
  return data;
}
