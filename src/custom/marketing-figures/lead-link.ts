import { ability } from '../../providers/rights';
import type { DimensionValues } from '../../schemas/kit/cells';
import { writeCell } from '../../schemas/kit/write-cell';
import type { MeasureId } from '../../schemas/kit/measures';
import type { Days } from '../../ui/time/day-presets';

/** The list of exactly the leads that a measure counted; undefined where this user may not list leads. */
export function leadLink(measure: MeasureId, [from, to]: Days, values: DimensionValues): string | undefined {
  if (!ability.can('list', 'leads')) return undefined;
  return `/leads?type=all&cell=${encodeURIComponent(writeCell({ measure, from, to, values }))}`;
}
