import sql, { join, type Sql } from 'sql-template-tag';
import { ident, keyColumn, table, tableName } from '../store/identifiers';
import type { Acting } from './acting';
import { leadPlaces, type LeadPlace } from './lead-places';

type Doing = Pick<Acting, 'tx' | 'by'>;
/** Keys of rows by 'table.column'. */
export type MovedRows = Readonly<Record<string, readonly (string | number)[]>>;
export interface Pair {
  readonly kept: string;
  readonly lost: string;
}
const nameOf = ({ resource, column }: LeadPlace): string => `${tableName(resource)}.${column}`;
const ticketPages = 'tickets.page_url';

/** Moves every live row of the lost lead to the kept one, except those that the kept one has already. The leads are locked. */
export async function moveLeadRows(doing: Doing, pair: Pair): Promise<MovedRows> {
  const moved: Record<string, readonly (string | number)[]> = {};
  const keep = async (name: string, statement: Sql): Promise<void> => {
    const keys = await keysOf(doing, statement);
    if (keys.length) moved[name] = keys;
  };
  const filled = await filledPlaces(doing, pair.lost);
  for (const place of leadPlaces)
    if (filled.has(nameOf(place)))
      await keep(nameOf(place), place.holds === 'one' ? moveOne(doing, place, pair) : moveInList(doing, place, pair));
  await keep(ticketPages, turnPages(doing, pair.lost, pair.kept, sql`true`));
  return moved;
}

/** Where the lead has rows at all: one look instead of a statement for each of the places, most of which have none. */
async function filledPlaces({ tx, by }: Doing, lead: string): Promise<ReadonlySet<string>> {
  const looks = leadPlaces.map((place) => {
    const column = sql`t.${ident(place.column)}`;
    const names = place.holds === 'one' ? sql`${column} = ${lead}` : sql`${column} ? ${lead}::text`;
    return sql`select ${nameOf(place)}::text as "name" where exists (select from ${table(place.resource)} t
      where t."tenant_id" = ${by.tenantId} and ${names} and t."deleted_at" is null)`;
  });
  const rows: { name: string }[] = await tx.rows(join(looks, ' union all '), 'lead-places');
  return new Set(rows.map(({ name }) => name));
}

/** Moves them back; returns how many were found where the merge had put them. */
export async function moveLeadRowsBack(doing: Doing, moved: MovedRows, { kept, lost }: Pair): Promise<number> {
  let returned = 0;
  for (const place of leadPlaces) {
    const keys = moved[nameOf(place)];
    if (!keys?.length) continue;
    const { resource } = place;
    const mine = sql`${keyColumn(resource)}::text = any(${keys.map(String)}::text[])`;
    const statement =
      place.holds === 'one' ? back(doing, place, { kept, lost }, mine) : listBack(doing, place, { kept, lost }, mine);
    returned += (await keysOf(doing, statement)).length;
  }
  const pages = moved[ticketPages];
  if (pages?.length)
    returned += (await keysOf(doing, turnPages(doing, kept, lost, sql`"id" = any(${pages.map(String)}::text[])`))).length;
  return returned;
}

async function keysOf({ tx }: Doing, statement: Sql): Promise<(string | number)[]> {
  const { keys }: { keys: (string | number)[] } = await tx.one(
    sql`with "moved" as (${statement}) select coalesce(jsonb_agg("key"), '[]'::jsonb) as "keys" from "moved"`,
  );
  return keys;
}

function moveOne({ by }: Doing, { resource, column, rivals }: LeadPlace, { kept, lost }: Pair): Sql {
  const taken = rivals.map((others) => {
    const same = others.map((name) => sql`k.${ident(name)} = t.${ident(name)}`);
    return sql`and not exists (select from ${table(resource)} k where ${join(
      [sql`k."tenant_id" = ${by.tenantId}`, sql`k.${ident(column)} = ${kept}`, sql`k."deleted_at" is null`, ...same],
      ' and ',
    )})`;
  });
  return sql`update ${table(resource)} t set ${ident(column)} = ${kept}
    where t."tenant_id" = ${by.tenantId} and t.${ident(column)} = ${lost} and t."deleted_at" is null
      and t.${keyColumn(resource)}::text <> ${kept} ${taken.length ? join(taken, ' ') : sql``} returning t.${keyColumn(resource)} as "key"`;
}

/** A list that has both already keeps both. */
function moveInList({ by }: Doing, { resource, column }: LeadPlace, { kept, lost }: Pair): Sql {
  const list = ident(column);
  return sql`update ${table(resource)} t set ${list} = (t.${list} - ${lost}::text) || to_jsonb(${kept}::text)
    where t."tenant_id" = ${by.tenantId} and t."deleted_at" is null and t.${list} ? ${lost}::text and not t.${list} ? ${kept}::text
    returning t.${keyColumn(resource)} as "key"`;
}

const back = ({ by }: Doing, { resource, column }: LeadPlace, { kept, lost }: Pair, mine: Sql): Sql =>
  sql`update ${table(resource)} set ${ident(column)} = ${lost}
    where "tenant_id" = ${by.tenantId} and ${mine} and ${ident(column)} = ${kept} and "deleted_at" is null
    returning ${keyColumn(resource)} as "key"`;

function listBack({ by }: Doing, { resource, column }: LeadPlace, { kept, lost }: Pair, mine: Sql): Sql {
  const list = ident(column);
  return sql`update ${table(resource)} set ${list} = (${list} - ${kept}::text) || to_jsonb(${lost}::text)
    where "tenant_id" = ${by.tenantId} and ${mine} and "deleted_at" is null and ${list} ? ${kept}::text and not ${list} ? ${lost}::text
    returning ${keyColumn(resource)} as "key"`;
}

/** A ticket remembers the page on which it was raised, and is shown next to that lead. */
const turnPages = ({ by }: Doing, from: string, to: string, mine: Sql): Sql =>
  sql`update "tickets" set "page_url" = replace("page_url", ${`/lp/${from}/`}::text, ${`/lp/${to}/`}::text)
    where "tenant_id" = ${by.tenantId} and "page_url" like ${`/lp/${from}/%`}::text and "deleted_at" is null and ${mine} returning "id" as "key"`;
