import { recordIn } from '../../../src/schemas/kit/is-record';
import { countPeople } from '../../campaigns/campaign-people';
import { queueCampaign } from '../../campaigns/campaign-run';
import type { Hooks } from '../../context/hooks';
import { startTime } from '../../domain/start-time';
import { campaignHooks } from './campaigns';

const kind = 'push-notifications';
const { present, beforeDelete, asked } = campaignHooks(kind);

export const hooks: Hooks = {
  ...(beforeDelete ? { beforeDelete } : {}),
  ...(asked ? { asked } : {}),
  /** It starts at once, or at its time. */
  async beforeCreate(draft, { services }) {
    const { schedule_at: at } = draft;
    if (at) startTime(at, { name: 'schedule_at', title: 'Send at' }, services.now());
    return { ...draft, state: 'scheduled' };
  },
  async afterWrite(row, before, { tx, session, services }) {
    const at = row['schedule_at'];
    const ref = { kind, id: String(row['id']) } as const;
    if (!before) await queueCampaign(tx, services, session, ref, typeof at === 'string' ? new Date(at) : undefined);
  },
  /** To how many browsers it goes: until it starts, those that would get it now. */
  async present(rows, context, of) {
    const shown = present ? await present(rows, context, of) : rows;
    if (of === 'list') return shown;
    const { tx, session } = context;
    const made = [];
    for (const row of shown) {
      const audience = typeof row['audience_id'] === 'string' ? row['audience_id'] : null;
      const began = Number(recordIn(row['totals'])['audience'] ?? 0);
      const to = { channel: 'push', audience_id: audience } as const;
      made.push({ ...row, recipients: began || (await countPeople(tx, session.tenantId, to, session.scope)) });
    }
    return made;
  },
};
