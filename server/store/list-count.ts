import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { people } from '../../src/schemas/kit/named-resources';
import { ident, table } from './identifiers';
import { entryCondition, isShortened, keysText } from './custom-lookup';
import { filterText, signs } from './list-filters';
import { typeOfColumn, type Filter, type ListRequest } from './list-request';
import { defaultOrder, sortExpression } from './tables/model';

/** Counts that an index answers alone stop here (D-047). */
export const countLimit = 10_001;
/**
 * Rows looked at where the table itself has to be read. One condition is found in its index and the others are tried on the
 * rows behind it: what that costs is the rows looked at, however few of them match (SPEED-B6).
 */
export const scanLimit = 2_000;
/** The same of a resource whose file says nothing of counts: up to so many rows its counts are exact. */
const usualScan = 10_000;
/** The same where nothing narrows a list but whose its rows are: it is the one that its people look at most. */
const ownScan = 30_000;

/** Does a count of this list have an end? Rows of a view have no index that would end it early. */
export const hasEnd = ({ capped, store }: AnyResource, { count }: Pick<ListRequest, 'count'>): boolean =>
  (capped ?? store !== 'view') && count !== 'exact';

/**
 * A count with an end: the number of rows, or as `-(n + 1)` that there are at least n. With one condition that an index holds it
 * counts to 10,000; with more it looks at the first rows of the narrowest: 2,000, or 10,000 of a list that is not `capped`, or 30,000 where
 * nothing narrows it but whose rows they are (`lookedUp`).
 */
export function boundedCount(
  resource: AnyResource,
  tenantId: string,
  request: ListRequest,
  how: {
    readonly where: readonly Sql[];
    readonly scope: Sql | null;
    /** The one of `where` that asks another record for each row. */
    readonly lookedUp: Sql | null;
    readonly match: Sql;
    /** The predicate with these filters instead of the request's own. */
    readonly without: (filters: readonly Filter[]) => Sql;
    /** The first rows of a select, in this order. */
    readonly each: (some: Sql, order: Sql, most: Sql) => Sql;
  },
): Sql {
  const from = table(resource);
  const { where, scope, lookedUp, match, without, each } = how;
  const conditions = request.filters.length + request.anyOf.length + where.length;
  const isWhole = lookedUp !== null && conditions === 1;
  const scanned = isWhole ? ownScan : resource.capped ? scanLimit : usualScan;
  const alone = conditions === request.filters.length && isOneEntry(resource, request.filters);
  const ofCustom =
    request.q === '' && !scope ? customKeys(resource, tenantId, request, alone ? countLimit : scanned + 1) : undefined;
  if (ofCustom && alone) return sql`select count(*) as n from (${ofCustom.found}) as "~some"`;
  const simple =
    lookedUp === null &&
    request.anyOf.length === 0 &&
    request.filters.every((filter) => isIndexed(filter) && !isInside(resource, filter.field)) &&
    conditions <= 1;
  if (simple || request.q !== '')
    return sql`select count(*) as n from (select 1 from ${from} where ${match} limit ${raw(String(countLimit))}) as "~some"`;
  const base = scope ? undefined : narrowest(resource, request.filters);
  const keys = ofCustom && sql`${ident(keyOf(resource).name)} = any(array(select "row_key" from (${ofCustom.found}) as "~keys"))`;
  const first = scope ?? keys ?? (base ? filterText(resource, base) : undefined);
  const order = scope || keys ? empty : orderOf(resource, base);
  const alive = sql`${resource.store === 'shared' ? empty : sql`"tenant_id" = ${tenantId} and `}"deleted_at" is null`;
  // Counted first and read twice: a condition that asks other records would be asked again for each mention.
  return sql`select case when "~seen" > ${raw(String(scanned))} then -1 - "~fit" else "~fit" end as n
    from (select count(*) as "~seen", count(*) filter (where ${keys ? without(ofCustom.rest) : match}) as "~fit" from (
      ${each(sql`select * from ${from} where ${join(first ? [alive, first] : [alive], ' and ')}`, order, raw(String(scanned + 1)))}
    ) as ${from}) as "~looked"`;
}

/** Do the entries of one custom field answer all of it? */
function isOneEntry(resource: AnyResource, filters: readonly Filter[]): boolean {
  const [first, ...others] = filters;
  if (!first || !filters.every((one) => entryCondition(resource, one) !== undefined)) return false;
  return others.every(({ field }) => field === first.field && typeOfColumn(resource, field) !== 'jsonb');
}

/** The rows behind the conditions on a custom field, found in the index of custom values, each once; and the filters it leaves open. */
function customKeys(
  resource: AnyResource,
  tenantId: string,
  request: ListRequest,
  most: number,
): { readonly found: Sql; readonly rest: readonly Filter[] } | undefined {
  const { filters } = request;
  const hasOne = ({ field }: Filter): boolean => typeOfColumn(resource, field) !== 'jsonb';
  for (const filter of filters) {
    if (isShortened(resource, filter.field) || !(hasOne(filter) || filter.values.length === 1)) continue;
    const found = keysText(resource, tenantId, filter, { most, filters });
    if (!found) continue;
    const isAnswered = (one: Filter): boolean =>
      one.field === filter.field && hasOne(one) && entryCondition(resource, one) !== undefined;
    return { found, rest: filters.filter((one) => !isAnswered(one)) };
  }
  return undefined;
}

/** What `boundedCount` answered; rows that were seen on the page are there, whatever the count has looked at. */
export function readCount(n: number, seen: number, capped: boolean): { readonly total: number; readonly exact: boolean } {
  if (n < 0) return { total: Math.max(-1 - n, seen), exact: false };
  return { total: n, exact: !capped || n < countLimit };
}

/** One stretch of an index, and no row without a value. */
export const isIndexed = ({ operator }: Filter): boolean => operator === 'eq' || operator === 'between' || operator in signs;

/**
 * The condition that leaves fewest rows, as far as a schema can tell: one person's before a catalogue's, a fixed choice last.
 * Undefined when no index holds one of them.
 */
function narrowest(resource: AnyResource, filters: readonly Filter[]): Filter | undefined {
  const rank = (filter: Filter): number => {
    const { operator, values, field } = filter;
    if (isInside(resource, field)) return Number.POSITIVE_INFINITY;
    if (operator === 'between') return 3;
    if (operator in signs) return 4;
    if (operator !== 'eq') return Number.POSITIVE_INFINITY;
    const kind = resource.fields.properties[field]?.enum ? 2 : refOf(resource, field)?.to === people ? -1 : 0;
    return kind + (values.length > 1 ? 1 : 0);
  };
  const [best] = filters.map((filter) => ({ filter, rank: rank(filter) })).sort((a, b) => a.rank - b.rank);
  return best && Number.isFinite(best.rank) ? best.filter : undefined;
}

/** Values inside a JSON column have no index. */
const isInside = (resource: AnyResource, field: string): boolean =>
  field.includes('.') || [resource.fields.properties[field]?.type].flat().some((type) => type === 'array' || type === 'object');

/** The order of the index that holds the condition, so that reading stops early; none where no single stretch of an index does. */
function orderOf(resource: AnyResource, base: Filter | undefined): Sql {
  if (base && base.operator !== 'eq') return sql` order by ${ident(base.field)}`;
  if (base && base.values.length > 1) return empty;
  const { field, descending } = defaultOrder(resource);
  return sql` order by ${raw(sortExpression(resource, field))} ${raw(descending ? 'desc' : 'asc')}`;
}
