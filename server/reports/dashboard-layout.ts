import sql from 'sql-template-tag';
import type { SentCard } from '../../src/schemas/calls/dashboard-layout';
import {
  cardDimensions,
  cardMeasures,
  isAdded,
  mostAdded,
  usualCards,
  type DashboardLayout,
  type DashboardView,
  type PlacedCard,
} from '../../src/schemas/kit/dashboard-layout';
import { dimensionOf, type DimensionId } from '../../src/schemas/kit/dimensions';
import { isOneOf } from '../../src/schemas/kit/is-one-of';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import { invalid } from '../../src/schemas/kit/problem';
import type { ReportCard } from '../../src/schemas/kit/report';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { hasNoLeads } from '../catalogue/scope';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import { dayOf } from '../domain/days';
import { askedBy, type Asked } from '../measures/asked';
import { measuresSeen, veiledFor } from '../measures/cell';
import { countings, creditsNobody, isCounted, sourcesOf } from '../measures/countings';
import { groupingOf } from '../measures/dimensions';
import { newId } from '../store/ids';

export const roleOwner = (role: number): string => `role ${role}`;
const usualFor = (view: DashboardView, session: Session): readonly PlacedCard[] =>
  usualCards(view, { isAdmin: isAdministrator(session), isOffice: hasNoLeads(session) });

/** The layout that this person has: their own, that of their role, or the product's. */
export async function layoutOf({ tx, session }: Context, view: DashboardView): Promise<DashboardLayout> {
  const owners = [session.userId, roleOwner(session.role)];
  const rows = await tx.rows<{ owner: string; cards: readonly PlacedCard[] }>(
    sql`select "owner", "cards" from "dashboard_layouts"
      where "tenant_id" = ${session.tenantId} and "view" = ${view} and "owner" = any(${owners}::text[]) and "deleted_at" is null`,
    'dashboard-layout',
  );
  const [own, ofRole] = owners.map((owner) => rows.find((row) => row.owner === owner));
  const kept = own ?? ofRole;
  return { cards: arranged(kept?.cards, usualFor(view, session)), from: own ? 'own' : ofRole ? 'role' : 'product' };
}

/** The stored cards that still exist for this person, and at the end those that came with a later version. */
export function arranged(stored: readonly PlacedCard[] | undefined, usual: readonly PlacedCard[]): readonly PlacedCard[] {
  if (!stored) return usual;
  const known = new Set(usual.map(({ id }) => id));
  const placed = stored.filter(({ id, measure }) => (measure === undefined ? known.has(id) : cardMeasures.includes(measure)));
  const there = new Set(placed.map(({ id }) => id));
  return [...placed, ...usual.filter(({ id }) => !there.has(id))];
}

/** Stores the layout of this owner; undefined cards remove it. */
export async function keepLayout(
  { tx, session }: Context,
  view: DashboardView,
  owner: string,
  cards: readonly PlacedCard[] | undefined,
): Promise<void> {
  const kept = sql`"tenant_id" = ${session.tenantId} and "view" = ${view} and "owner" = ${owner} and "deleted_at" is null`;
  if (!cards) {
    await tx.run(sql`update "dashboard_layouts" set "deleted_at" = now() where ${kept}`);
    return;
  }
  await tx.run(sql`
    insert into "dashboard_layouts" ("tenant_id", "id", "view", "owner", "cards")
    values (${session.tenantId}, ${newId()}, ${view}, ${owner}, ${JSON.stringify(cards)}::jsonb)
    on conflict ("tenant_id", "view", "owner") where "deleted_at" is null do update set "cards" = excluded."cards"`);
}

/**
 * The cards of a layout as they may be stored; throws Problem 422 that names what is unknown, or not for this person. A role's
 * layout can hold every card: who may not see one does not get it.
 */
export function checkedCards(
  { session, services }: Context,
  view: DashboardView,
  cards: readonly SentCard[],
  forRole: boolean,
): PlacedCard[] {
  const usual = forRole ? everyCard(view) : new Set(usualFor(view, session).map(({ id }) => id));
  const today = dayOf(services.now(), session.timezone);
  const asked = askedBy(session, services.now(), { from: today, to: today });
  const seen = new Set<string>();
  if (cards.filter(isAdded).length > mostAdded) throw invalid('cards', `You can add a maximum of ${mostAdded} cards`);
  return cards.map((card, at) => {
    const { id, hidden, wide, measure, over } = card;
    if (seen.has(id)) throw invalid(`cards.${at}.id`, `The card '${id}' is there twice`);
    seen.add(id);
    const place = { id, ...(hidden ? { hidden } : {}), ...(wide ? { wide } : {}) };
    if (!isAdded(card)) {
      if (!usual.has(id)) throw invalid(`cards.${at}.id`, `This dashboard has no card '${id}'`);
      if (measure !== undefined || over !== undefined)
        throw invalid(`cards.${at}.measure`, `The card '${id}' has its own measures`);
      return place;
    }
    const known = measureAsked(session, measure, `cards.${at}.measure`);
    return {
      ...place,
      measure: known,
      ...(over ? { over: dimensionAsked(asked, session, known, over, `cards.${at}.over`) } : {}),
    };
  });
}

const everyCard = (view: DashboardView): ReadonlySet<string> =>
  new Set([true, false].flatMap((isAdmin) => usualCards(view, { isAdmin, isOffice: false }).map(({ id }) => id)));

function measureAsked(session: Session, measure: string | undefined, path: string): MeasureId {
  if (measure === undefined) throw invalid(path, 'Choose a measure');
  if (!isOneOf(cardMeasures, measure)) throw invalid(path, `There is no measure '${measure}' for a card`);
  if (!measuresSeen(session)(measure)) throw invalid(path, `Your role does not see '${measureOf(measure).label}'`);
  return measure;
}

function dimensionAsked(asked: Asked, session: Session, measure: MeasureId, over: string, path: string): DimensionId {
  const known = isOneOf(cardDimensions, over) ? over : undefined;
  if (!known || !hasRowsOf(measure, known, asked))
    throw invalid(path, `'${measureOf(measure).label}' has no rows by '${known ? dimensionOf(known).label : over}'`);
  if (veiledFor(session)(known)) throw invalid(path, `Your role does not see '${dimensionOf(known).label}'`);
  return known;
}

function hasRowsOf(measure: MeasureId, over: DimensionId, asked: Asked): boolean {
  const counting = countings[measure];
  if (!isCounted(counting)) return sourcesOf(counting).every((one) => hasRowsOf(one, over, asked));
  return groupingOf(over, { table: counting.of, toOwner: creditsNobody(measure) }, asked) !== undefined;
}

/** A card that someone added, as a card of a report. */
export function addedCard({ id, measure, over, wide }: PlacedCard): ReportCard | undefined {
  if (!measure) return undefined;
  const { label } = measureOf(measure);
  return {
    id,
    title: over ? `${label} by ${dimensionOf(over).label.toLowerCase()}` : label,
    look: over ? 'bars' : 'tiles',
    columns: [{ measure, ...(creditsNobody(measure) ? { toOwner: true } : {}) }],
    ...(over ? { over: [over] } : {}),
    ...(wide ? { wide: true } : {}),
  };
}
