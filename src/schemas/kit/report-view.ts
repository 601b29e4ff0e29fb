import type { ReportTable, ShownColumn, ShownRow } from './report';

/** `flipped`: the keys of columns that are there although they are extra, or hidden although they are not. */
export const isShown = ({ key, extra }: ShownColumn, flipped: readonly string[]): boolean =>
  (extra === true) === flipped.includes(key);

/** The table with the columns that the reader wants, as the page and an export show it. */
export function withColumns(table: ReportTable, flipped: readonly string[]): ReportTable {
  const kept = table.columns.map((column) => isShown(column, flipped));
  const pick = <T>(all: readonly T[]): T[] => all.filter((_, at) => kept[at]);
  const rowsOf = (rows: readonly ShownRow[]): ShownRow[] =>
    rows.map((row) => ({ ...row, cells: pick(row.cells), ...(row.rows ? { rows: rowsOf(row.rows) } : {}) }));
  return { ...table, columns: pick(table.columns), rows: rowsOf(table.rows), totals: pick(table.totals) };
}
