import { createHash } from 'node:crypto';
import type { Field } from '../../../src/schemas/kit/field';
import { customKey } from '../../../src/schemas/kit/custom-fields';
import { storedFields, storedSecrets } from '../../../src/schemas/kit/stored-fields';
import { keyOf, refOf, wiresOf, type AnyResource } from '../../../src/schemas/kit/resource';
import { uniqueRules, type UniqueRule } from '../../../src/schemas/kit/unique';
import { quote, tableName } from '../identifiers';
import { foldedText, literal } from '../parameters';
import { askedText, idleText } from './asked-text';
import type { ValuesKept } from './custom-index';
import { keptParts, keptSources, type KeptSource } from './values-elsewhere';

/** What the database should hold for one resource; everything follows from its schema file. */
export interface TableModel {
  readonly name: string;
  /** The resource whose rows it holds. */
  readonly of: string;
  readonly shared: boolean;
  readonly key: string;
  readonly columns: readonly ColumnModel[];
  /** Columns by the names that they had before. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Name to full statement. The name carries a hash of the definition: another definition is another index. */
  readonly indexes: ReadonlyMap<string, string>;
  readonly foreignKeys: ReadonlyMap<string, ForeignKey>;
  readonly secrets: readonly string[];
  readonly audited: boolean;
  /** Its custom values, and others that lists find by an index of their own (custom-index.ts); undefined: none. */
  readonly kept?: ValuesKept;
  /** Tables for which values of this one's newest records are kept. */
  readonly keptFor: readonly KeptSource[];
  /** Those that take the values from here through a reference of their newest records. */
  readonly keptThrough: readonly KeptSource[];
  /** Table of the generated, lower-case text and its search function; undefined: nothing to search. */
  readonly search?: { readonly expression: string };
}
export interface ForeignKey {
  /** The text after `add constraint <name>`. */
  readonly text: string;
  readonly field: string;
  /** The other table, and its key there; without a tenant of its own where it is shared. */
  readonly to: string;
  readonly key: string;
  readonly shared: boolean;
}
export interface ColumnModel {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull: boolean;
  readonly default?: string;
  readonly isList?: true;
}
export type ColumnType = 'text' | 'bigint' | 'numeric' | 'boolean' | 'jsonb' | 'date' | 'timestamp(3) with time zone';

export function tableModels(resources: readonly AnyResource[]): TableModel[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const sources = resources.filter(indexesCustom).flatMap((resource) => keptSources(resource, byName));
  return resources
    .filter((resource) => resource.store !== 'none' && resource.store !== 'view')
    .map((resource) => modelOf(resource, byName, sources));
}

/** The column type of a field. Timestamps keep milliseconds, so that what is read and what is stored compare equal. */
export function columnType(field: Field): ColumnType {
  const types = [field.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length !== 1) return 'jsonb';
  switch (types[0]) {
    case 'string':
      return field.format === 'date' ? 'date' : field.format === 'date-time' ? 'timestamp(3) with time zone' : 'text';
    case 'integer':
      return 'bigint';
    case 'number':
      return 'numeric';
    case 'boolean':
      return 'boolean';
    default:
      return 'jsonb';
  }
}

/** Free text sorts without regard to case; everything else by its value. */
export function sortsByLowerCase(resource: AnyResource, name: string): boolean {
  const field = resource.fields.properties[name];
  return field !== undefined && columnType(field) === 'text' && !field.enum && !field.format && !resource.refs?.[name];
}
export function sortExpression(resource: AnyResource, name: string): string {
  const column = columnText(resource, name);
  if (!sortsByLowerCase(resource, name)) return column;
  return isBeyondIndex(resource, name) ? `lower(left(${column}, ${sortedLetters}))` : `lower(${column})`;
}
/** An entry of an index is at most 2,704 bytes: long texts are sorted by their beginning, and found without an index. */
const sortedLetters = 200;
const longestIndexed = 600;
function isBeyondIndex(resource: AnyResource, name: string): boolean {
  const { maxLength, pattern, enum: choices } = resource.fields.properties[name] ?? {};
  if (typeOf(resource, name) !== 'text' || choices || customKey(name) !== undefined) return false;
  return maxLength === undefined ? sortsByLowerCase(resource, name) && !pattern : maxLength > longestIndexed;
}

/** A field as SQL reads it: its column, what an asked column is read from, or a tenant's custom field (`custom.hostel`) in its own type. */
export function columnText(resource: AnyResource, name: string): string {
  const key = customKey(name);
  if (key === undefined) return askedText(resource, name) ?? quote(name);
  const type = columnType(resource.fields.properties[name] ?? {});
  quote(key); // throws unless it is a plain name
  if (type === 'jsonb') return `("custom"->'${key}')`;
  return type === 'text' ? `("custom"->>'${key}')` : `("custom"->>'${key}')::${type}`;
}

/** Keys are compared as text, as the index keeps them; colleges, whose keys are numbers, are few and read as they are. */
export const indexesCustom = (resource: AnyResource): boolean =>
  resource.customFields !== undefined && keyOf(resource).type === 'string' && resource.store !== 'shared';

/** The order of a list when nobody asks for another: the schema's, else newest first. */
export function defaultOrder(resource: AnyResource): { readonly field: string; readonly descending: boolean } {
  const order: string = resource.order ?? '-created_at';
  return order.startsWith('-') ? { field: order.slice(1), descending: true } : { field: order, descending: false };
}

function modelOf(resource: AnyResource, byName: ReadonlyMap<string, AnyResource>, sources: readonly KeptSource[]): TableModel {
  const name = tableName(resource);
  const shared = resource.store === 'shared';
  const key = keyOf(resource);
  const virtual = new Set<string>(resource.virtual ?? []);
  const required = new Set<string>(resource.singleton ? [] : (resource.fields.required ?? []));
  const columns: ColumnModel[] = [{ name: key.name, type: key.type === 'integer' ? 'bigint' : 'text', notNull: true }];
  if (!shared) columns.unshift({ name: 'tenant_id', type: 'text', notNull: true });
  for (const [fieldName, field] of Object.entries(storedFields(resource))) {
    if (fieldName === key.name || virtual.has(fieldName)) continue;
    const type = columnType(field);
    columns.push({
      name: fieldName,
      type,
      notNull: required.has(fieldName),
      ...(field.default === undefined ? {} : { default: defaultOf(field.default, type) }),
      ...(field.type === 'array' ? { isList: true } : {}),
    });
  }
  columns.push(...systemColumnModels);
  const search = resource.search?.filter((field) => !virtual.has(field));
  return {
    name,
    of: resource.name,
    shared,
    key: key.name,
    columns,
    renamed: new Map(Object.entries<string>(resource.renamed ?? {})),
    indexes: indexesOf(resource, name, shared),
    foreignKeys: foreignKeysOf(resource, name, byName),
    secrets: storedSecrets(resource),
    audited: resource.audited !== false,
    ...(indexesCustom(resource)
      ? { kept: { name, key: key.name, parts: keptParts(resource), sources: sources.filter((one) => one.table === name) } }
      : {}),
    keptFor: sources.filter((one) => one.of === name),
    keptThrough: sources.filter((one) => one.through?.table === name),
    ...(search?.length
      ? { search: { expression: `lower(${search.map((field) => `' ' || coalesce(${quote(field)}::text, '')`).join(' || ')})` } }
      : {}),
  };
}

const systemColumnModels: readonly ColumnModel[] = [
  { name: 'created_at', type: 'timestamp(3) with time zone', notNull: true, default: 'now()' },
  { name: 'updated_at', type: 'timestamp(3) with time zone', notNull: true, default: 'now()' },
  { name: 'created_by', type: 'text', notNull: false, default: `nullif(current_setting('app.user', true), '')` },
  { name: 'updated_by', type: 'text', notNull: false, default: `nullif(current_setting('app.user', true), '')` },
  { name: 'row_version', type: 'bigint', notNull: true, default: '1' },
  { name: 'deleted_at', type: 'timestamp(3) with time zone', notNull: false },
];

function defaultOf(value: unknown, type: ColumnType): string {
  const text = type === 'jsonb' ? JSON.stringify(value) : String(value);
  return type === 'text' || type === 'jsonb' ? `${literal(text).trim()}::${type}` : literal(text).trim();
}

const uniqueText = (resource: AnyResource, rule: UniqueRule): string =>
  `(${[...new Set([...(resource.store === 'shared' ? [] : ['"tenant_id"']), ...uniqueColumns(resource, rule)])].join(', ')}) ${liveWhere(rule)}`;
export const uniqueIndexName = (resource: AnyResource, rule: UniqueRule): string =>
  short('ux', `${tableName(resource)}_${rule.fields.join('_')}`, uniqueText(resource, rule));

/** What a unique rule compares. Folded: letters without case, without outer spaces, and with one space between words. */
export const uniqueColumns = (resource: AnyResource, { fields, folds }: UniqueRule): string[] =>
  fields.map((name) => {
    const column = quote(name);
    return folds && columnType(resource.fields.properties[name] ?? {}) === 'text' ? foldedText(column) : column;
  });
export const liveWhere = ({ unless }: UniqueRule): string =>
  `where "deleted_at" is null${unless.map((field) => ` and ${quote(field)} is null`).join('')}`;

function foreignKeysOf(
  resource: AnyResource,
  tableOf: string,
  byName: ReadonlyMap<string, AnyResource>,
): ReadonlyMap<string, ForeignKey> {
  const keys = new Map<string, ForeignKey>();
  const virtual = new Set<string>(resource.virtual ?? []);
  for (const path of Object.keys(resource.refs ?? {})) {
    const field = resource.fields.properties[path];
    // Lists and refs inside nested data are checked by the write's own statement.
    if (!field || virtual.has(path) || columnType(field) === 'jsonb' || resource.store === 'shared') continue;
    const { to: named, copyOf } = refOf(resource, path)!;
    const target = byName.get(named);
    if (!target || target.store === 'none' || target.store === 'view' || copyOf) continue;
    const to = `${quote(tableName(target))} `;
    const key = keyOf(target).name;
    const targetKey = quote(key);
    const isShared = target.store === 'shared';
    const text = isShared
      ? `foreign key (${quote(path)}) references ${to}(${targetKey})`
      : `foreign key ("tenant_id", ${quote(path)}) references ${to}("tenant_id", ${targetKey})`;
    keys.set(short('fk', `${tableOf}_${path}`, text), { text, field: path, to: tableName(target), key, shared: isShared });
  }
  return keys;
}

function indexesOf(resource: AnyResource, tableOf: string, shared: boolean): ReadonlyMap<string, string> {
  const indexes = new Map<string, string>();
  const virtual = new Set<string>(resource.virtual ?? []);
  const tenant = shared ? [] : ['"tenant_id"'];
  const key = quote(keyOf(resource).name);
  const order = defaultOrder(resource);
  const ordered = sortExpression(resource, order.field);
  const add = (kind: 'ix' | 'ux', hint: string, what: string): void => {
    const name = short(kind, `${tableOf}_${hint}`, what);
    indexes.set(name, `create ${kind === 'ux' ? 'unique ' : ''}index ${quote(name)} on ${quote(tableOf)} ${what}`);
  };
  const list = (...parts: string[]): string => `(${[...new Set([...tenant, ...parts])].join(', ')})`;
  const live = 'where "deleted_at" is null';

  // Rows that no call lists, and whose schema names no order, are found by their keys only.
  const listed = wiresOf(resource, 'list').length > 0 || resource.lists || resource.filter || resource.sort || resource.order;
  const sorted = new Set<string>([...(listed ? [order.field] : []), ...(resource.sort ?? [])]);
  for (const name of sorted)
    if (!virtual.has(name) && !sortsByFilter(resource, name))
      add('ix', `by_${name}`, `${list(sortExpression(resource, name), key)} ${live}`);
  // Times are filtered by range, and behind a range an index orders nothing: the one they are sorted by serves both.
  const served = (name: string): boolean => sorted.has(name) && isTime(resource, name);
  for (const name of resource.filter ?? [])
    if (!virtual.has(name) && !isJson(resource, name) && !served(name) && !isLongText(resource, name))
      add(
        'ix',
        `of_${name}`,
        `${list(quote(name), ordered, key)} ${live}${isMostlyEmpty(resource, name) ? ` and ${quote(name)} is not null` : ''}`,
      );
  for (const [name, about] of Object.entries(resource.asked ?? {}))
    if (about.idle) add('ix', name, `${list(ordered, key)} ${live} and ${idleText(about)}`);
  for (const rule of uniqueRules(resource)) add('ux', rule.fields.join('_'), uniqueText(resource, rule));
  for (const fields of resource.indexes ?? []) {
    const [first = key] = fields.map(quote);
    add('ix', `for_${fields.join('_')}`, `${list(...fields.map(quote), key)} ${live} and ${first} is not null`);
  }
  if (resource.written) {
    const { text, at } = resource.written;
    const moment = at.length ? `coalesce(${[...at, 'created_at'].map(quote).join(', ')})` : '"created_at"';
    add('ix', 'written', `${list(moment, key)} ${live} and nullif(${quote(text)}, '') is not null`);
  }
  if (resource.findsDeleted) add('ix', 'deleted', `${list(key)} where "deleted_at" is not null`);
  for (const name of resource.uniqueEverywhere ?? []) add('ux', `everywhere_${name}`, `(lower(${quote(name)})) ${live}`);
  if (resource.singleton) add('ux', 'one', list());
  if (resource.search?.length) add('ix', 'search', `using gin (${[...tenant, '"search_text" gin_trgm_ops'].join(', ')}) ${live}`);
  return indexes;
}

/**
 * A whole number that is a filter and an order needs one index for both: rows of one number stand in the list's own order.
 */
export function sortsByFilter(resource: AnyResource, name: string): boolean {
  const isOwn = resource.asked?.[name] === undefined;
  const isBoth =
    isOwn && resource.capped === true && resource.sort?.includes(name) === true && resource.filter?.includes(name) === true;
  return isBoth && typeOf(resource, name) === 'bigint' && defaultOrder(resource).field !== name;
}

/**
 * Most imported leads fill few of the fields that may be filtered: an empty value costs no index entry, half of an import's time.
 */
function isMostlyEmpty(resource: AnyResource, name: string): boolean {
  const field = resource.fields.properties[name];
  const isOwner = resource.scope !== undefined && 'owner' in resource.scope && resource.scope.owner === name;
  return field !== undefined && field.default === undefined && !isOwner && !resource.fields.required?.includes(name);
}

const isLongText = (resource: AnyResource, name: string): boolean =>
  typeOf(resource, name) === 'text' && (resource.fields.properties[name]?.maxLength ?? 0) > longestIndexed;
const isJson = (resource: AnyResource, name: string): boolean => typeOf(resource, name) === 'jsonb';
const isTime = (resource: AnyResource, name: string): boolean => /^(date|timestamp)/.test(typeOf(resource, name) ?? '');
function typeOf(resource: AnyResource, name: string): ColumnType | undefined {
  const field = resource.fields.properties[name];
  return field ? columnType(field) : systemColumnModels.find((column) => column.name === name)?.type;
}

/** '<kind>_<hint>_<hash>', at most 63 characters. */
function short(kind: string, hint: string, definition: string): string {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 6);
  return `${kind}_${hint.slice(0, 52)}_${hash}`;
}
