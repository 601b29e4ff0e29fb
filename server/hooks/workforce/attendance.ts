import type { attendance } from '../../../src/schemas/workforce/attendance';
import { problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { attendanceState, lateMinutes } from '../../workforce/attendance-state';
import { refuseLocked } from '../../workforce/month-lock';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof attendance> = {
  /** After a manager corrects the times, the state of the day is worked out again. */
  async beforeUpdate(patch, before, context) {
    if (before.user_id === context.session.userId && !isAdministrator(context.session))
      throw problem(403, 'Ask your manager to correct your times.');
    await refuseLocked(context, [before.date]);
    if (!('check_in' in patch) && !('check_out' in patch)) return patch;
    const row = { ...before, ...patch };
    const who = String(row.user_id);
    return {
      ...patch,
      state: await attendanceState(context, who, row.check_in, row.check_out),
      late_min: await lateMinutes(context, who, row.check_in),
    };
  },
};
