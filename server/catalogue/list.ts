import sql, { join, type Sql } from 'sql-template-tag';
import { isOnlySearched, readFilterName } from '../../src/schemas/kit/list-query';
import { pointers } from '../../src/schemas/kit/links';
import { keyOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { invalid } from '../../src/schemas/kit/problem';
import { isPlain } from '../../src/schemas/kit/wire';
import type { Context, Handler } from '../context/context';
import type { Hooks } from '../context/hooks';
import { cellCondition } from '../measures/cell';
import { ident } from '../store/identifiers';
import { compileList, type CompiledList, type ListPage, type ViewRows } from '../store/list-query';
import { readListRequest, valuesOf, type ListRequest, type ListRules } from '../store/list-request';
import { searchPatterns } from '../store/search-patterns';
import { listReply, presentRows } from './answers';
import { filteredByAsked, withAsked } from './asked-columns';
import { withCustomOf } from './custom-specs';
import { seenBy, veil } from './field-rules';
import { columnValue } from './rows';
import { changeMark, scopeOf } from './scope';

type FurtherList = NonNullable<AnyResource['lists']>[string];

/** Look-ups return every row, up to this many (D-047). */
const everyRow = 1000;

/** The list call: filters, search, order and page of the query, at most three statements. */
export function listHandler(resource: AnyResource, hooks: Hooks): Handler {
  return async (context) => {
    const page = await pageOf(resource, hooks, context, rulesOf(resource, context), []);
    const names = namedIn(context.query['_labels'] ?? context.body['_labels']);
    const shown = labelling(resource, names);
    const asked = withAsked(resource, hooks, names, context.session);
    return listReply(resource, context, { ...page, rows: await presentRows(shown, asked, page.rows, context, 'list') });
  };
}

const namedIn = (labels: unknown): readonly string[] => (typeof labels === 'string' ? labels.split(',').slice(0, 60) : []);

/** Columns that the reader chose in addition to the schema's: their references come with their texts too. */
function labelling(resource: AnyResource, names: readonly string[]): AnyResource {
  const named = new Set([...pointers(resource), 'created_by', 'updated_by']);
  const further = names.filter((name) => named.has(name) && !resource.columns?.includes(name));
  return further.length ? { ...resource, columns: [...(resource.columns ?? []), ...further] } : resource;
}

/** A further list of the schema: fixed conditions, picked fields, without pages where it says so. */
export function lookUpHandler(resource: AnyResource, hooks: Hooks, list: FurtherList): Handler {
  const fixed = Object.entries(list.where ?? {}).map(
    ([name, value]) => sql`${ident(name)} is not distinct from ${columnValue(resource, name, value)}`,
  );
  return async (context) => {
    const rules = list.paged === false ? { limit: everyRow, maxLimit: everyRow } : rulesOf(resource, context);
    const page = await pageOf(resource, hooks, context, rules, fixed);
    if (!list.pick)
      return listReply(resource, context, { ...page, rows: await presentRows(resource, hooks, page.rows, context, 'list') });
    const rows = page.rows.map((row) => pickFields(resource, veil(resource, context.session, row), list.pick!));
    return list.paged === false ? { data: rows } : listReply(resource, context, { ...page, rows });
  };
}

/** The named fields; `_id` and `id` are the key (D-049). */
export function pickFields(resource: AnyResource, row: Readonly<AnyRow>, names: readonly string[]): AnyRow {
  const key = row[keyOf(resource).name];
  return Object.fromEntries(names.map((name) => [name, name === '_id' || name === 'id' ? key : row[name]]));
}

async function pageOf(
  resource: AnyResource,
  hooks: Hooks,
  context: Context,
  rules: ListRules,
  fixed: readonly Sql[],
): Promise<ListPage> {
  const { list, request, where, scope, rows, lookedUp } = await rowsAsked(resource, hooks, context, rules);
  const also = scope ? hooks.alsoListed?.({ ...context.query, ...context.body }, context) : undefined;
  const shown = also ? sql`(${scope} or ${also})` : scope;
  const further = { rows, lookedUp, marks: changeMark(resource, context.session, also) };
  return list.page(context.tx, context.session.tenantId, request, [...fixed, ...where], shown, further);
}

/** What a list's query asks for, as this person may ask it: for the list's page, an export, and bulk work on all that match. */
export interface RowsAsked {
  readonly list: CompiledList;
  readonly request: ListRequest;
  readonly where: readonly (Sql | null | undefined)[];
  /** The owner of the rows, if an index contains it. */
  readonly scope: Sql | null;
  /** The one of `where` that asks the record of each row whose it is. */
  readonly lookedUp: Sql | null;
  /** Of a view: the select of its rows. */
  readonly rows?: ViewRows;
}
export async function rowsAsked(resource: AnyResource, hooks: Hooks, context: Context, rules: ListRules): Promise<RowsAsked> {
  const seen = filteredByAsked(await seenWithCustom(resource, context), context.session);
  const query = fieldsOfQuery(seen, context);
  const ignore = new Set([...(hooks.listQuery ?? []), ...constants(context), 'client_ref', 'cell']);
  const calendar = { now: context.services.now(), zone: context.session.timezone };
  const read = readListRequest(seen, query, { ...rules, ...calendar, ignore });
  const [cell] = valuesOf('cell', query['cell']);
  // The total is the number of the report, to the last row.
  const request: ListRequest = cell === undefined ? read : { ...read, count: 'exact' };
  const scope = scopeOf(resource, context.session);
  const owned = resource.scope !== undefined && 'owner' in resource.scope;
  return {
    list: compileList(seen),
    request,
    where: [
      ...(owned ? [] : [scope]),
      hooks.listWhere?.({ ...context.query, ...context.body }, context),
      openSearch(resource, seen, request.q),
      cell === undefined ? undefined : cellCondition(resource, cell, context.session, calendar.now),
    ],
    scope: owned ? scope : null,
    lookedUp: owned || !resource.scope ? null : scope,
    ...(hooks.rows ? { rows: hooks.rows(context) } : {}),
  };
}

/**
 * Filters and orders by the tenant's own fields: they are looked up only when the query names one (a list has three statements).
 */
async function seenWithCustom(resource: AnyResource, context: Context): Promise<AnyResource> {
  const asked = resource.customFields ? JSON.stringify({ ...context.query, ...context.body }) : '';
  if (!asked.includes('custom.')) return seenBy(resource, context.session);
  const remembered = await withCustomOf(resource, context, 'remembered');
  const known = (name: string): boolean => Object.hasOwn(remembered.fields.properties, name);
  const isNew = [...asked.matchAll(/custom\.[a-z0-9_]+/gi)].some(([name]) => !readFilterName(name, known));
  return seenBy(isNew ? await withCustomOf(resource, context) : remembered, context.session);
}

/** The index searches all fields together; for someone who cannot see one of them, only the others are searched (TRUST-S4). */
function openSearch(resource: AnyResource, seen: AnyResource, q: string): Sql | undefined {
  if (q === '' || !seen.search?.length || seen.search.length === resource.search?.length) return undefined;
  const text = join(
    (seen.search ?? []).map((name) => sql`' ' || coalesce(${ident(name)}::text, '')`),
    ' || ',
  );
  return sql`lower(${text}) like all(${searchPatterns(q)}::text[])`;
}

/**
 * The query by field name: the wire may call a filter otherwise. A text of a field that is only searched joins the search; every
 * such text must be found.
 */
function fieldsOfQuery(resource: AnyResource, context: Context): AnyRow {
  const items = new Map([...context.wire.query, ...context.wire.body].map((item) => [item.name, item.field]));
  const isSearch = ([name]: readonly [string, unknown]): boolean => isOnlySearched(resource, items.get(name) ?? '');
  const given = Object.entries({ ...context.query, ...context.body });
  const filters = given.filter((one) => !isSearch(one)).map(([name, value]) => [items.get(name) ?? name, value] as const);
  const { q, search, ...others } = Object.fromEntries<unknown>(filters);
  const texts = [['q', valuesOf('q', q).length ? q : search] as const, ...given.filter(isSearch)].map(([name, value]) =>
    searchedText(name, value),
  );
  return { ...others, q: texts.filter(Boolean).join(' ') };
}

/** The search has no 'any of': several texts would find less than was asked for, or more. */
function searchedText(name: string, value: unknown): string {
  const [text = '', ...others] = valuesOf(name, value);
  if (others.length) throw invalid(name, `A list has no filter 'in' of '${name}': it searches for one text`);
  return text;
}

function constants(context: Context): string[] {
  return [...context.wire.query, ...context.wire.body].filter((item) => item.constant !== undefined).map((item) => item.name);
}

const pagingNames = ['page_number', 'page_no', 'page', 'limit', 'offset'];

/** A list with paging names begins with ten rows; a look-up that takes none answers every row. */
function rulesOf(resource: AnyResource, context: Context): ListRules {
  const isLookUp = typeof resource.access === 'object' && 'list' in resource.access && resource.access.list === 'look-up';
  if (!isLookUp) return {};
  const named = context.wire.query.filter((item) => pagingNames.includes(item.name));
  const sent = pagingNames.some((name) => context.query[name] !== undefined);
  const isWhole = !isPlain(context.wire) && (!named.length || resource.wholeList === true) && !sent;
  return isWhole ? { limit: everyRow, maxLimit: everyRow } : { maxLimit: everyRow };
}
