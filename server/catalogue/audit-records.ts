import sql, { empty, type Sql } from 'sql-template-tag';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { leadRecords, people } from '../../src/schemas/kit/named-resources';
import { displayOf, keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import { ident, table, tableName } from '../store/identifiers';
import type { AuditRow } from './audit-entries';
import { rulesOf, shownValue } from './field-rules';
import { texts } from './references';
import { scopeOf } from './scope';

/** What an entry is about, in words: the record itself, or the record that it belongs to. */
export interface AuditRecord {
  readonly record_text: string;
  /** Set where the text is that of another record, such as the lead of a workflow entry. */
  readonly record_of?: { readonly resource: string; readonly id: string };
}
type Named = (row: Pick<AuditRow, 'table_name' | 'row_key'>) => AuditRecord | undefined;

const byTable = new Map(resources.map((resource) => [tableName(resource), resource]));

/**
 * Finds the names of the rows' records that this reader may see, in one statement; none of those out of scope. A deleted record keeps
 * its name here: an entry that says what was deleted names it.
 */
export async function auditRecords(rows: readonly AuditRow[], { tx, session }: Pick<Context, 'tx' | 'session'>): Promise<Named> {
  const keys = new Map<AnyResource, Set<string>>();
  for (const { table_name: name, row_key: key } of rows) {
    const resource = byTable.get(name);
    if (resource) keys.set(resource, (keys.get(resource) ?? new Set()).add(key));
  }
  const own = [...keys].filter(([resource]) => hasName(resource));
  const others = [...keys].flatMap(([resource, of]) => (hasName(resource) ? [] : parentOf(resource, [...of], session)));
  const references = own.flatMap(([to, of]) =>
    [...of].map((key) => ({ to, value: keyOf(to).type === 'integer' ? Number(key) : key })),
  );
  const known = await texts(tx, session.tenantId, references, false, others, session);
  return ({ table_name: name, row_key: key }) => {
    const resource = byTable.get(name);
    if (!resource) return undefined;
    if (hasName(resource)) return textOf(known.get(`${resource.name} ${key}`));
    const parent = parentField(resource);
    const id = known.get(`key of ${resource.name} ${key}`);
    const rule = parent && rulesOf(parent.to, session).get(displayOf(parent.to));
    if (!parent || id === undefined || rule === 'hidden') return undefined;
    const text = textOf(String(shownValue(rule, known.get(`text of ${resource.name} ${key}`) ?? '')));
    return text && { ...text, record_of: { resource: parent.to.name, id } };
  };
}

const textOf = (text: string | undefined): AuditRecord | undefined => (text ? { record_text: text } : undefined);

/** Whether its display field is a text that a person knows the record by, not a time, a choice or another record. */
function hasName(resource: AnyResource): boolean {
  const name = displayOf(resource);
  const field = resource.fields.properties[name];
  return field?.type === 'string' && !field.enum && !field.format && !refOf(resource, name) && name !== keyOf(resource).name;
}

/** The record that a record without a name belongs to: its lead, otherwise the first one with a name, a person last. */
function parentField(resource: AnyResource): { readonly field: string; readonly to: AnyResource } | undefined {
  const found = Object.keys(resource.refs ?? {}).flatMap((field) => {
    const to = refOf(resource, field)?.to;
    const target = resources.find((one) => one.name === to);
    const isPlain = resource.fields.properties[field]?.type === 'string';
    return target && isPlain && hasName(target) && target.store !== 'shared' ? [{ field, to: target }] : [];
  });
  const rank = ({ to: { name } }: { readonly to: AnyResource }): number => (name === leadRecords ? 0 : name === people ? 2 : 1);
  return found.sort((one, other) => rank(one) - rank(other))[0];
}

function parentOf(resource: AnyResource, keys: readonly string[], reader: Session): Sql[] {
  const parent = parentField(resource);
  if (!parent || resource.store === 'shared') return [];
  const { to, field } = parent;
  const scope = scopeOf(resourceNamed(to.name), reader);
  const rows = sql`from ${table(resource)} "~entry" join ${table(to)} on ${table(to)}."tenant_id" = "~entry"."tenant_id"
      and ${keyColumnOf(to)} = "~entry".${ident(field)}
    where "~entry"."tenant_id" = ${reader.tenantId} and "~entry".${ident(keyOf(resource).name)}::text = any(${keys}::text[])
      ${scope ? sql`and ${scope}` : empty}`;
  const key = sql`"~entry".${ident(keyOf(resource).name)}::text`;
  return [
    sql`select ${`key of ${resource.name}`}::text, ${key}, ${keyColumnOf(to)}::text ${rows}`,
    sql`select ${`text of ${resource.name}`}::text, ${key}, ${table(to)}.${ident(displayOf(to))}::text ${rows}`,
  ];
}

const keyColumnOf = (to: AnyResource): Sql => sql`${table(to)}.${ident(keyOf(to).name)}`;
