import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { isDimension, type DimensionId } from '../../src/schemas/kit/dimensions';
import { ownerInScope } from '../context/data-scope';
import type { Asked } from './asked';
import { groupingOf, holds, isTime, periodOf, type Credit } from './dimensions';
import type { FactPart } from './facts/fact-table';

export interface FactsAsked extends Credit {
  readonly parts: ReadonlySet<FactPart>;
  /** What the facts are grouped by. */
  readonly by: readonly DimensionId[];
  readonly values: DimensionValues;
  /** What is read of the facts and their leads besides. */
  readonly reads?: readonly Sql[];
}
export interface Facts {
  /** From `from` on: facts `f`, their leads `l` where something reads them, and in `k` a column for each dimension of `by`, k0 and on. */
  readonly from: Sql;
}

/**
 * The facts that this reader may open: of leads in the reader's scope now, not deleted; undefined where they have no such
 * dimension. A call to or from an unknown number goes with its user, as in the list of calls.
 */
export function factsOf(asked: Asked, wanted: FactsAsked): Facts | undefined {
  const { table, by, values } = wanted;
  const found = by.map((id) => groupingOf(id, wanted, asked));
  const groupings = found.filter((one) => one !== undefined);
  if (groupings.length < found.length) return undefined;
  const filters: Sql[] = asked.among ? [sql`f."id" in (${asked.among})`] : [];
  for (const [id, texts] of Object.entries(values)) {
    const grouping = isDimension(id) ? groupingOf(id, wanted, asked) : undefined;
    if (!grouping) return undefined;
    filters.push(holds(grouping, texts));
  }
  const times = [...new Set([...by, ...Object.keys(values).filter(isDimension)])].filter(isTime);
  const period =
    table.perPeriod && times.length ? (at: Sql): Sql => join(times.map((time) => periodOf(time, asked, at))) : undefined;
  const read = [...groupings.map((one) => ('key' in one ? one.key : one.on)), ...filters, ...(wanted.reads ?? [])];
  const { from, where } = sourceOf(asked, wanted, period, read.some(namesLead));
  const joins = groupings.map((one, at) =>
    'relation' in one
      ? sql` left join (${one.marked ?? one.relation}) ${alias('r', at)} on ${alias('r', at)}."of" = ${one.on}`
      : empty,
  );
  // Rows get their order from their names: of keys only bytes are compared, which is faster.
  const keys = groupings.map(
    (one, at) => sql`(${'key' in one ? one.key : sql`${alias('r', at)}."key"`}) collate "C" as ${alias('k', at)}`,
  );
  const keyed = keys.length ? sql` cross join lateral (select ${join(keys)}) k` : empty;
  return { from: sql`${from}${join([empty, ...joins], '')}${keyed} where ${join([...where, ...filters], ' and ')}` };
}

const aliases = { r: [0, 1, 2, 3, 4].map((n) => sql([`r${n}`])), k: [0, 1, 2, 3, 4].map((n) => sql([`k${n}`])) };
export const alias = (letter: 'r' | 'k', at: number): Sql => aliases[letter][at] ?? sql([`${letter}${at}`]);

const namesLead = ({ sql: text }: Sql): boolean => text.includes('l."');

function sourceOf(
  asked: Asked,
  { table, parts, values }: FactsAsked,
  period: ((at: Sql) => Sql) | undefined,
  readsLead: boolean,
): { readonly from: Sql; readonly where: Sql[] } {
  const { tenantId, scope } = asked;
  const seen = ownerInScope(scope, sql`l."user_id"`);
  const ofLeads = table.ofLeads?.(asked, { parts, period, values });
  if (ofLeads) {
    const { columns, joins = empty, where } = ofLeads;
    return {
      from: sql`"leads" l${joins} cross join lateral (select ${columns}) f`,
      where: [sql`l."tenant_id" = ${tenantId} and l."deleted_at" is null and ${seen}`, ...(where ? [where] : [])],
    };
  }
  const facts = sql`(${table.select?.(asked, { parts, period, values })}) f`;
  if (table.lead === 'never' && table.credit === 'nobody')
    return { from: facts, where: [scope === 'tenant' ? sql`true` : sql`false`] };
  if (table.lead === 'never') return { from: facts, where: [ownerInScope(scope, sql`f."user_id"`)] };
  // Deleted leads are few and have an index; a join with all the others would cost more than everything else.
  if (scope === 'tenant' && !readsLead)
    return {
      from: facts,
      where: [
        sql`not exists (select from "leads" d where d."tenant_id" = ${tenantId} and d."id" = f."lead_id" and d."deleted_at" is not null)`,
        ...(table.lead === 'always' ? [sql`f."lead_id" is not null`] : []),
      ],
    };
  const own = sql`l."tenant_id" = ${tenantId} and l."id" = f."lead_id" and l."deleted_at" is null and ${seen}`;
  const unknown = sql`f."lead_id" is null and ${ownerInScope(scope, sql`f."user_id"`)}`;
  return table.lead === 'often'
    ? { from: sql`${facts} left join "leads" l on ${own}`, where: [sql`(l."id" is not null or ${unknown})`] }
    : { from: sql`${facts} join "leads" l on ${own}`, where: [sql`true`] };
}
