import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { readCursor, writeCursor, type Position } from './cursor';
import { customPage } from './custom-page';
import { columnNames, ident, quote, table } from './identifiers';
import { isKnownMany, rememberMany } from './known-many';
import { boundedCount, countLimit, hasEnd, isIndexed, readCount } from './list-count';
import { columnsOfPage, takeLeftOut } from './listed-columns';
import { filterParts, plainParts, searchedFor } from './list-filters';
import { typeOfColumn, type ListRequest } from './list-request';
import { isInPhases, mergedPage, pageStatement, type PageAsked, type Part } from './page-statement';
import { aside } from './row-maker';
import { searchCount, searchPage } from './search-page';
import { statementName } from './statement-name';
import type { DbRow, Tx } from './store';
import { defaultOrder, sortExpression, sortsByFilter, tableModels } from './tables/model';

export interface ListPage {
  readonly rows: DbRow[];
  readonly total: number;
  /** false: there are at least `total`; counting stopped at 10,000, or when it had looked at enough rows (list-count.ts). */
  readonly totalExact: boolean;
  readonly next?: string;
  readonly prev?: string;
}
export interface CompiledList {
  /**
   * One page and its count: one statement, two where rows are searched. `where` narrows further: fixed conditions, a hook's
   * own; `scope` is whose rows they are, which an index serves. `rows` selects the rows of a view: several selects are read one by one; `lookedUp`
   * is the one of `where` that asks another record for each row; `marks` are further columns of each row.
   */
  page(
    tx: Tx,
    tenantId: string,
    request: ListRequest,
    where?: readonly (Sql | null | undefined)[],
    scope?: Sql | null,
    further?: { readonly rows?: ViewRows | undefined; readonly lookedUp?: Sql | null; readonly marks?: Sql },
  ): Promise<ListPage>;
  /** The predicate of a request without paging, for bulk work on all that match. */
  matching(tenantId: string, request: ListRequest, where?: readonly (Sql | null | undefined)[]): Sql;
}

/** A resource's list, compiled once. Every statement names its tenant. */
export function compileList(resource: AnyResource): CompiledList {
  const known = compiled.get(resource);
  if (known) return known;
  const made = compile(resource);
  compiled.set(resource, made);
  return made;
}
const compiled = new WeakMap<AnyResource, CompiledList>();

function compile(resource: AnyResource): CompiledList {
  const columns = columnsOfPage(resource);
  const whole = raw(columnNames(resource).map(quote).join(', '));
  const from = table(resource);
  const matched =
    (partsOf: typeof filterParts): CompiledList['matching'] =>
    (tenantId, request, where = []) =>
      join(
        [
          ...(resource.store === 'shared' ? [] : [sql`"tenant_id" = ${tenantId}`]),
          sql`"deleted_at" is null`,
          ...partsOf(resource, request),
          ...where.filter((part) => part !== null && part !== undefined),
        ],
        ' and ',
      );
  const matching = matched(filterParts);
  const unsearched = matched(plainParts);

  const orderParts = orderOf(resource);

  return {
    matching,
    async page(tx, tenantId, request, narrower = [], scope = null, { rows, lookedUp = null, marks = empty } = {}) {
      const where = [...narrower, scope].filter((part) => part !== null && part !== undefined);
      // Behind a filter a source may be read to its end for a page: all of them together are sorted then.
      const isPlain = request.filters.length + request.anyOf.length === 0 && request.q === '';
      const sources = isPlain && isSeveral(rows) ? rows.map((one) => (statement: Sql) => over(resource, one, statement)) : [];
      const each = (some: Sql, order: Sql, most: Sql): Sql =>
        sources.length > 1 ? inTurn(sources, some, order, most) : sql`${some}${order} limit ${most}`;
      const patterns = resource.store === 'view' ? undefined : searchedFor(resource, request);
      const match = (patterns ? unsearched : matching)(tenantId, request, where);
      const without = (filters: ListRequest['filters']): Sql => unsearched(tenantId, { ...request, filters }, where);
      const isAlone = request.filters.length + request.anyOf.length + where.length === 0;
      const ending = hasEnd(resource, request);
      const counting = !ending
        ? sql`select count(*) as n from ${from} where ${matching(tenantId, request, where)}`
        : patterns
          ? searchCount({ resource, from }, patterns, isAlone ? undefined : match)
          : boundedCount(resource, tenantId, request, { where, scope, lookedUp, match, without, each });
      const parts = orderParts(request);
      const back = request.before !== undefined;
      const at = request.after
        ? readCursor(request, 'after', parts.length)
        : back
          ? readCursor(request, 'before', parts.length)
          : undefined;
      // The count rides in the page's statement. A search is costly, so what it found is counted only when a page does not hold it.
      const isMany = ending && isKnownMany(counting);
      const uncounted = patterns !== undefined || request.count === 'none' || isMany;
      const alongside = !uncounted ? sql`, (${counting}) as "~total"` : empty;
      const asked: PageAsked = {
        columns: sql`${request.whole ? whole : columns}${marks}`,
        alongside,
        from,
        match,
        parts,
        at,
        back,
        request,
      };
      const page = patterns
        ? searchPage({ ...asked, resource, open: without([]) }, patterns, isAlone && ending)
        : (customPage(resource, tenantId, asked, { scope, without }) ??
          (sources.length > 1 && !isInPhases(parts) ? mergedPage(asked, sources) : pageStatement(asked)));
      const statement = over(resource, rows, page);
      const found = await tx.rows<PageRow>(statement, statementName(statement));
      const more = found.length > request.limit;
      if (more) found.pop();
      if (back) found.reverse();
      const counted = isMany ? countLimit : found[0]?.[aside]['~total'];
      if (!request.whole) for (const row of found) takeLeftOut(resource, row);
      const hasNext = back || more;
      const hasPrev = back ? more : at !== undefined || request.offset > 0;
      const isOnlyPage = at === undefined && request.offset === 0 && !more;
      const seen = (at === undefined ? request.offset : 0) + found.length + (more || back ? 1 : 0);
      const { total, exact } =
        isOnlyPage || request.count === 'none'
          ? { total: found.length, exact: isOnlyPage }
          : readCount(counted ?? (await countOf(tx, over(resource, rows, counting))), seen, ending);
      if (ending && !isMany && total >= countLimit) rememberMany(counting);
      return {
        rows: found,
        total,
        totalExact: exact,
        ...(hasNext && found.length > 0 ? { next: writeCursor(request, positionOf(found.at(-1)!, parts.length)) } : {}),
        ...(hasPrev && found.length > 0 ? { prev: writeCursor(request, positionOf(found[0]!, parts.length)) } : {}),
      };
    },
  };
}

/** The select of a view's rows, or one for each resource that they come from. */
export type ViewRows = Sql | readonly Sql[];
const isSeveral = (rows: ViewRows | undefined): rows is readonly Sql[] => Array.isArray(rows);

/** A statement about a view's rows, which it names like a table. */
export const over = (resource: AnyResource, rows: ViewRows | undefined, statement: Sql): Sql => {
  const all = isSeveral(rows) ? join(rows, ' union all ') : rows;
  return all ? sql`with ${table(resource)} as not materialized (${all}) ${statement}` : statement;
};

/** The first `most` of the rows that `some` selects, of each source by itself and then of them together. */
const inTurn = (sources: readonly ((statement: Sql) => Sql)[], some: Sql, order: Sql, most: Sql): Sql =>
  sql`select * from (${join(
    sources.map((source) => sql`(${source(sql`${some}${order} limit ${most}`)})`),
    ' union all ',
  )}) as "~some"${order} limit ${most}`;

const countOf = async (tx: Tx, counting: Sql): Promise<number> =>
  (await tx.one<{ n: number }>(counting, statementName(counting))).n;

/** What a request's pages are sorted by, the key last, which makes the order of rows certain. */
function orderOf(resource: AnyResource): (request: ListRequest) => Part[] {
  const key = keyOf(resource).name;
  const required = new Set<string>(
    resource.store === 'view'
      ? [key, ...(resource.fields.required ?? [])]
      : tableModels([resource])
          .flatMap((model) => model.columns.filter((column) => column.notNull))
          .map((column) => column.name),
  );

  return (request) => {
    const parts: Part[] = [];
    for (const { field, descending } of request.order) {
      const part = (name: string, nullable: boolean): Part => ({
        expression: raw(sortExpression(resource, name)),
        type: raw(typeOfColumn(resource, name)),
        descending,
        nullable,
      });
      const filtered = request.filters.some((filter) => filter.field === field && isIndexed(filter)); // which no null meets
      parts.push(part(field, !required.has(field) && !filtered));
      if (field === key) return parts;
      const last = defaultOrder(resource).field;
      if (request.order.length === 1 && sortsByFilter(resource, field) && last !== key)
        parts.push(part(last, !required.has(last)));
    }
    return [
      ...parts,
      { expression: ident(key), type: raw(typeOfColumn(resource, key)), descending: parts[0]!.descending, nullable: false },
    ];
  };
}

/** A row, and what the page's statement says of it: its place in the order, and the count of the list. */
type PageRow = DbRow & { readonly [aside]: { readonly '~total'?: number; readonly [place: `~at_${number}`]: string | null } };

const positionOf = (row: PageRow, length: number): Position =>
  Array.from({ length }, (_, index) => row[aside][`~at_${index}`] ?? null);
