import type { ReportTable, ShownCell, ShownColumn, ShownRow } from '../../schemas/kit/report';

/** Numbers as they are, or as a share of their row's or their column's total. */
export const shares = { numbers: 'Numbers', row: 'Row %', column: 'Column %' } as const;
export type Share = keyof typeof shares;
export const isShare = (text: string | null): text is Share => text !== null && Object.hasOwn(shares, text);

/** Whether some columns divide a number of the same table, so that they can be shown as its shares. */
export const canShare = ({ columns }: Pick<ReportTable, 'columns'>): boolean =>
  columns.some((column) => wholeOf(columns, column) !== undefined);

/** The table with the numbers of such columns as shares; the links behind them stay. */
export function withShares(table: ReportTable, share: Share): ReportTable {
  if (share === 'numbers') return table;
  const { columns, totals } = table;
  const wholes = columns.map((column) => wholeOf(columns, column));
  const cellsOf = (cells: readonly ShownCell[]): ShownCell[] =>
    cells.map((cell, at) => {
      const whole = wholes[at];
      return whole === undefined ? cell : shareOf(cell, share === 'row' ? cells[whole] : totals[at]);
    });
  const rowsOf = (rows: readonly ShownRow[]): ShownRow[] =>
    rows.map((row) => ({ ...row, cells: cellsOf(row.cells), ...(row.rows ? { rows: rowsOf(row.rows) } : {}) }));
  return {
    ...table,
    columns: columns.map((column, at) => (wholes[at] === undefined ? column : { ...column, unit: 'percent' })),
    rows: rowsOf(table.rows),
    totals: cellsOf(totals),
  };
}

/** The place of the column whose number this one divides. */
function wholeOf(columns: readonly ShownColumn[], { by, unit, measure, toOwner }: ShownColumn): number | undefined {
  if (!by || unit !== 'count') return undefined;
  const at = columns.findIndex((one) => !one.by && one.measure === measure && one.toOwner === toOwner);
  return at < 0 ? undefined : at;
}

function shareOf({ value }: ShownCell, whole: ShownCell | undefined): ShownCell {
  const [part, all] = [Number(value ?? 0), Number(whole?.value ?? 0)];
  return all === 0 ? { value: null } : { value: (part / all) * 100, of: [part, all] };
}
