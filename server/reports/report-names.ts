import sql from 'sql-template-tag';
import { phoneText } from '../../src/schemas/kit/phone-text';
import { resourceNamed } from '../../src/schemas/kit/all';
import { dimensionOf, isDimension, partsOf, type Dimension, type DimensionId } from '../../src/schemas/kit/dimensions';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { keyOf } from '../../src/schemas/kit/resource';
import { texts } from '../catalogue/references';
import type { Context } from '../context/context';
import { dayOf } from '../domain/days';
import type { Column, Counts } from '../measures/count-table';
import { keysOf, type AskedColumn } from './asked-columns';
import type { Path } from './report-users';

/** What the values of dimensions are called, and in which order they stand. */
export interface Names {
  readonly of: (dimension: DimensionId, key: string | null) => string;
  readonly inOrder: (dimension: DimensionId, keys: readonly (string | null)[]) => (string | null)[];
}

interface Charted {
  readonly counts: Counts;
  readonly paths: readonly Path[];
  readonly column: Column;
  readonly over: DimensionId;
}

/** Names of all records in the table, in one statement; stages stand in their own order. */
export async function namesOf(
  context: Context,
  levels: readonly DimensionId[],
  paths: readonly Path[],
  columns: readonly AskedColumn[],
  counts: Counts,
  chart: Charted | undefined,
): Promise<Names> {
  const { tx, session } = context;
  const year = thisYear(context);
  const wanted = new Map<string, Set<string>>();
  const add = (id: DimensionId, key: string | null | undefined): void => {
    const { of }: Dimension = dimensionOf(id);
    if (of && key) wanted.set(of, (wanted.get(of) ?? new Set()).add(partsOf(id, key)[0]));
  };
  for (const path of paths) levels.forEach((id, at) => add(id, path[at]));
  for (const column of columns) if (column.by) for (const key of keysOf(column, counts)) add(column.by, key);
  for (const [key] of chart?.paths ?? []) add(chart?.over ?? 'user', key);
  if (chart?.column.by) for (const key of chart.counts.keys(chart.column)) add(chart.column.by, key);
  const references = [...wanted].flatMap(([name, keys]) => {
    const to = resourceNamed(name);
    return [...keys].map((key) => ({ to, value: keyOf(to).type === 'integer' ? Number(key) : key }));
  });
  const known = references.length
    ? await texts(tx, session.tenantId, references, false, [], session, undefined, () => undefined)
    : new Map<string, string>();
  const stages = wanted.has('lead-stages') ? await stageOrder(context) : new Map<string, number>();
  const of: Names['of'] = (id, key) => nameOf(id, key, known, year);
  return {
    of,
    inOrder(id, keys) {
      const place = (key: string | null): number =>
        key === null
          ? Number.MAX_SAFE_INTEGER
          : dimensionOf(id).of === 'lead-stages'
            ? (stages.get(partsOf(id, key)[0]) ?? 1e6)
            : id === 'hour' || id === 'work_hour' || id === 'idle_days'
              ? (edges[key] ?? Number(key))
              : 0;
      const named = keys.map((key) => ({ key, name: inTime.has(id) ? (key ?? '') : of(id, key) }));
      return named.sort((a, b) => place(a.key) - place(b.key) || a.name.localeCompare(b.name, 'en')).map(({ key }) => key);
    },
  };
}

/** What the values of filters are called. */
export async function filterNames(context: Context, values: DimensionValues): Promise<Names['of']> {
  const paths = Object.entries(values).flatMap(([id, keys]) => (isDimension(id) ? keys.map((key) => ({ id, key })) : []));
  const references = paths.flatMap(({ id, key }) => {
    const { of }: Dimension = dimensionOf(id);
    if (!of || !key) return [];
    const to = resourceNamed(of);
    const [record] = partsOf(id, key);
    return [{ to, value: keyOf(to).type === 'integer' ? Number(record) : record }];
  });
  const { tx, session } = context;
  const known = references.length
    ? await texts(tx, session.tenantId, references, false, [], session, undefined, () => undefined)
    : undefined;
  const year = thisYear(context);
  return (id, key) => nameOf(id, key, known, year);
}

const thisYear = ({ session, services }: Context): string => dayOf(services.now(), session.timezone).slice(0, 4);

function nameOf(id: DimensionId, key: string | null, known: ReadonlyMap<string, string> | undefined, year: string): string {
  const dimension: Dimension = dimensionOf(id);
  if (key === null || key === '') return dimension.unset;
  if (!dimension.of) return dimension.choices?.[key] ?? ownName(id, key, year);
  const [record, part] = partsOf(id, key);
  return [known?.get(`${dimension.of} ${record}`) ?? record, ...(part ? [part] : [])].join(' · ');
}

/** Around the hours of the working day. */
const edges: Readonly<Record<string, number>> = { before: -1, after: 24 };

const inTime: ReadonlySet<DimensionId> = new Set(['day', 'week', 'month']);
const dayText = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthText = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function ownName(id: DimensionId, key: string, year: string): string {
  const ofOther = key.startsWith(year) ? '' : ` ${key.slice(0, 4)}`;
  switch (id) {
    case 'work_hour':
      return edges[key] === undefined ? `${key.padStart(2, '0')}:00` : key === 'before' ? 'Before' : 'After';
    case 'hour':
      return `${key.padStart(2, '0')}:00`;
    case 'day':
      return dayText.format(new Date(key)) + ofOther;
    case 'week':
      return `Week of ${dayText.format(new Date(key)).replace(/^\w+,? /, '')}${ofOther}`;
    case 'month':
      return monthText.format(new Date(`${key}-01`));
    case 'virtual_number':
      return phoneText(key);
    default:
      return key;
  }
}

async function stageOrder({ tx, session }: Context): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; n: number }>(sql`
    select s."id", row_number() over (order by s."sort_order", s."stage_name")::int as "n" from "lead_stages" s
    where s."tenant_id" = ${session.tenantId}`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
