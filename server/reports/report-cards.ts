import type { DimensionId } from '../../src/schemas/kit/dimensions';
import {
  type ReportSpec,
  type ReportTable,
  type ShownRow,
  firstMeasure,
  type PersonNow,
  type ReportCard,
  type ShownCard,
} from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { addDays } from '../domain/days';
import { measuresSeen, veiledFor } from '../measures/cell';
import { readTeamToday } from '../workforce/team-today';
import { listedRows } from './card-lists';
import type { ReportQuery } from './report-query';
import { reportTable } from './report-table';
import { usualNumbers } from './usual-numbers';

const fourWeeks = 28;

/** A report with its cards: each card is a table of the same engine, of the same days and filters. */
export async function reportWithCards(context: Context, spec: ReportSpec, query: ReportQuery): Promise<ReportTable> {
  const table = await reportTable(context, spec, query);
  return spec.cards ? { ...table, cards: await cardsOf(context, spec, spec.cards, { ...query, ...table }) } : table;
}

/** The cards that this reader sees, in their order. `days` are checked already. */
export async function cardsOf(
  context: Context,
  spec: ReportSpec,
  cards: readonly ReportCard[],
  query: ReportQuery & { readonly from: string; readonly to: string },
): Promise<ShownCard[]> {
  const shown: ShownCard[] = [];
  for (const card of cards) {
    const seen = seenBy(context, card);
    if (seen) shown.push(await cardOf(context, spec, seen, query));
  }
  return shown;
}

/** Without measures and rows that this reader does not see; undefined if nothing is left. */
function seenBy({ session }: Context, card: ReportCard): ReportCard | undefined {
  const isVeiled = veiledFor(session);
  const isSeen = measuresSeen(session);
  const columns = card.columns.filter(({ measure, by }) => isSeen(measure) && ![by ?? []].flat().some(isVeiled));
  return columns.length && !card.over?.some(isVeiled) ? { ...card, columns } : undefined;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

async function cardOf(context: Context, spec: ReportSpec, card: ReportCard, query: ReportQuery & Days): Promise<ShownCard> {
  const tableOver = ({ from, to }: Days, over: readonly DimensionId[], compare: 0 | 1): Promise<ReportTable> =>
    reportTable(context, specOf(spec, card, over), {
      ...query,
      from,
      to,
      compare,
      inactive: 0,
      tab: undefined,
      group_by: undefined,
    });
  const oneDay = query.from === query.to;
  const table = await tableOver(query, card.over ?? [], card.look === 'tiles' && !oneDay ? 1 : 0);
  const { id, title, look, wide } = card;
  const common = { id, title, look, ...(wide ? { wide } : {}), columns: table.columns, rows: table.rows };
  if (look === 'list')
    return { ...common, totals: table.totals, list: await listedRows(context, firstMeasure(card), query, table.values) };
  if (look === 'people') return { ...common, totals: table.totals, people: await peopleNow(context) };
  if (look === 'hours') {
    const before = await tableOver({ from: addDays(query.from, -fourWeeks), to: addDays(query.from, -1) }, ['hour'], 0);
    return { ...common, rows: hoursOf(table, before, days(query)), totals: table.totals };
  }
  if (look !== 'tiles') return { ...common, totals: table.totals };
  if (!oneDay) return { ...common, totals: table.totals, against: 'before' };
  const usual = await usualNumbers(context, query.from, table);
  return { ...common, totals: table.totals.map((cell, at) => ({ ...cell, before: usual[at] ?? null })), against: 'average' };
}

const days = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** All hours in which something happened, each with what is usual in so many days. */
function hoursOf(table: ReportTable, before: ReportTable, length: number): ShownRow[] {
  const find = ({ rows }: ReportTable, hour: string): ShownRow | undefined => rows.find(({ value }) => value === hour);
  return Array.from({ length: 24 }, (_, hour) => String(hour)).flatMap((hour) => {
    const [now, then] = [find(table, hour), find(before, hour)];
    const usually = then ? (Number(then.cells[0]!.value ?? 0) / fourWeeks) * length : 0;
    const row = now ?? then;
    return row ? [{ ...row, cells: [{ value: now?.cells[0]!.value ?? 0, before: usually }] }] : [];
  });
}

async function peopleNow(context: Context): Promise<PersonNow[]> {
  const { people } = await readTeamToday(context);
  return people.map(({ user_id, presence, check_in, check_out, break_since }) => ({
    user_id,
    presence,
    since: presence === 'break' ? break_since : presence === 'in' ? check_in : check_out,
  }));
}

/** The report with the card's columns as its only tab. */
function specOf(spec: ReportSpec, card: ReportCard, over: readonly DimensionId[]): ReportSpec {
  const { single: _single, back: _back, chart: _chart, cards: _cards, ...rest } = spec;
  return {
    ...rest,
    rows: [{ id: 'card', label: card.title, levels: over }],
    tabs: [{ id: 'card', label: card.title, columns: card.columns }],
  };
}
