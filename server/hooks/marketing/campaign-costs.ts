import type { campaignCosts } from '../../../src/schemas/marketing/campaign-costs';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { dayOf } from '../../domain/days';

/** Before it there were no campaigns of this kind: such a year is a slip. */
const firstDay = '2000-01-01';

/** Costs have been paid: no figure would show those of a day to come. */
export const hooks: Hooks<typeof campaignCosts> = {
  async beforeCreate(draft, context) {
    checkDay(draft.day, context);
    return draft;
  },
  async beforeUpdate(patch, _before, context) {
    checkDay(patch.day, context);
    return patch;
  },
};

function checkDay(day: string | null | undefined, { session, services }: Context): void {
  if (!day) return;
  if (day > dayOf(services.now(), session.timezone)) throw invalid('day', 'Day must not be in the future');
  if (day < firstDay) throw invalid('day', 'Day must not be before the year 2000');
}
