import { pushToCollege } from '../automation/college-push';
import type { Hooks } from '../http/context';

export const hooks: Hooks = {
  async afterWrite(row, before, context) {
    const fresh = before?.['relation'] !== 'shortlisted' || before['clg_id'] !== row['clg_id'];
    if (row['relation'] === 'shortlisted' && fresh) await pushToCollege(context, String(row['lead_id']), Number(row['clg_id']));
  },
};
