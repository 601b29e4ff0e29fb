import type { DimensionValues } from '../../schemas/kit/cells';
import type { ShownColumn, ShownRow } from '../../schemas/kit/report';

/** A row of the table with what it stands for. */
export interface FlatRow {
  readonly row: ShownRow;
  readonly depth: number;
  /** The values of the dimensions of it and of the rows above it. */
  readonly values: DimensionValues;
  readonly path: string;
}

/** How many rows have none below them. */
export const leavesOf = (rows: readonly ShownRow[]): number =>
  rows.reduce((sum, row) => sum + (row.rows ? leavesOf(row.rows) : 1), 0);

/** Trees with more rows than this are closed at first. */
const mostOpen = 60;

/** The paths of rows that are closed: in a long tree all but those that the reader opened, else those that the reader closed. */
export function closedRows(rows: readonly ShownRow[], toggled: ReadonlySet<string>): ReadonlySet<string> {
  const groups: string[] = [];
  let count = 0;
  const visit = (some: readonly ShownRow[], above: string): void => {
    for (const row of some) {
      const path = `${above}/${row.value}`;
      count++;
      if (row.rows) {
        groups.push(path);
        visit(row.rows, path);
      }
    }
  };
  visit(rows, '');
  return count > mostOpen ? new Set(groups.filter((path) => !toggled.has(path))) : toggled;
}

/** The tree as the table shows it, without the rows below closed ones, each level sorted by the column. */
export function flatRows(
  rows: readonly ShownRow[],
  columns: readonly ShownColumn[],
  sort: string,
  closed: ReadonlySet<string>,
  above: Pick<FlatRow, 'depth' | 'values' | 'path'> = { depth: -1, values: {}, path: '' },
): FlatRow[] {
  return sorted(rows, columns, sort).flatMap((row) => {
    const flat: FlatRow = {
      row,
      depth: above.depth + 1,
      values: { ...above.values, [row.dimension]: [row.value] },
      path: `${above.path}/${row.value}`,
    };
    const below = row.rows && !closed.has(flat.path) ? flatRows(row.rows, columns, sort, closed, flat) : [];
    return [flat, ...below];
  });
}

function sorted(rows: readonly ShownRow[], columns: readonly ShownColumn[], sort: string): readonly ShownRow[] {
  const [name, down] = sort.startsWith('-') ? [sort.slice(1), true] : [sort, false];
  if (name === 'title') return rows.toSorted((a, b) => (down ? -1 : 1) * a.title.localeCompare(b.title));
  const at = columns.findIndex(({ key }) => key === name);
  if (at < 0) return rows;
  const valueOf = (row: ShownRow): number | string => row.cells[at]?.value ?? Number.NEGATIVE_INFINITY;
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    const order = typeof x === 'string' || typeof y === 'string' ? String(x).localeCompare(String(y)) : x - y || 0;
    return down ? -order : order;
  });
}

/** How strong each number of a column is among those of the same level, from 0 to 4. */
export function heatOf(rows: readonly FlatRow[], at: number): (flat: FlatRow) => number {
  const most = new Map<number, number>();
  for (const { row, depth } of rows) {
    const value = Number(row.cells[at]?.value ?? 0);
    if (value > (most.get(depth) ?? 0)) most.set(depth, value);
  }
  return ({ row, depth }) => {
    const [value, top] = [Number(row.cells[at]?.value ?? 0), most.get(depth) ?? 0];
    return top > 0 && value > 0 ? Math.max(1, Math.ceil((value / top) * 4)) : 0;
  };
}
