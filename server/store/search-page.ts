import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { ident } from './identifiers';
import { countLimit } from './list-count';
import { keysFound, likeText } from './list-filters';
import {
  beyondText,
  isInPhases,
  narrowPage,
  orderText,
  pageStatement,
  phaseText,
  positionText,
  windowOf,
  type PageAsked,
} from './page-statement';
import { defaultOrder } from './tables/model';

/** A page of rows that the search narrows. */
interface Asked extends PageAsked {
  readonly resource: AnyResource;
  /** The predicate without the request's own filters. */
  readonly open: Sql;
}
/** Rows of the list that are looked at first: a word that one row of fifteen has fills a page with them. Rare words pay for the look. */
const lookedAt = 200;
const most = countLimit - 1;
const keys = sql`"~keys"`;
const count = sql`(select count(*) from ${keys})`;

/**
 * A page of a search; `match` are its other conditions. A page that the first rows of the list fill needs no more. Otherwise the
 * search's index finds the keys, whose rows are sorted, and where there are more than 10,000 of them, all rows of the list are read.
 * `isAlone`: nothing else narrows the list, so the keys that were found are its count.
 */
export function searchPage(asked: Asked, patterns: readonly string[], isAlone: boolean): Sql {
  const { resource, match, from } = asked;
  const key = ident(keyOf(resource).name);
  const like = likeText(resource, patterns);
  const met = firstMet(asked, like);
  const isFull = met ? sql`(select count(*) from "~met") >= ${windowOf(asked).take}` : sql`false`;
  const rest = sql`${match} and not (${isFull})`;
  const others: PageAsked = { ...asked, alongside: isAlone ? sql`, ${count} as "~total"` : empty };
  // `offset 0`: read from end to end and sorted. In the order of an index, rows are read one by one.
  const whole = sql`(select * from ${from} where ${rest} and ${count} > ${most} and ${like} offset 0) as ${from}`;
  const parts = [
    ...(met ? [sql`select *${isAlone ? sql`, null::bigint as "~total"` : empty} from "~met" where ${isFull}`] : []),
    narrowPage(
      { ...others, match: sql`${rest} and ${count} <= ${most} and ${key} = any(array(select "row_key" from ${keys}))` },
      key,
    ),
    pageStatement({ ...others, from: whole, match: sql`true` }),
  ];
  const found = sql`${keys} as materialized (select ${keysFound(resource, patterns, most)} as "row_key")`;
  return sql`with ${met ? sql`"~met" as materialized (${met}), ` : empty}${found} ${join(
    parts.map((part) => sql`select * from (${part}) as "~part"`),
    ' union all ',
  )}`;
}

/** The page as the first rows of the list have it; undefined where no index has them in this order. */
function firstMet(asked: Asked, like: Sql): Sql | undefined {
  const { parts, at, back, from, match, columns } = asked;
  const [first] = parts;
  if (!first || !isIndexOrder(asked)) return undefined;
  const inPhases = isInPhases(parts);
  if (!inPhases && parts.some(({ nullable }) => nullable)) return undefined;
  const inEmpty = at !== undefined && at[0] === null;
  if (inEmpty && back) return undefined; // those with a value come before them
  const own = inEmpty ? parts.slice(1) : parts.map((part) => ({ ...part, nullable: false }));
  const { expression } = first;
  const bounds = [
    asked.open,
    ...(inPhases ? [sql`${expression} is ${raw(inEmpty ? 'null' : 'not null')}`] : []),
    ...(at ? [beyondText(own, inEmpty ? at.slice(1) : at, back)] : []),
  ];
  const looked = sql`select * from ${from} where ${join(bounds, ' and ')} order by ${orderText(own, back)} limit ${raw(String(lookedAt))}`;
  const phase = inPhases ? phaseText(parts, inEmpty ? sql`1` : sql`0`) : empty;
  const { take, offset } = windowOf(asked);
  // in the order in which they are looked at, so that reading ends with the last row of the page
  return sql`select ${columns}, ${positionText(parts)}${phase} from (${looked}) as ${from}
    where ${match} and ${like} limit ${take} offset ${offset}`;
}

/** One field of the resource's own, which the file offers to sort by. */
function isIndexOrder({ resource, request }: Asked): boolean {
  const [{ field } = defaultOrder(resource), ...others] = request.order;
  if (others.length > 0 || resource.asked?.[field] || field.includes('.')) return false;
  return field === defaultOrder(resource).field || (resource.sort ?? []).some((one) => one === field);
}

/** How many rows a search finds: its index alone counts them, unless other conditions ask the rows, up to 10,000 of them. */
export function searchCount({ resource, from }: Pick<Asked, 'resource' | 'from'>, patterns: readonly string[], match?: Sql): Sql {
  const found = keysFound(resource, patterns, most);
  if (!match) return sql`select count(*) as n from ${found}`;
  const key = ident(keyOf(resource).name);
  return sql`with ${keys} as materialized (select ${found} as "row_key")
    select case when ${count} > ${most} then -1 - count(*) else count(*) end as n
    from ${from} where ${match} and ${key} = any(array(select "row_key" from ${keys}))`;
}
