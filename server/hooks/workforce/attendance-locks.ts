import type { attendanceLocks } from '../../../src/schemas/workforce/attendance-locks';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Hooks } from '../../context/hooks';
import { dayOf } from '../../domain/days';
import { dropDays, keepDays } from '../../workforce/month-days';
import { holdMonth } from '../../workforce/month-lock';

export const hooks: Hooks<typeof attendanceLocks> = {
  async beforeCreate(draft, context) {
    if (draft.month >= dayOf(context.services.now(), context.session.timezone).slice(0, 7))
      throw invalid('month', 'Month can be locked once it is over');
    await holdMonth(context, draft.month);
    return draft;
  },
  async afterWrite(row, before, context) {
    if (before) return;
    await keepDays(context, row.id, row.month);
  },
  async beforeDelete(row, context) {
    await holdMonth(context, row.month);
    await dropDays(context, row.id);
  },
};
