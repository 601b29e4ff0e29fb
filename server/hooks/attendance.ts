import { problem } from '../../src/schemas/kit/problem';
import { attendanceState } from '../workforce/attendance-state';
import type { Hooks } from '../http/context';

export const hooks: Hooks = {
  /** Times put right by a manager: the day is judged anew. */
  async beforeUpdate(patch, before, context) {
    if (before['user_id'] === context.session.userId && context.session.role !== 1)
      throw problem(403, 'Your own times are put right by your manager.');
    if (!('check_in' in patch) && !('check_out' in patch)) return patch;
    const row = { ...before, ...patch };
    return { ...patch, state: await attendanceState(context, String(row['user_id']), row['check_in'], row['check_out']) };
  },
};
