import { describe, expect, it } from 'vitest';
import { closedRows } from '../../src/custom/reports/report-rows';
import { canShare, withShares } from '../../src/custom/reports/table-shares';
import type { ReportTable, ShownColumn, ShownRow } from '../../src/schemas/kit/report';
import { withColumns } from '../../src/schemas/kit/report-view';

const column = (key: string, more: Partial<ShownColumn> = {}): ShownColumn => ({
  key,
  measure: 'N1',
  title: key,
  definition: '',
  unit: 'count',
  opens: 'leads',
  ...more,
});
const of = (value: string): Partial<ShownColumn> => ({ by: { dimension: 'dials', value } });
const row = (value: string, numbers: readonly number[], rows?: readonly ShownRow[]): ShownRow => ({
  title: value,
  dimension: 'stage',
  value,
  cells: numbers.map((one) => ({ value: one })),
  ...(rows ? { rows } : {}),
});
const table: ReportTable = {
  as_of: '2027-03-02T06:00:00Z',
  from: '2027-03-02',
  to: '2027-03-02',
  tab: 'contact',
  group_by: 'stage',
  levels: ['stage'],
  values: {},
  columns: [column('none', of('0')), column('one', { ...of('1'), extra: true }), column('all')],
  rows: [row('new', [3, 1, 4], [row('cold', [1, 1, 2])]), row('lost', [0, 0, 0])],
  totals: [{ value: 3 }, { value: 1 }, { value: 4 }],
  left_out: 0,
};
const numbers = ({ rows }: ReportTable): unknown[] => rows[0]!.cells.map(({ value }) => value);

describe('a report as its reader wants it', () => {
  it('has extra columns only when they were added, and hides others', () => {
    expect(withColumns(table, []).columns.map(({ key }) => key)).toEqual(['none', 'all']);
    const changed = withColumns(table, ['one', 'none']);
    expect(changed.columns.map(({ key }) => key)).toEqual(['one', 'all']);
    expect([numbers(changed), changed.rows[0]!.rows![0]!.cells, changed.totals]).toEqual([
      [1, 4],
      [{ value: 1 }, { value: 2 }],
      [{ value: 1 }, { value: 4 }],
    ]);
  });

  it('shows numbers as shares of their row or column, with the two numbers', () => {
    expect(canShare(table)).toBe(true);
    expect(canShare({ columns: table.columns.slice(0, 2) })).toBe(false);
    const ofRow = withShares(table, 'row');
    expect(ofRow.columns.map(({ unit }) => unit)).toEqual(['percent', 'percent', 'count']);
    expect(ofRow.rows[0]!.cells).toEqual([{ value: 75, of: [3, 4] }, { value: 25, of: [1, 4] }, { value: 4 }]);
    expect(ofRow.rows[1]!.cells[0]).toEqual({ value: null });
    const ofColumn = withShares(table, 'column');
    expect(numbers(ofColumn)).toEqual([100, 100, 4]);
    expect(ofColumn.rows[0]!.rows![0]!.cells[0]).toEqual({ value: (1 / 3) * 100, of: [1, 3] });
    expect(withShares(table, 'numbers')).toBe(table);
  });

  it('opens short trees and closes long ones until a row is opened', () => {
    expect([...closedRows(table.rows, new Set())]).toEqual([]);
    expect([...closedRows(table.rows, new Set(['/new']))]).toEqual(['/new']);
    const long = Array.from({ length: 40 }, (_, at) => row(`u${at}`, [1, 0, 1], [row('a', [1, 0, 1])]));
    expect(closedRows(long, new Set()).size).toBe(40);
    expect(closedRows(long, new Set(['/u1'])).has('/u1')).toBe(false);
  });
});
