import { withOwnDefaults, withRowDefaults, type Beginning } from '../../src/schemas/kit/defaults';
import type { Field, Fields } from '../../src/schemas/kit/field';
import { isRecord } from '../../src/schemas/kit/is-record';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { keyOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import type { Values } from '../../src/schemas/kit/values';
import { keyNames } from '../../src/schemas/kit/wire';
import type { Context, Saver } from '../context/context';
import { dayOf } from '../domain/days';

export type Key = string | number;
export interface Draft {
  /** The client's values by field name; texts of query and multipart converted by field type. */
  readonly values: AnyRow;
  /** The version the client saw (If-Match or `row_version`), if it says so. */
  readonly version?: number;
}

/** The draft of a create, update or status call: the body, of a GET that writes the query. */
export function draftOf(resource: AnyResource, context: Context): Draft {
  const fromQuery = context.wire.methods.includes('GET') && !Object.keys(context.body).length;
  const source = fromQuery ? context.query : context.body;
  const asText = fromQuery || String(context.request.headers['content-type'] ?? '').startsWith('multipart/');
  const items = new Map([...context.wire.query, ...context.wire.body].map((item) => [item.name, item.field]));
  const values: AnyRow = {};
  for (const [name, value] of Object.entries(source)) {
    if (notFields.has(name) && !Object.hasOwn(resource.fields.properties, name)) continue;
    const field = items.get(name) ?? name;
    // What the wire names and no client may write is the call's own, not the draft's (D-146).
    if (items.has(name) && resource.readOnly?.includes(field)) continue;
    values[field] = asText ? fromText(value, fieldOf(resource.fields.properties, field)) : value;
  }
  const part = context.upload?.field;
  if (part && resource.files?.includes(part)) values[part] = `upload:${part}`;
  const version = versionOf(context, source);
  return version === undefined ? { values } : { values, version };
}

/** The record's key from path, query or body; 404 when it cannot be one. */
export function keyFrom(resource: AnyResource, context: Context): Key {
  const named = keyNames.map((name) => context.params[name] ?? context.query[name] ?? context.body[name]);
  const text = named.find((value) => value !== undefined && value !== '');
  return asKey(resource, text);
}

/** A key as the database holds it; anything that cannot be a key is an unknown record. */
export function asKey(resource: AnyResource, value: unknown): Key {
  const text = typeof value === 'number' ? String(value) : value;
  if (keyOf(resource).type === 'integer') {
    if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  } else if (typeof text === 'string' && /^[\w-]{1,60}$/.test(text)) return text;
  throw notFound(resource);
}

export const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number';
/** The key of a stored record. */
export function keyIn(resource: AnyResource, row: Readonly<AnyRow>): Key {
  const key = row[keyOf(resource).name];
  if (isKey(key)) return key;
  throw new Error(`a record of '${resource.name}' without its key`);
}

export const notFound = (resource: AnyResource): Error => problem(404, `${resource.label} not found.`);

/** For defaults that depend on who adds the record, and when. */
export const beginningOf = ({ session, services }: Saver): Beginning => ({
  userId: session.userId,
  today: dayOf(services.now(), session.timezone),
  now: services.now().toISOString(),
});

/** The draft with the schema's defaults where it says nothing; what a person left empty on purpose, null in `sent`, stays so. */
export function withDefaults(
  resource: AnyResource,
  values: AnyRow,
  by?: { readonly beginning: Beginning; readonly sent: Values },
): AnyRow {
  const filled = { ...values };
  for (const [name, field] of Object.entries(resource.fields.properties))
    if (field.default !== undefined && (filled[name] === undefined || filled[name] === null))
      filled[name] = structuredClone(field.default);
  for (const [name, field] of Object.entries(resource.fields.properties)) fillInner(filled[name], field);
  if (!by || !resource.defaults) return filled;
  const emptied = new Set(Object.keys(by.sent).filter((name) => by.sent[name] === null));
  const whole = withOwnDefaults(resource, filled, by.beginning, emptied);
  return withRowDefaults(resource, whole, by.sent, by.beginning);
}

/** Names in query or body that select, steer or repeat, and are never written. */
const notFields = new Set<string>([...keyNames, 'row_version', 'client_ref']);

const fieldOf = (fields: Fields, name: string): Field | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** The fixed defaults inside a value, which is changed. */
export function fillInner(value: unknown, field: Field): void {
  if (Array.isArray(value) && field.items) for (const one of value) fillInner(one, field.items);
  else if (isRecord(value) && field.properties) {
    for (const [name, inner] of Object.entries(field.properties)) {
      if (inner.default !== undefined && value[name] === undefined) value[name] = structuredClone(inner.default);
      fillInner(value[name], inner);
    }
  }
}

function versionOf(context: Context, source: Readonly<AnyRow>): number | undefined {
  const given = source['row_version'] ?? context.request.headers['if-match'];
  if (given === undefined || given === '' || given === '*') return undefined;
  const version = typeof given === 'string' ? Number(given.replace(/^(W\/)?"(.*)"$/, '$2')) : given;
  if (typeof version !== 'number' || !Number.isInteger(version))
    throw invalid('row_version', 'row_version must be a whole number');
  return version;
}

/** Query and multipart know only texts; what does not fit its type stays as it is, for validation to name. */
function fromText(value: unknown, field: Field | undefined): unknown {
  const types = [field?.type ?? 'string'].flat();
  if (types.includes('array') && Array.isArray(value)) return value.map((one) => fromText(one, field?.items));
  if (typeof value !== 'string' || types.includes('string')) return value;
  if (value === '') return null;
  if (types.includes('integer') || types.includes('number')) return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (types.includes('boolean')) return { true: true, '1': true, false: false, '0': false }[value] ?? value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return types.includes('array') ? value.split(',').map((one) => fromText(one, field?.items)) : value;
  }
}
