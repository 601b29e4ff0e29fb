import { dimensionOf, type Dimension, type DimensionId } from './dimensions';
import { isVeiled, type FieldRules } from './field-rules';
import type { ReportColumn, ReportRows, ReportSpec, ReportTab } from './report';

export type IsVeiled = (id: DimensionId) => boolean;

/** Whether a dimension shows a field of a lead, or of a call, that these rules of a role hide or mask. */
export const veiledBy =
  (ofLead: FieldRules, ofCalls: FieldRules): IsVeiled =>
  (id) => {
    const { field = '', ofCall = '' }: Dimension = dimensionOf(id);
    return isVeiled(ofLead.get(field)) || isVeiled(ofCalls.get(ofCall));
  };

/** What a report offers to a reader who does not see these dimensions: no rows, columns or filters of them, and no tab without rows. */
export function specSeen(spec: ReportSpec, isOut: IsVeiled): ReportSpec {
  const rows = spec.rows.flatMap((one) => rowsSeen(one, isOut));
  const isLeft = (tab: ReportTab): boolean =>
    tab.list !== undefined || !tab.rows || rows.some(({ id }) => tab.rows?.includes(id));
  const tabs = spec.tabs
    .filter(isLeft)
    .map((tab) => ({ ...tab, columns: tab.columns.map((column) => columnSeen(column, isOut)) }));
  return { ...spec, rows, tabs: tabs.length ? tabs : spec.tabs, filters: spec.filters.filter((id) => !isOut(id)) };
}

function rowsSeen(rows: ReportRows, isOut: IsVeiled): readonly ReportRows[] {
  const levels = rows.levels.filter((id) => !isOut(id));
  return rows.levels.length && !levels.length ? [] : [{ ...rows, levels }];
}

function columnSeen(column: ReportColumn, isOut: IsVeiled): ReportColumn {
  return typeof column.by === 'object' ? { ...column, by: column.by.filter((id) => !isOut(id)) } : column;
}
