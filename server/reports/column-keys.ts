import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { ReportColumn } from '../../src/schemas/kit/report';
import type { Counts } from '../measures/count-table';

/** A column of the dimension that was chosen for it; `keys`: the values that have one in any case. */
export interface AskedColumn extends Omit<ReportColumn, 'by'> {
  readonly by?: DimensionId;
  readonly keys?: readonly string[];
}

/** The values that have a column. */
export const keysOf = (column: AskedColumn, counts: Counts): readonly (string | null)[] => [
  ...new Set([...(column.keys ?? []), ...counts.keys(column)]),
];
