import sql, { join, type Sql } from 'sql-template-tag';
import type { DashboardCard, ListAsked, ShownBar, ShownCard } from '../../src/schemas/kit/dashboard';
import { addressName } from '../../src/schemas/kit/list-query';
import { pluralOf, titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Context, Handler } from '../context/context';
import type { Hooks } from '../context/hooks';
import { ident, table } from '../store/identifiers';
import { typeOfColumn } from '../store/list-request';
import { dayOf } from '../domain/days';
import { bucketsOf, trendEdges, type TrendOf } from './dashboard-days';
import { seenBy } from './field-rules';
import { rowsAsked } from './list';
import { labelsIn } from './references';

type Card = DashboardCard;
/** `of`: the rows of all values together, those without a bar of their own included. */
type Counted = { readonly value: string | number | boolean | null; readonly n: number; readonly of: number };

/** A choice with more values is for a report. */
const mostBars = 20;

/** The cards that this person's role may see, counted over the rows that the person's list shows: one statement for all. */
export function dashboardHandler(resource: AnyResource, hooks: Hooks): Handler {
  return async (context) => {
    const offered: readonly string[] = seenBy(resource, context.session).filter ?? [];
    const cards = (resource.dashboard ?? []).filter((card) => fieldsIn(card).every((name) => offered.includes(name)));
    const counts = await countedCards(resource, hooks, cards, context);
    return { data: await Promise.all(cards.map((card, at) => shownCard(resource, card, counts[at] ?? [], context))) };
  };
}

const fieldsIn = (card: Card): readonly string[] => [...Object.keys(card.where ?? {}), ...('field' in card ? [card.field] : [])];

async function countedCards(resource: AnyResource, hooks: Hooks, cards: readonly Card[], context: Context): Promise<Counted[][]> {
  const parts: Sql[] = [];
  for (const [at, card] of cards.entries()) {
    const query = queryOf(resource, card, context);
    const { list, request, where, scope } = await rowsAsked(resource, hooks, { ...context, query, body: {} }, {});
    const match = list.matching(context.session.tenantId, request, [...where, scope]);
    const value = valueOf(resource, card, context);
    parts.push(sql`(select ${at}::int as "card", ${value} as "value", count(*)::int as "n",
      (sum(count(*)) over ())::int as "of" from ${table(resource)} where ${match}
      group by 2 order by 3 desc limit ${card.show === 'trend' ? 3000 : mostBars})`);
  }
  if (!parts.length) return [];
  const rows = await context.tx.rows<Counted & { card: number }>(join(parts, ' union all '));
  return cards.map((_, at) => rows.filter(({ card }) => card === at));
}

/** What the rows are grouped by, as JSON, so that texts, numbers and days stand in one column. */
function valueOf(resource: AnyResource, card: Card, { session }: Context): Sql {
  if (card.show === 'count') return sql`null::jsonb`;
  const column = ident(card.field);
  if (card.show === 'bars') return sql`to_jsonb(${column})`;
  return isMoment(resource, card.field)
    ? sql`to_jsonb((${column} at time zone ${session.timezone})::date)`
    : sql`to_jsonb(${column}::date)`;
}

/** The list's own query for the rows of a card. */
function queryOf(resource: AnyResource, card: Card, context: Context): ListAsked {
  const where = Object.entries(card.where ?? {}).map(
    ([field, value]) => [addressName({ field, operator: 'eq' }), String(value)] as const,
  );
  return { ...Object.fromEntries(where), ...(card.show === 'trend' ? trendEdges(trendOf(resource, card, context)) : {}) };
}

const isMoment = (resource: AnyResource, field: string): boolean => typeOfColumn(resource, field).startsWith('timestamp');

const trendOf = (resource: AnyResource, card: TrendOf['card'], { services, session }: Context): TrendOf => ({
  card,
  today: dayOf(services.now(), session.timezone),
  zone: session.timezone,
  isMoment: isMoment(resource, card.field),
});

async function shownCard(resource: AnyResource, card: Card, counted: readonly Counted[], context: Context): Promise<ShownCard> {
  const query = queryOf(resource, card, context);
  const count = counted[0]?.of ?? 0;
  const common = { title: card.title ?? titleFor(resource, card), show: card.show, count, query };
  if (card.show === 'count') return common;
  const { field } = card;
  if (card.show === 'trend') return { ...common, field, bars: bucketsOf(trendOf(resource, card, context), counted, query) };
  const labels = await labelsIn(
    resource,
    counted.map(({ value }) => ({ [field]: value })),
    [field],
    context,
  );
  const bars = counted.map(({ value, n }, at): ShownBar => {
    const label = labels[at]?.[field];
    const own = value === null ? { [`${field}_null`]: 'true' } : { [addressName({ field, operator: 'eq' })]: String(value) };
    return { value, count: n, query: { ...query, ...own }, ...(typeof label === 'string' ? { label } : {}) };
  });
  return { ...common, field, bars };
}

function titleFor(resource: AnyResource, card: Card): string {
  if (card.show === 'count') return pluralOf(resource);
  return card.show === 'bars' ? `By ${titleOf(resource, card.field).toLowerCase()}` : titleOf(resource, card.field);
}
