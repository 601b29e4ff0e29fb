import { isOneOf } from './is-one-of';
import type { AnyRow } from './resource';

/**
 * The wire string of a call, `METHOD[|METHOD] path[?query][@body]`, read once into its parts.
 * `{id}` and `{_id}` in the path or `id`/`_id` in query or body are the record's key; `{leadId=lead_id}` is a field under
 * another name. A query or body item is `name`, `name[]` (repeats), `name=constant` or `name=$field`.
 */

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof allMethods)[number];
export interface WireItem {
  readonly name: string;
  /** `name[]`: repeated keys or a list. */
  readonly list: boolean;
  /** `name=constant`: the request must carry exactly this. */
  readonly constant?: string;
  /** The record field that the item carries; by default the name itself. */
  readonly field: string;
}
export interface Wire {
  readonly methods: readonly Method[];
  /** Without a leading slash, placeholders as `{name}`. */
  readonly path: string;
  readonly params: readonly WireItem[];
  readonly query: readonly WireItem[];
  readonly body: readonly WireItem[];
}

/** Names that mean the record's key wherever they stand. */
export const keyNames = ['id', '_id'] as const;

export function parseWire(text: string): Wire {
  const match = /^([A-Z|]+) ([^\s?@]+)(?:\?([^@\s]*))?(?:@(\S*))?$/.exec(text);
  if (!match) throw new Error(`wire '${text}' is not METHOD path[?query][@body]`);
  const methods = match[1]!.split('|').map((method) => {
    if (!isOneOf(allMethods, method)) throw new Error(`wire '${text}': '${method}' is not GET, POST, PUT, PATCH or DELETE`);
    return method;
  });
  const params: WireItem[] = [];
  const path = match[2]!.replace(/\{([^}]+)\}/g, (_, inside: string) => {
    const [name = '', field] = inside.split('=');
    params.push({ name, list: false, field: field ?? name });
    return `{${name}}`;
  });
  return { methods, path: path.replace(/^\//, ''), params, query: items(match[3]), body: items(match[4]) };
}

/** A call under `res/` (D-045): statuses are plain, bodies bare, totals and cursors in headers. The others answer the envelope. */
export const isPlain = ({ path }: Pick<Wire, 'path'>): boolean => path.startsWith('res/');

/** Does the request name the record's key? Decides between two operations on one address. */
export function namesKey(wire: Wire): boolean {
  return [...wire.params, ...wire.query, ...wire.body].some((item) => isOneOf(keyNames, item.name));
}

/** The address of a wire for a browser: placeholders filled, constants and given query values appended. */
export function wireUrl(wire: Wire, values: Readonly<AnyRow>): string {
  const path = wire.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
  const query = new URLSearchParams();
  for (const item of wire.query) {
    const value = item.constant ?? values[item.name];
    if (value === undefined || value === null || value === '') continue;
    if (item.list && Array.isArray(value)) for (const one of value) query.append(`${item.name}[]`, String(one));
    else query.append(item.name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The URL of a GET with these values, path and query. */
export function addressOf(wire: Wire, values: Readonly<AnyRow>): string {
  const inUrl = new Set([...wire.params, ...wire.query].map((item) => item.name));
  return withQuery(
    wireUrl(wire, values),
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !inUrl.has(name) && value !== undefined)),
  );
}

function withQuery(address: string, rest: Readonly<AnyRow>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const one of [value].flat())
      if (one !== null && one !== '') query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  const text = query.toString();
  return text ? `${address}${address.includes('?') ? '&' : '?'}${text}` : address;
}

function items(text: string | undefined): WireItem[] {
  if (!text) return [];
  return text.split(/[,&]/).map((part) => {
    const [left = '', right] = part.split('=');
    const list = left.endsWith('[]');
    const name = list ? left.slice(0, -2) : left;
    if (right?.startsWith('$')) return { name, list, field: right.slice(1) };
    return right === undefined ? { name, list, field: name } : { name, list, constant: right, field: name };
  });
}
