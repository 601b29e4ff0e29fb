import type { ReportTable, ShownCell, ShownColumn, ShownRow } from '../../schemas/kit/report';

/** Numbers as they are, or as a share of their row's or their column's total. */
export const shares = { numbers: 'Numbers', row: 'Row %', column: 'Column %' } as const;
export type Share = keyof typeof shares;
export const isShare = (text: string | null): text is Share => text !== null && Object.hasOwn(shares, text);

/** Whether some columns divide a number of the same table, so that they can be shown as its shares. */
export const canShare = ({ columns }: Pick<ReportTable, 'columns'>): boolean =>
  columns.some((column) => wholeOf(columns, column) >= 0);

/** The table with the numbers of such columns as shares; the links behind them stay. */
export function withShares(table: ReportTable, share: Share): ReportTable {
  if (share === 'numbers') return table;
  const { columns, totals } = table;
  const wholes = columns.map((column) => wholeOf(columns, column));
  const cellsOf = (cells: readonly ShownCell[]): ShownCell[] =>
    cells.map((cell, at) => (wholes[at]! < 0 ? cell : shareOf(cell, share === 'row' ? cells[wholes[at]!]! : totals[at]!)));
  const rowsOf = (rows: readonly ShownRow[]): ShownRow[] =>
    rows.map((row) => ({ ...row, cells: cellsOf(row.cells), ...(row.rows ? { rows: rowsOf(row.rows) } : {}) }));
  return {
    ...table,
    columns: columns.map((column, at) => (wholes[at]! < 0 ? column : { ...column, unit: 'percent' })),
    rows: rowsOf(table.rows),
    totals: cellsOf(totals),
  };
}

/** The place of the column whose number this one divides. */
function wholeOf(columns: readonly ShownColumn[], { by, unit, measure, toOwner }: ShownColumn): number {
  if (!by || unit !== 'count') return -1;
  return columns.findIndex((one) => !one.by && one.measure === measure && one.toOwner === toOwner);
}

function shareOf({ value }: ShownCell, { value: whole }: ShownCell): ShownCell {
  const [part, all] = [Number(value ?? 0), Number(whole ?? 0)];
  return all === 0 ? { value: null } : { value: (part / all) * 100, of: [part, all] };
}
