import { manifest } from 'virtual:manifest';
import { ability } from '../../providers/rights';
import { listPath } from '../resource-paths';
import { cellActs } from '../../schemas/calls/reports';
import type { DimensionValues } from '../../schemas/kit/cells';
import { writeCell } from '../../schemas/kit/write-cell';
import type { Opens } from '../../schemas/kit/measure-kinds';
import { leadRecords } from '../../schemas/kit/named-resources';
import type { ReportTable, ShownColumn } from '../../schemas/kit/report';

/** The address of the rows that a cell counted; undefined where this user may not list them. */
export function cellLink(
  column: Pick<ShownColumn, 'measure' | 'opens' | 'by' | 'toOwner'>,
  row: DimensionValues,
  { from, to, values: filters }: Pick<ReportTable, 'from' | 'to' | 'values'>,
): string | undefined {
  const path = pathOf(column.opens);
  if (!path) return undefined;
  const own: DimensionValues = {
    ...filters,
    ...row,
    ...(column.by ? { [column.by.dimension]: column.by.values ?? [column.by.value] } : {}),
  };
  const values = column.toOwner ? toOwner(own) : own;
  const cell = writeCell({ measure: column.measure, from, to, values });
  return `${path}${path.includes('?') ? '&' : '?'}cell=${encodeURIComponent(cell)}`;
}

/** Where the owner of the lead stands for the user. */
const toOwner = ({ user, team, ...others }: DimensionValues): DimensionValues => ({
  ...others,
  ...(user ? { owner: user } : {}),
  ...(team ? { owner_team: team } : {}),
});

/** Lists without a page of their own are shown under the reports. */
function pathOf(opens: Opens): string | undefined {
  // The pages of calls and acts list the same rows with more about each, and filters.
  if (opens === 'acts' && ability.can('list', 'lead-activity')) return '/lead-activity';
  if (opens === 'acts') return ability.can('read', cellActs.name) ? '/lead-reports/acts' : undefined;
  if (opens === 'calls' && ability.can('list', 'calls-history')) return '/lead-calls-history';
  if (!ability.can('list', opens)) return undefined;
  if (opens === leadRecords) return '/leads?type=all';
  const entry = manifest.find(({ name }) => name === opens);
  return entry?.menu ? listPath(entry) : `/lead-reports/${opens}`;
}
