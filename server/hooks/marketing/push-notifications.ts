import sql, { empty } from 'sql-template-tag';
import type { pushNotifications } from '../../../src/schemas/marketing/push-notifications';
import { resourceNamed } from '../../../src/schemas/kit/all';
import { invalid } from '../../../src/schemas/kit/problem';
import { audienceWhere } from '../../lead-events/audience';
import { scopeOf } from '../../catalogue/scope';
import { sendPush } from '../../campaigns/push-send';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof pushNotifications> = {
  /** Goes out at once, or at its time; returns how many it goes to. */
  async beforeCreate(draft, context) {
    const at = draft.schedule_at;
    if (typeof at === 'string' && Date.parse(at) <= context.services.now().getTime())
      throw invalid('schedule_at', 'Choose a time in the future');
    return { ...draft, state: at ? 'scheduled' : 'sending', recipients: await countOf(draft.audience_id, context) };
  },
  async afterWrite(row, before, { tx, session, services }) {
    if (before) return;
    const at = row.schedule_at;
    await services.jobs.add(tx, session, {
      kind: sendPush,
      payload: { notification_id: row.id },
      dedupeKey: row.id,
      ...(at ? { runAt: new Date(at) } : {}),
    });
  },
};

/** As `push-send` finds them: the subscribers whom the sender sees. */
async function countOf(audienceId: string | null | undefined, { tx, session }: Context): Promise<number> {
  const where = audienceId ? await audienceWhere(tx, session.tenantId, audienceId, session.scope) : undefined;
  const counted = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from "push_subscribers" where "tenant_id" = ${session.tenantId} and "status" = 1 and "deleted_at" is null
    and ${scopeOf(resourceNamed('push-subscribers'), session) ?? sql`true`} ${where ? sql`and "lead_id" in (select "id" from "leads" where ${where})` : empty}`);
  return counted!.n;
}
