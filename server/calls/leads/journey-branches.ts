import { journeyTypes, type JourneyType } from '../../../src/schemas/kit/lead-journey';
import type { JourneyKind } from '../../../src/schemas/kit/lead-journey';
import { actBranches } from './journey-activity';
import type { Branch, JourneyOf } from './journey-parts';
import { recordBranches } from './journey-records';

/** The kinds that this user may see and that were asked for. `group` leaves the call actions of that Stage Tag. */
export function journeyBranches(of: JourneyOf, asked: { readonly type?: JourneyType | undefined }): readonly Branch[] {
  const all = of.group
    ? actBranches(of).filter(({ kind }) => kind === 'call_action')
    : [...actBranches(of), ...recordBranches(of)];
  if (!asked.type) return all;
  const kinds: readonly JourneyKind[] = journeyTypes[asked.type];
  return all.filter(({ kind }) => kinds.includes(kind));
}
