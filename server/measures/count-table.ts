import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import { statementName } from '../store/statement-name';
import type { Tx } from '../store/store';
import { nowOf, type Asked } from './asked';
import { countings, isCounted, sourcesOf, type Counted } from './countings';
import { groupingOf, isTime } from './dimensions';
import { alias, factsOf } from './facts-of';
import type { Grouping } from './grouping';
import type { FactPart, FactTable } from './facts/fact-table';

/** A measure as a column: of all facts of the row, or once for each value of a further dimension. */
export interface Column {
  readonly measure: MeasureId;
  readonly by?: DimensionId;
  /** Where rows are users: the owner of the lead stands for the user. */
  readonly toOwner?: boolean;
}
/** Of a ratio the two numbers come along. Null: not applicable, or nothing to make a number of. */
export interface CellNumber {
  readonly value: number | string | null;
  readonly of?: readonly [number, number];
}
/** Numbers by path: the keys of the row's dimensions (null: not set), then the key of the column's own dimension, if any. */
export interface Counts {
  /** `undefined`: the facts of this column have no such rows. */
  readonly number: (column: Column, path: readonly (string | null)[], key?: string | null) => CellNumber | undefined;
  /** Every path of a row that has facts. */
  readonly paths: readonly (readonly (string | null)[])[];
  /** The keys found for a column with a dimension of its own. */
  readonly keys: (column: Column) => readonly (string | null)[];
}

type Row = Readonly<Record<string, string | number | null>>;

/**
 * Until the end of the transaction: in memory and on an SSD a page out of order costs little more than the next one. With its own
 * assumption, that of a turning disk, the database reads every lead of the tenant rather than look up those of the facts by key.
 */
function lookUpLeads(tx: Tx): void {
  if (!lookingUp.has(tx)) tx.send(sql`set local random_page_cost = 1.1`);
  lookingUp.add(tx);
}
const lookingUp = new WeakSet<Tx>();

/**
 * Counts the columns for every row of the dimensions, their subtotals and the total: one statement for the facts of each table,
 * one more where a fact can stand in several rows, because its total is not their sum. `keepPlan` is for numbers of
 * few rows that are read all day; others are planned for the days and filters they are asked with.
 */
export async function countTable(
  tx: Tx,
  asked: Asked,
  rows: readonly DimensionId[],
  columns: readonly Column[],
  values: DimensionValues,
  keepPlan = false,
): Promise<Counts> {
  if (!keepPlan) lookUpLeads(tx);
  const numbers = new Map<string, number | string | null>();
  const paths = new Map<string, readonly (string | null)[]>();
  const keys = new Map<string, Set<string | null>>();
  const reach = new Map<string, number>();
  const asking: { group: Group; dimensions: number; first: number; statement: Sql }[] = [];
  for (const group of groupsOf(columns)) {
    const stop = rows.findIndex((id) => !groupingOf(id, group, asked));
    const own = stop < 0 ? rows : rows.slice(0, stop);
    const by = [...own, ...(group.by ? [group.by] : [])];
    for (const sets of statementsOf(asked, group, own.length, by)) {
      const dimensions = by.filter((_, at) => sets.used.has(at));
      const statement = statementOf(asked, group, dimensions, sets, values);
      if (!statement) break;
      for (const id of group.measures.keys()) reach.set(columnKey({ ...group, measure: id }), own.length);
      asking.push({ group, dimensions: dimensions.length, first: sets.first, statement });
    }
  }
  const answers = await Promise.all(
    asking.map(({ statement }) => tx.rows<Row>(statement, keepPlan ? statementName(statement) : undefined)),
  );
  for (const [at, { group, dimensions, first }] of asking.entries())
    for (const row of answers[at] ?? []) {
      const { path, key } = placeOf(row, dimensions, group.by !== undefined);
      if (path.length) paths.set(JSON.stringify(path), path);
      if (key !== undefined && group.by) {
        const found = keys.get(group.by) ?? new Set();
        keys.set(group.by, found.add(key));
      }
      const letter = path.length <= first ? 't' : 'a';
      for (const [id, place] of group.measures)
        numbers.set(placeKey({ ...group, measure: id }, path, key), row[`${letter}${place}`] ?? null);
    }
  const counted = (column: Column, path: readonly (string | null)[], key?: string | null): number | string | null =>
    numbers.get(placeKey(column, path, key)) ?? emptyOf(column.measure);
  const applies = (column: Column, { length }: readonly unknown[]): boolean => (reach.get(columnKey(column)) ?? -1) >= length;
  const number: Counts['number'] = (column, path, key) => {
    const counting = countings[column.measure];
    if (isCounted(counting)) return applies(column, path) ? { value: counted(column, path, key) } : undefined;
    const [one, other] = sourcesOf(counting);
    const [first, second] = [
      { ...column, measure: one },
      { ...column, measure: other },
    ];
    if (!applies(first, path) || !applies(second, path)) return undefined;
    const [a, b] = [Number(counted(first, path, key)), Number(counted(second, path, key))];
    if ('minus' in counting) return { value: a - b };
    return {
      value: b === 0 || (a === 0 && measureOf(column.measure).money) ? null : (a / b) * (counting.times ?? 100),
      of: [a, b],
    };
  };
  return { number, paths: [...paths.values()], keys: ({ by }) => [...((by && keys.get(by)) ?? [])] };
}

interface Group {
  readonly table: FactTable;
  readonly toOwner: boolean;
  readonly by?: DimensionId;
  readonly measures: Map<MeasureId, number>;
}

/** The counted measures behind the columns, by the table of their facts. */
function groupsOf(columns: readonly Column[]): Group[] {
  const groups = new Map<string, Group>();
  const places = new Map<FactTable, number>();
  const add = (measure: MeasureId, { by, toOwner = false }: Column): void => {
    const counting = countings[measure];
    if (!isCounted(counting)) {
      for (const one of sourcesOf(counting)) add(one, { measure: one, toOwner, ...(by ? { by } : {}) });
      return;
    }
    if (!places.has(counting.of)) places.set(counting.of, places.size);
    const name = `${places.get(counting.of)} ${by ?? ''} ${toOwner}`;
    const group = groups.get(name) ?? {
      table: counting.of,
      toOwner,
      ...(by ? { by } : {}),
      measures: new Map<MeasureId, number>(),
    };
    groups.set(name, group);
    if (!group.measures.has(measure)) group.measures.set(measure, group.measures.size);
  };
  for (const column of columns) add(column.measure, column);
  return [...groups.values()];
}

const columnKey = ({ measure, by, toOwner = false }: Column): string => `${measure} ${by ?? ''} ${toOwner}`;
const placeKey = (column: Column, path: readonly (string | null)[], key?: string | null): string =>
  JSON.stringify([columnKey(column), path, ...(column.by ? [key ?? null] : [])]);

/** Nothing to count is 0; nothing to take the median of is nothing. */
function emptyOf(measure: MeasureId): number | null {
  const counting = countings[measure];
  return isCounted(counting) && ['average', 'median', 'p90', 'first', 'last', 'oldest', 'most'].includes(counting.by) ? null : 0;
}

interface Sets {
  /** The dimensions that this statement joins, by their place. */
  readonly used: ReadonlySet<number>;
  /** How many of the row's dimensions each set of it has. */
  readonly lengths: readonly number[];
  /** The place of a dimension in several of whose rows a fact can stand: sets without it count each fact once. -1: there is none. */
  readonly first: number;
}

/** Prefixes of the row's dimensions, those together whose facts can be counted by one statement. */
function statementsOf(asked: Asked, group: Group, rows: number, by: readonly DimensionId[]): Sets[] {
  const further = by.length > rows ? [rows] : [];
  const groupingAt = (at: number): Grouping | undefined => by[at] && groupingOf(by[at], group, asked);
  const first = by.slice(0, rows).findIndex((_, at) => marksFirst(groupingAt(at)));
  const repeats = (at: number): boolean => {
    const id = by[at];
    if (!id || at === first) return false;
    const grouping = groupingAt(at);
    return (grouping !== undefined && 'relation' in grouping) || (group.table.perPeriod === true && isTime(id));
  };
  const made: { used: Set<number>; lengths: number[]; apart: number; first: number }[] = [];
  for (let length = 0; length <= rows; length++) {
    const used = [...Array(length).keys(), ...further];
    const apart = used.filter(repeats).length;
    const last = made.at(-1);
    if (last && last.apart === apart) {
      last.lengths.push(length);
      for (const at of used) last.used.add(at);
    } else made.push({ used: new Set(used), lengths: [length], apart, first: -1 });
  }
  return made.map((one) => (first >= 0 && one.used.has(first) ? { ...one, first } : one));
}

const isOfOneKey = (grouping: Grouping | undefined): boolean => grouping !== undefined && 'key' in grouping;
const marksFirst = (grouping: Grouping | undefined): boolean => grouping !== undefined && 'marked' in grouping;

function statementOf(
  asked: Asked,
  group: Group,
  by: readonly DimensionId[],
  { lengths, first }: Sets,
  values: DimensionValues,
): Sql | undefined {
  const counted = [...group.measures.keys()].map((id) => countings[id]).filter(isCounted);
  const parts = new Set<FactPart>(counted.flatMap((one) => one.parts ?? []));
  const apart = group.table.onePerLead?.(values) && by.every((id) => isOfOneKey(groupingOf(id, group, asked)));
  const made = counted.map((one) => aggregate(apart && one.by === 'leads' ? { ...one, by: 'rows' } : one, asked));
  const facts = factsOf(asked, { table: group.table, toOwner: group.toOwner, parts, by, values, reads: made });
  if (!facts) return undefined;
  const once = first < 0 ? undefined : sql`${alias('r', first)}."first" is not false`;
  const numbers = made.map((one, at) => sql`${one} as ${raw(`"a${at}"`)}`);
  if (once && lengths.some((length) => length <= first))
    numbers.push(...counted.map((one, at) => sql`${aggregate(one, asked, once)} as ${raw(`"t${at}"`)}`));
  if (!by.length) return sql`select ${join(numbers)} from ${facts.from}`;
  const keys = by.map((_, at) => alias('k', at));
  const last = group.by ? keys.slice(-1) : [];
  const sets = lengths.map((length) => {
    const set = [...keys.slice(0, length), ...last];
    return set.length ? sql`(${join(set)})` : sql`()`;
  });
  return sql`select ${join(keys)}, grouping(${join(keys)}) as "g", ${join(numbers)} from ${facts.from} group by grouping sets (${join(sets)})`;
}

/** The number; `once` narrows it to one of the rows in which a fact stands, where that makes a difference. */
function aggregate({ of, by, value = empty, where }: Counted, asked: Asked, once?: Sql): Sql {
  const adds = once && !['leads', 'first', 'last', 'oldest'].includes(by) && !(by === 'rows' && of.repeats);
  const conditions = [...(where ? [where(asked)] : []), ...(adds ? [once] : [])];
  const only = conditions.length ? sql` filter (where ${join(conditions, ' and ')})` : empty;
  // Bytes are compared faster than words of a language are, and nobody reads ids in order.
  switch (by) {
    case 'rows':
      return of.repeats ? sql`count(distinct f."id" collate "C")${only}` : sql`count(*)${only}`;
    case 'leads':
      return sql`count(distinct f."lead_id" collate "C")${only}`;
    case 'sum':
      return sql`coalesce(sum(${value})${only}, 0)`;
    case 'average':
      return sql`avg(${value})${only}`;
    case 'median':
      return sql`percentile_cont(0.5) within group (order by ${value})${only}`;
    case 'p90':
      return sql`percentile_cont(0.9) within group (order by ${value})${only}`;
    case 'first':
      return sql`min(${value})${only}`;
    case 'last':
      return sql`max(${value})${only}`;
    case 'most':
      return sql`mode() within group (order by ${value})${only}`;
    case 'oldest':
      return sql`extract(epoch from ${nowOf(asked)} - min(${value})${only}) / 86400.0`;
  }
}

/** Which row and which column of its own dimension a row of the statement is: a key with a 1 in `g` is not in its set. */
function placeOf(row: Row, count: number, further: boolean): { path: (string | null)[]; key: string | null | undefined } {
  const bits = Number(row['g'] ?? 0);
  const isIn = (at: number): boolean => ((bits >> (count - 1 - at)) & 1) === 0;
  const text = (at: number): string | null =>
    row[`k${at}`] === null || row[`k${at}`] === undefined ? null : String(row[`k${at}`]);
  const places = [...Array(further ? count - 1 : count).keys()];
  return { path: places.filter(isIn).map(text), key: further ? text(count - 1) : undefined };
}
