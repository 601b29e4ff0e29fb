import sql from 'sql-template-tag';
import { dimensionOf, type DimensionId } from '../../src/schemas/kit/dimensions';
import { measureOf } from '../../src/schemas/kit/measures';
import type { ReportTab, ShownColumn } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { seesMoney, veiledFields } from '../measures/cell';
import type { Counts } from '../measures/count-table';
import { workHours } from '../measures/work-hours';
import { keysOf, type AskedColumn } from './asked-columns';
import type { Names } from './report-names';

export type Placed = ShownColumn & { readonly column: AskedColumn };

/** Amounts are for those who see orders (D-022); a dimension of a field that the role does not see is not there. */
export async function columnsFor(context: Context, { columns }: ReportTab): Promise<AskedColumn[]> {
  const veiled = veiledFields(context.session);
  const seen = columns.filter(
    ({ measure, by }) =>
      (seesMoney(context.session) || !measureOf(measure).money) &&
      !(typeof by === 'string' && veiled.has(dimensionOf(by).field ?? '')),
  );
  const whole = new Map<DimensionId, readonly string[]>();
  for (const { by, every } of seen)
    if (every && typeof by === 'string' && !whole.has(by)) whole.set(by, await everyKey(context, by));
  return seen.map(({ by, ...column }) => ({
    ...column,
    ...(typeof by === 'string' ? { by, ...(column.every ? { keys: whole.get(by) ?? [] } : {}) } : {}),
  }));
}

/** Every value that a dimension can have, where that is known. */
export async function everyKey({ tx, session }: Context, id: DimensionId): Promise<readonly string[]> {
  if (id === 'work_hour') return workHours(tx, session.tenantId);
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
  const { measure, by, title, toOwner } = column;
  const { label, definition, unit, opens, ...how } = measureOf(measure);
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
  return names.inOrder(by, keysOf(column, counts)).map((key) => ({
    ...common,
    key: `${measure}-${by}-${key ?? ''}`,
    title: names.of(by, key),
    over: title ?? label,
    by: { dimension: by, value: key ?? '' },
  }));
}
