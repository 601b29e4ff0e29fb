import sql, { empty, join, type Sql } from 'sql-template-tag';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { inSentence } from '../../src/schemas/kit/in-sentence';
import { linkOf } from '../../src/schemas/kit/links';
import { isRecord, recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { titleOfPath } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import {
  displayOf,
  keyOf,
  refOf,
  type AnyResource,
  type Labels,
  type AnyRow,
  type AnyStored,
} from '../../src/schemas/kit/resource';
import { people } from '../../src/schemas/kit/named-resources';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import type { Session } from '../context/session';
import type { Store, Tx } from '../store/store';
import { ident, keyColumn, table, tableName } from '../store/identifiers';
import { statementName } from '../store/statement-name';
import type { Key } from './drafts';
import { rulesOf, shownValue } from './field-rules';
import { liveCustomKeys } from './live-custom-keys';
import { rememberedTexts, type RememberedTexts } from './remembered-texts';
import { scopeOf } from './scope';
import { leadListsOf } from './out-of-scope-leads';
import { belongs, dependent } from './dependent-references';
import { keysAt } from './keys-at';
import { linkedRecords, linksIn } from './links';
import { pathText } from './trees';

/** A value somewhere in a record that is another record's key. */
interface Reference {
  readonly path: string;
  readonly value: Key;
  readonly to: AnyResource;
  readonly evenInactive?: boolean | undefined;
}

/**
 * One sentence for each reference that is not a live record of the tenant: another tenant's ids are unknown ids (TRUST-S3), and in
 * lists those of leads that this person may not open, unless the record (`before`) holds them already (TRUST-S34). A user who is
 * inactive stays where `before` names them and cannot be chosen again. One statement for all of them, none when there are none.
 */
export async function unknownReferences(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  resource: AnyResource,
  values: Readonly<AnyRow>,
  before: Readonly<AnyRow> | 'nothing is chosen' = {},
): Promise<FieldError[]> {
  const { tenantId } = session;
  const stored = before === 'nothing is chosen' ? {} : before;
  const record = { ...stored, ...values };
  const lists = leadListsOf(resource);
  const held = new Set(lists.flatMap((field) => keysAt(stored[field]).map((key) => `${field} ${key}`)));
  const isHeld = ({ path, value }: Reference): boolean => held.has(`${path.split('.')[0]} ${value}`);
  const links = linksIn(resource, values, record, session);
  const references: Reference[] = [...referencesIn(resource, values).filter((one) => !isHeld(one)), ...links.found];
  const listed = new Set(references.filter((one) => lists.includes(one.path.split('.')[0]!)).map((one) => one.to));
  for (const { to } of links.found) listed.add(to);
  const parted = dependent(resource, values, record);
  const chosen = before === 'nothing is chosen' ? [] : newlyChosen(resource, references, before);
  const known = await texts(
    tx,
    tenantId,
    references,
    true,
    [
      ...parted.map((one) => belongs(tenantId, one)),
      ...[...new Set(chosen.map((one) => one.to))].map((to) => inactiveOf(tenantId, to, chosen)),
    ],
    undefined,
    undefined,
    (to) => (listed.has(to) || (to.rows && before !== 'nothing is chosen') ? session : undefined),
  );
  const title = (path: string): string => titleOfPath(resource, path.split('.'));
  const unknown = references
    .filter((one) => !known.has(labelKey(one)))
    .map((one) => ({ path: one.path, message: `${title(one.path)} does not exist` }));
  const apart = parted
    .filter((one) => !known.has(`${one.path} ${one.value}`) && !unknown.some((other) => other.path === one.path))
    .map(({ path, by }) => ({ path, message: `${title(path)} does not belong to this ${title(by)}` }));
  const inactive = chosen
    .filter((one) => known.has(`${markOf(`inactive ${one.to.name}`)} ${one.value}`))
    .map((one) => ({ path: one.path, message: `${title(one.path)}: this ${inSentence(one.to.label)} is not active` }));
  return [...links.errors, ...unknown, ...apart, ...inactive];
}

/** Virtual fields (such as team members) are read from the members' own records. */
function newlyChosen(resource: AnyResource, references: readonly Reference[], before: Readonly<AnyRow>): Reference[] {
  const isStored = (path: string): boolean => !resource.virtual?.includes(path.split('.')[0]!);
  const marked = references.filter((one) => one.to.marksInactive && !one.evenInactive && isStored(one.path));
  const kept = marked.length ? new Set(referencesIn(resource, before).map(labelKey)) : undefined;
  return marked.filter((one) => !kept!.has(labelKey(one)));
}

const inactiveOf = (tenantId: string, to: AnyResource, chosen: readonly Reference[]): Sql =>
  sql`select ${markOf(`inactive ${to.name}`)}::text as "to", ${keyColumn(to)}::text as "key", '' as "text" from ${table(to)} where "tenant_id" = ${tenantId}
    and ${keyColumn(to)}::text = any(${chosen.filter((one) => one.to === to).map((one) => String(one.value))}::text[]) and "status" = 0`;

/** Puts `_labels`, the texts of the references in `fields`, and the hooks' marks and texts on each row: one statement for all rows. */
export async function addLabels(
  resource: AnyResource,
  hooks: Hooks,
  rows: readonly AnyStored[],
  fields: readonly string[],
  context: Context,
): Promise<void> {
  if (!rows.length) return;
  const { tx, session, services } = context;
  const targets = fields.flatMap((field) => {
    const to = stamps.has(field) ? people : refOf(resource, field)?.to;
    return to ? [{ field, to: resourceNamed(to) }] : [];
  });
  const links = fields.filter((field) => linkOf(resource, field));
  const linkedOf = (row: AnyStored): readonly Reference[] => (links.length ? linkedRecords(resource, links, row, session) : []);
  const wanted: Pick<Reference, 'value' | 'to'>[] = rows.flatMap(linkedOf);
  for (const { field, to } of targets)
    for (const row of rows) for (const value of keysAt(valueAt(row, field))) wanted.push({ value, to });
  const isUnset = ([field]: readonly [string, unknown]): boolean => rows.some((row) => row[field] === undefined);
  const marks = Object.entries(hooks.marks ?? {}).filter(isUnset);
  const virtualTexts = Object.entries(hooks.texts ?? {}).filter(isUnset);
  const custom = rows.some((row) => Object.keys(row['custom'] ?? {}).length > 0) ? resource.customFields : undefined;
  const keys = rows.flatMap((row) => keysAt(row['id']));
  const marked = marks.map(
    ([field, of]) =>
      sql`select ${markOf(field)}::text as "to", marked.key::text as "key", '' as "text" from (${of(keys, context)}) marked(key)`,
  );
  const said = virtualTexts.map(
    ([field, of]) =>
      sql`select ${markOf(field)}::text as "to", said.key::text as "key", said."text" as "text" from (${of(keys, context)}) said(key, "text")`,
  );
  const keysOfCustom = custom ? liveCustomKeys(custom, context) : undefined;
  const further = [...marked, ...said, ...(keysOfCustom?.asked ?? [])];
  const known = await texts(tx, session.tenantId, wanted, false, further, session, services.store);
  const live = keysOfCustom?.among(known);
  for (const row of rows) {
    if (live && row['custom']) row['custom'] = withoutDeleted(recordIn(row['custom']), live);
    for (const [field] of marks) row[field] = known.has(`${markOf(field)} ${String(row['id'])}`);
    for (const [field] of virtualTexts) row[field] = known.get(`${markOf(field)} ${String(row['id'])}`) ?? null;
    if (targets.length || links.length)
      row._labels = Object.assign(labelsOf(row, targets, known), linkLabels(linkedOf(row), known));
  }
}

/** A record that this person cannot see has no text at all. */
const linkLabels = (linked: readonly Reference[], known: ReadonlyMap<string, string>): Labels =>
  Object.fromEntries(linked.map((one) => [one.path, known.get(labelKey(one))] as const).filter(isTold));
const isTold = (entry: readonly [string, string | undefined]): entry is readonly [string, string] => entry[1] !== undefined;

/** The names of the references in loose values, such as those before and after a change; one object for each. */
export async function labelsIn(
  resource: AnyResource,
  values: readonly unknown[],
  fields: readonly string[],
  context: Context,
): Promise<Labels[]> {
  const rows = values.map((one): AnyStored => Object.fromEntries(fields.map((field) => [field, recordIn(one)[field]])));
  await addLabels(resource, {}, rows, fields, context);
  return rows.map(({ _labels }) => _labels ?? {});
}

/** A deleted custom field hides; its values stay for 90 days (D-136). */
const withoutDeleted = (values: AnyRow, live: ReadonlySet<string>): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([key]) => live.has(key)));

const markOf = (field: string): string => `is:${field}`;

function labelsOf(
  row: Readonly<AnyRow>,
  targets: readonly { field: string; to: AnyResource }[],
  known: ReadonlyMap<string, string>,
): Labels {
  const labels: Record<string, string | string[]> = {};
  for (const { field, to } of targets) {
    const value = valueAt(row, field);
    const labelOf = (key: Key): string => known.get(labelKey({ value: key, to })) ?? String(key);
    // of a list's rows one each, in their order: those without a reference are empty
    if (field.includes('.*.')) labels[field] = [value].flat().map((one) => keysAt(one).map(labelOf).join(', '));
    else if (Array.isArray(value)) labels[field] = keysAt(value).map(labelOf);
    else for (const key of keysAt(value)) labels[field] = labelOf(key);
  }
  return labels;
}

/** A field's value; of 'items.*.stream_id' one for each row of the list. */
function valueAt(row: Readonly<AnyRow>, path: string): unknown {
  if (!path.includes('.')) return row[path];
  const [first = '', ...rest] = path.split('.');
  if (rest[0] === '*') return recordsIn(row[first]).map((one) => valueAt(one, rest.slice(1).join('.')));
  return rest.length ? valueAt(recordIn(row[first]), rest.join('.')) : row[first];
}

const stamps: ReadonlySet<string> = new Set(['created_by', 'updated_by']);
const labelKey = (one: { readonly value: Key; readonly to: AnyResource }): string => `${one.to.name} ${one.value}`;

/** Every reference that the values hold, with its dotted path ('percentages.1.user_id'). */
function referencesIn(resource: AnyResource, values: Readonly<AnyRow>): Reference[] {
  return Object.keys(resource.refs ?? {}).flatMap((path) => {
    const { to, evenInactive } = refOf(resource, path)!;
    const target = resources.find((one) => one.name === to);
    return target ? walk(values, path.split('.'), '').map((one) => ({ ...one, to: target, evenInactive })) : [];
  });
}

function walk(value: unknown, steps: readonly string[], at: string): { path: string; value: Key }[] {
  if (value === null || value === undefined) return [];
  const [step, ...rest] = steps;
  const under = (name: string | number): string => (at ? `${at}.${name}` : String(name));
  if (Array.isArray(value)) return value.flatMap((one, index) => walk(one, step === '*' ? rest : steps, under(index)));
  if (step === undefined) return typeof value === 'string' || typeof value === 'number' ? [{ path: at, value }] : [];
  if (!isRecord(value) || !Object.hasOwn(value, step)) return [];
  return walk(value[step], rest, under(step));
}

/** The texts of the named records, by labelKey. With `store`, those that are remembered are not asked for. */
export async function texts(
  tx: Tx,
  tenantId: string,
  references: readonly Pick<Reference, 'value' | 'to'>[],
  liveOnly: boolean,
  further: readonly Sql[] = [],
  reader?: Session,
  store?: Store,
  scoped: (to: AnyResource) => Session | undefined = () => reader,
): Promise<Map<string, string>> {
  const byTarget = new Map<AnyResource, Set<Key>>();
  for (const { to, value } of references) byTarget.set(to, (byTarget.get(to) ?? new Set()).add(value));
  const rows: Text[] = [];
  const parts: Sql[] = [];
  const memories = new Map<string, RememberedTexts>();
  for (const [to, keys] of byTarget) {
    const memory = store && !tx.hasWritten(tableName(to)) ? rememberedTexts(store, tenantId, to) : undefined;
    if (memory) memories.set(to.name, memory);
    const open = [...keys].filter((key) => {
      const text = memory?.textOf(String(key));
      if (text !== undefined) rows.push({ to: to.name, key: String(key), text });
      return text === undefined;
    });
    if (open.length) parts.push(textsOf(tenantId, to, open, liveOnly, scoped(to)));
  }
  parts.push(...further);
  if (parts.length) {
    const statement = join(parts, ' union all ');
    for (const row of await tx.rows<Text>(statement, statementName(statement))) {
      memories.get(row.to)?.keep(row.key, row.text);
      rows.push(row);
    }
  }
  const rules = new Map([...byTarget.keys()].map((to) => [to.name, reader && rulesOf(to, reader).get(displayOf(to))]));
  return new Map(
    rows.flatMap((row) => {
      const rule = rules.get(row.to);
      return rule === 'hidden' ? [] : [[`${row.to} ${row.key}`, String(shownValue(rule, row.text))] as const];
    }),
  );
}

interface Text {
  readonly to: string;
  readonly key: string;
  readonly text: string;
}

/** `reader`: whom the texts are for; records outside the person's scope stay ids, and field rules hold for texts too. */
function textsOf(tenantId: string, to: AnyResource, keys: readonly Key[], liveOnly: boolean, reader?: Session): Sql {
  const key = keyOf(to);
  const wanted = keys.filter((one) => typeof one === (key.type === 'integer' ? 'number' : 'string'));
  const among = key.type === 'integer' ? sql`${wanted}::bigint[]` : sql`${wanted}::text[]`;
  const own = to.store === 'shared' ? empty : sql`tenant_id = ${tenantId} and `;
  const live = liveOnly && to.store !== 'shared' ? sql` and deleted_at is null` : empty;
  const scope = reader ? scopeOf(to, reader) : null;
  // Inactive people are still named, and marked.
  const name = to.marksInactive
    ? sql`${ident(displayOf(to))} || case when "status" = 0 then ' (inactive)' else '' end`
    : ident(displayOf(to));
  return sql`select ${to.name}::text as "to", ${ident(key.name)}::text as "key", ${pathText(to, name, displayOf(to)) ?? name}::text as "text"
    from ${table(to)} where ${own}${ident(key.name)} = any(${among})${live}${scope ? sql` and ${scope}` : empty}`;
}
