import sql from 'sql-template-tag';
import { dimensionOf, type Dimension, type DimensionId } from '../../src/schemas/kit/dimensions';
import { mayDo } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { Measure } from '../../src/schemas/kit/measure-kinds';
import { measureOf } from '../../src/schemas/kit/measures';
import type { ReportTab, ShownColumn } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import { measuresSeen, veiledFor } from '../measures/cell';
import type { Counts } from '../measures/count-table';
import { workHours } from '../measures/work-hours';
import { keysOf, type AskedColumn } from './asked-columns';
import type { Names } from './report-names';

export type Placed = ShownColumn & { readonly column: AskedColumn };

/** Amounts are for those who see orders (D-022); what tells of a field that the role does not see is not there. */
export async function columnsFor(context: Context, { columns }: ReportTab): Promise<AskedColumn[]> {
  const isVeiled = veiledFor(context.session);
  const isSeen = measuresSeen(context.session);
  const seen = columns.filter(
    ({ measure, by }) =>
      isSeen(measure) && mayOpen(context.session, measureOf(measure)) && !(typeof by === 'string' && isVeiled(by)),
  );
  const whole = new Map<DimensionId, readonly string[]>();
  for (const { by, every } of seen)
    if (every && typeof by === 'string' && !whole.has(by)) whole.set(by, await everyKey(context, by));
  return seen.map(({ by, ...column }) => ({
    ...column,
    ...(typeof by === 'string' ? { by, ...(column.every ? { keys: whole.get(by) ?? [] } : {}) } : {}),
  }));
}

/** Costs are only for those who may open them. */
const mayOpen = (session: Session, { ifAny, opens }: Measure): boolean =>
  !ifAny || opens === 'acts' || mayDo(session, resourceNamed(opens).access, 'list');

/** Every value that a dimension can have, where that is known. */
export async function everyKey({ tx, session }: Context, id: DimensionId): Promise<readonly string[]> {
  if (id === 'work_hour') return workHours(tx, session.tenantId);
  const { choices }: Dimension = dimensionOf(id);
  if (choices) return Object.keys(choices);
  if (id !== 'stage' && id !== 'recorded_stage') return [];
  const rows = await tx.rows<{ id: string }>(sql`
    select s."id" from "lead_stages" s where s."tenant_id" = ${session.tenantId} and s."deleted_at" is null and s."status" = 1`);
  return rows.map((row) => row.id);
}

export function shownColumns(columns: readonly AskedColumn[], counts: Counts, names: Names, stacked: boolean): Placed[] {
  const shown = columns.flatMap((column) => shownColumn(column, counts, names));
  if (!stacked) return shown;
  // The columns of one value stand together, in the order of the values.
  const values = [...new Set(shown.flatMap(({ by }) => (by ? [by.value] : [])))];
  const [first] = shown.filter(({ by }) => by);
  const ordered = names
    .inOrder(
      first?.by?.dimension ?? 'user',
      values.map((value) => value || null),
    )
    .flatMap((key) => shown.filter(({ by }) => by?.value === (key ?? '')));
  return [...ordered, ...shown.filter(({ by }) => !by)];
}

function shownColumn(column: AskedColumn, counts: Counts, names: Names): Placed[] {
  const { measure, by, title, toOwner, top, other } = column;
  const { label, definition, unit, opens, ...how } = measureOf(measure);
  if (how.ifAny && !isAny(counts, column)) return [];
  const common = {
    measure,
    definition,
    unit,
    opens,
    column,
    ...(toOwner ? { toOwner } : {}),
    ...(how.lessIsBetter ? { lessIsBetter: true as const } : {}),
  };
  if (!by) return [{ ...common, key: `${measure}${toOwner ? '-owner' : ''}`, title: title ?? label }];
  const keys = names.inOrder(by, keysOf(column, counts));
  const isFirst = firstOf(keys, counts, column);
  const shown = other && top ? keys.filter(isFirst) : keys;
  const rest = keys.filter((key) => !shown.includes(key)).map((key) => key ?? '');
  const one = (name: string, value: string, values?: readonly string[]): Placed => ({
    ...common,
    key: `${measure}${toOwner ? '-owner' : ''}-${by}-${values ? 'others' : value}`,
    title: name,
    over: title ?? label,
    by: { dimension: by, value, ...(values ? { values } : {}) },
  });
  return [
    ...shown.map((key) => ({ ...one(names.of(by, key), key ?? ''), ...(isFirst(key) ? {} : { extra: true as const }) })),
    ...(rest[0] === undefined ? [] : [one('Other', rest[0], rest)]),
  ];
}

/** Whether there is anything of a measure that not everyone has: of a ratio, its first number. */
function isAny(counts: Counts, column: AskedColumn): boolean {
  const total = counts.number(column, []);
  return Boolean(total?.of ? total.of[0] : total?.value);
}

/** Which values of a column are there at first. */
function firstOf(keys: readonly (string | null)[], counts: Counts, column: AskedColumn): (key: string | null) => boolean {
  if (column.top === undefined) return () => true;
  const sizes = keys.map((key) => ({ key, size: Number(counts.number(column, [], key)?.value ?? 0) }));
  const first = sizes.toSorted((a, b) => b.size - a.size).slice(0, column.top);
  return (key) => first.some((one) => one.key === key);
}
