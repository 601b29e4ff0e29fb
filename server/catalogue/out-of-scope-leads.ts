import sql, { raw } from 'sql-template-tag';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { leadLists, leadPaths } from '../../src/schemas/kit/lead-data';
import { keyOf, refOf, type AnyResource, type AnyRow, type AnyStored } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import { ident, table } from '../store/identifiers';
import { scopeOf } from './scope';

type Asker = Pick<Context, 'tx' | 'session'>;

const about = leadPaths(resources);
const known = new WeakMap<AnyResource, readonly string[]>();
/**
 * Fields of the resource that list leads, or records about leads, in records that everyone reads: people who cannot open a lead
 * must not find its id there (TRUST-S34). None if `leadData.apart` gives a reason.
 */
export function leadListsOf(resource: AnyResource): readonly string[] {
  const found = known.get(resource) ?? (resource.leadData?.apart ? [] : leadLists(resource, about));
  known.set(resource, found);
  return found;
}

/**
 * Removes ids (and their labels) of leads outside the person's scope from the lists in the rows: one statement per field, for all
 * rows.
 */
export async function hideOutOfScopeLeads(resource: AnyResource, rows: readonly AnyStored[], asker: Asker): Promise<void> {
  for (const field of leadListsOf(resource)) {
    const seen = await seenAmong(
      resource,
      field,
      rows.flatMap((row) => idsAt(row[field])),
      asker,
    );
    if (!seen) continue;
    for (const row of rows) {
      const held = row[field];
      if (!Array.isArray(held)) continue;
      const texts = row._labels?.[field];
      const isSeen = (_: unknown, at: number): boolean => seen.has(String(held[at]));
      if (Array.isArray(texts)) row._labels = { ...row._labels, [field]: texts.filter(isSeen) };
      row[field] = idsAt(held).filter((id) => seen.has(id));
    }
  }
}

/** When a client saves a list of which it saw only a part, the leads it could not see stay in the list. */
export async function keepOutOfScopeLeads(
  resource: AnyResource,
  before: Readonly<AnyRow>,
  values: AnyRow,
  asker: Asker,
): Promise<void> {
  for (const field of leadListsOf(resource)) {
    if (!Object.hasOwn(values, field)) continue;
    const seen = await seenAmong(resource, field, idsAt(before[field]), asker);
    if (!seen) continue;
    const sent = idsAt(values[field]);
    const hidden = idsAt(before[field]).filter((id) => !seen.has(id) && !sent.includes(id));
    if (hidden.length) values[field] = [...sent, ...hidden];
  }
}

/** Those of the ids that this person may open; undefined: all. */
async function seenAmong(
  resource: AnyResource,
  field: string,
  ids: readonly string[],
  { tx, session }: Asker,
): Promise<ReadonlySet<string> | undefined> {
  const to = resourceNamed(refOf(resource, field)!.to);
  const scope = scopeOf(to, session);
  if (!scope || !ids.length) return undefined;
  const key = ident(keyOf(to).name);
  const rows = await tx.rows<{ key: string }>(sql`
    select ${key}::text as "key" from ${table(to)} where "tenant_id" = ${session.tenantId}
      and ${key} = any(${[...new Set(ids)]}::${raw(keyOf(to).type === 'integer' ? 'bigint' : 'text')}[]) and ${scope}`);
  return new Set(rows.map((row) => row.key));
}

const idsAt = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
