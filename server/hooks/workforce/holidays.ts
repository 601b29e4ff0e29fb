import type { holidays } from '../../../src/schemas/workforce/holidays';
import type { Hooks } from '../../context/hooks';
import { refuseLocked } from '../../workforce/month-lock';

/** A holiday is part of the attendance of its month. */
export const hooks: Hooks<typeof holidays> = {
  async beforeCreate(draft, context) {
    await refuseLocked(context, [draft.date], 'date');
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    await refuseLocked(context, [before.date, patch.date ?? before.date], 'date');
    return patch;
  },
  async beforeDelete(row, context) {
    await refuseLocked(context, [row.date]);
  },
};
