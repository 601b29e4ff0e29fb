import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Position } from './cursor';
import type { ListRequest } from './list-request';

/** One part of the order: an SQL expression over the row. */
export interface Part {
  readonly expression: Sql;
  readonly type: Sql;
  readonly descending: boolean;
  readonly nullable: boolean;
}

/** The parts of a page's statement, whatever serves it. */
export interface PageAsked {
  readonly columns: Sql;
  /** Further columns of every row: the count. */
  readonly alongside: Sql;
  readonly from: Sql;
  readonly match: Sql;
  readonly parts: readonly Part[];
  /** Where the page before ended; undefined: the request's offset says where the page begins. */
  readonly at: Position | undefined;
  readonly back: boolean;
  readonly request: ListRequest;
}

/** Rows to pass over, and rows to take: one more than are shown tells whether there are more. */
export const windowOf = ({ at, request }: PageAsked): { readonly offset: number; readonly take: number } => ({
  offset: at ? 0 : request.offset,
  take: request.limit + 1,
});

/**
 * The rows of one page and one more. Empty values come last in either direction: with one sort field that may be empty, the
 * page is built from two parts, each in the order of the one index; with several, by the plain rule.
 */
export function pageStatement(asked: PageAsked): Sql {
  const { columns, alongside, from, match, parts, at, back } = asked;
  const select = sql`select ${columns}, ${positionText(parts)}`;
  const { offset, take } = windowOf(asked);
  const [first] = parts;
  if (!isInPhases(parts)) {
    const beyond = at ? sql` and ${beyondText(parts, at, back)}` : empty;
    return sql`${select}${alongside} from ${from} where ${match}${beyond} order by ${orderText(parts, back)} limit ${take} offset ${offset}`;
  }
  const inEmpty = at !== undefined && at[0] === null;
  const keyPart = parts.slice(1);
  const filled = sql`${select}${phaseText(parts, sql`0`)} from ${from} where ${match} and ${first!.expression} is not null${
    at && !inEmpty
      ? sql` and ${beyondText(
          parts.map((part) => ({ ...part, nullable: false })),
          at,
          back,
        )}`
      : empty
  } order by ${orderText(
    parts.map((part) => ({ ...part, nullable: false })),
    back,
  )} limit ${take + offset}`;
  const empties = sql`${select}${phaseText(parts, sql`1`)} from ${from} where ${match} and ${first!.expression} is null${
    at && inEmpty ? sql` and ${beyondText(keyPart, at.slice(1), back)}` : empty
  } order by ${orderText(keyPart, back)} limit ${take + offset}`;
  const phases =
    at === undefined ? [filled, empties] : inEmpty ? (back ? [filled, empties] : [empties]) : back ? [filled] : [filled, empties];
  const direction = raw(first!.descending !== back ? 'desc' : 'asc');
  return sql`select *${alongside} from (${join(
    phases.map((phase) => sql`(${phase})`),
    ' union all ',
  )}) as "~page" order by "~phase" ${raw(back ? 'desc' : 'asc')}, "~by" ${direction}, ${orderText(thenParts(parts), back)} limit ${take} offset ${offset}`;
}

/**
 * The same page of rows from several sources, whose order has no empty values: as many as a page needs are taken from each, as an
 * index has them, and put in order together. `sources` are what selects the rows of one source for a statement.
 */
export function mergedPage(asked: PageAsked, sources: readonly ((statement: Sql) => Sql)[]): Sql {
  const { columns, alongside, from, match, parts, at, back } = asked;
  const { offset, take } = windowOf(asked);
  const order = join(
    parts.map(({ expression }, place) => sql`${expression} as ${raw(`"~then_${place}"`)}`),
    ', ',
  );
  const beyond = at ? sql` and ${beyondText(parts, at, back)}` : empty;
  const some = sql`select ${columns}, ${positionText(parts)}, ${order} from ${from} where ${match}${beyond}
    order by ${orderText(parts, back)} limit ${take + offset}`;
  const together = parts.map((part, place) => ({ ...part, expression: raw(`"~then_${place}"`) }));
  return sql`select *${alongside} from (${join(
    sources.map((source) => sql`(${source(some)})`),
    ' union all ',
  )}) as "~page" order by ${orderText(together, back)} limit ${take} offset ${offset}`;
}

/** What rows of two phases are put in order by: their columns may not all be among those of the page. */
export const phaseText = (parts: readonly Part[], phase: Sql): Sql =>
  join(
    [
      sql`, ${phase} as "~phase", ${parts[0]!.expression} as "~by"`,
      ...parts.slice(1).map((part, at) => sql`${part.expression} as ${raw(`"~then_${at}"`)}`),
    ],
    ', ',
  );
const thenParts = (parts: readonly Part[]): Part[] =>
  parts.slice(1).map((part, at) => ({ ...part, expression: raw(`"~then_${at}"`) }));

/**
 * The same page where few rows match: they are sorted by what the order needs of them, and only those of the page are read whole.
 * `key` is their primary key.
 */
export function narrowPage(asked: PageAsked, key: Sql): Sql {
  const { columns, alongside, from, parts, back } = asked;
  const isEmpty = sql`case when ${parts[0]!.expression} is null then 1 else 0 end`;
  const phase = isInPhases(parts) ? phaseText(parts, isEmpty) : empty;
  const found = pageStatement({ ...asked, columns: sql`${key} as "~key"`, alongside: empty });
  return sql`select ${columns}, ${positionText(parts)}${phase}${alongside} from ${from}
    where ${key} = any(array(select "~key" from (${found}) as "~found")) order by ${orderText(parts, back)}`;
}

/** The first field may be empty, and rows where it is come last: they are a part of their own. */
export const isInPhases = (parts: readonly Part[]): boolean =>
  parts[0]!.nullable && !parts.slice(1).some((part) => part.nullable) && isOneWay(parts);
const isOneWay = (parts: readonly Part[]): boolean => parts.every(({ descending }) => descending === parts[0]!.descending);

/** Where each row stands, as the database writes it: what a cursor holds. */
export function positionText(parts: readonly Part[]): Sql {
  return join(
    parts.map((part, index) => sql`(${part.expression})::text as ${raw(`"~at_${index}"`)}`),
    ', ',
  );
}

export function orderText(parts: readonly Part[], back: boolean): Sql {
  return join(
    parts.map((part) => {
      const direction = part.descending !== back ? 'desc' : 'asc';
      return sql`${part.expression} ${raw(part.nullable ? `${direction} nulls ${back ? 'first' : 'last'}` : direction)}`;
    }),
    ', ',
  );
}

/** Rows behind the position in the order's sense (before it, going back). */
export function beyondText(parts: readonly Part[], at: Position, back: boolean): Sql {
  const same = parts.every((part) => !part.nullable && part.descending === parts[0]!.descending);
  const value = (index: number): Sql => sql`${at[index]}::${parts[index]!.type}`;
  const sign = (part: Part): Sql => raw(part.descending !== back ? '<' : '>');
  if (same)
    return sql`(${join(
      parts.map((part) => part.expression),
      ', ',
    )}) ${sign(parts[0]!)} (${join(
      parts.map((_, index) => value(index)),
      ', ',
    )})`;
  const choices = parts.map((part, index) => {
    const equal = parts
      .slice(0, index)
      .map((before, place) =>
        at[place] === null ? sql`${before.expression} is null` : sql`${before.expression} = ${value(place)}`,
      );
    const { expression } = part;
    const beyond =
      at[index] === null
        ? back
          ? sql`${expression} is not null`
          : sql`false`
        : part.nullable && !back
          ? sql`(${expression} ${sign(part)} ${value(index)} or ${expression} is null)`
          : sql`${expression} ${sign(part)} ${value(index)}`;
    return sql`(${join([...equal, beyond], ' and ')})`;
  });
  return sql`(${join(choices, ' or ')})`;
}
