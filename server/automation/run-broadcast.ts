import sql from 'sql-template-tag';
import type { ChannelName } from '../context/channels';
import { loadUser } from '../identity/sessions';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { ownerInScope } from '../context/data-scope';
import type { Tx } from '../store/store';
import { audienceSql, type Audience } from '../lead-events/audience';
import { templateOf, writeToLead, type ReachableLead } from '../lead-events/send-to-lead';
import { zoneOf } from '../lead-events/tenant-rules';

export const broadcastWork = new JobKind<Work>('broadcast');
export const jobKinds: JobKinds = runs(broadcastWork, runBroadcast);

interface Work {
  readonly broadcastId: string;
  /** When it was planned for; null is at once. */
  readonly at?: string | null;
}
/** The leads up to this one were written to. */
interface BroadcastCounts {
  readonly after: string;
  readonly sent: number;
  readonly failed: number;
}
interface Broadcast extends Audience {
  readonly id: string;
  readonly state: string;
  readonly channel: ChannelName;
  readonly template_id: string;
  readonly schedule_at: string | null;
}
const chunk = 200;

/**
 * Writes to the leads of the audience that the sender can see and that accept messages, two hundred per transaction, in the order
 * of their ids.
 */
async function runBroadcast(job: RunningJob<Work, BroadcastCounts>, steps: Steps): Promise<object> {
  let { after, sent, failed } = job.cursor ?? { after: '', sent: 0, failed: 0 };
  for (let isOver = false; !isOver;)
    ({ after, sent, failed, isOver } = await steps.commit(async (tx) => {
      const broadcast = await broadcastOf(tx, job);
      if (!broadcast) return { value: { after, sent, failed, isOver: true } };
      const template = await templateOf(tx, job.tenantId, broadcast.channel, { template_id: broadcast.template_id });
      const sender = job.userId === null ? undefined : await loadUser(tx, job.tenantId, job.userId);
      if (!template || !sender) {
        await settle(tx, job, 'failed', { sent, failed });
        return { value: { after, sent, failed, isOver: true } };
      }
      const leads = await tx.rows<ReachableLead>(
        sql`select "id", "name", "email", "phone", "alternate_phone", "whatsapp_number", "city", "state", "do_not_disturb", "consent" from "leads"
            where "tenant_id" = ${job.tenantId} and "id" > ${after} and ${ownerInScope(sender.scope)}
              and ${audienceSql(broadcast, await zoneOf(tx, job.tenantId))}
            order by "id" limit ${chunk}`,
      );
      const now = { after: leads.at(-1)?.id ?? after, sent, failed };
      for (const lead of leads) {
        const place = { tx, services: job.services, by: job, lead };
        const { result } = await writeToLead(place, broadcast.channel, { template_id: broadcast.template_id });
        if (result === 'done') now.sent++;
        else now.failed++;
      }
      const isLast = leads.length < chunk;
      await settle(tx, job, isLast ? 'sent' : 'sending', now);
      return { cursor: now, done: now.sent + now.failed, value: { ...now, isOver: isLast } };
    }));
  return { sent, failed };
}

/** Undefined when it has been rescheduled, sent or deleted meanwhile. */
async function broadcastOf(tx: Tx, job: RunningJob<Work>): Promise<Broadcast | undefined> {
  const broadcast = await tx.row<Broadcast>(
    sql`select b."id", b."state", b."channel", b."template_id", b."schedule_at", a."kind", a."rule", a."globleCondtion", a."lead_ids"
        from "lead_gen_broadcasts" b join "lead_gen_audiences" a on a."tenant_id" = b."tenant_id" and a."id" = b."audience_id"
        where b."tenant_id" = ${job.tenantId} and b."id" = ${job.payload.broadcastId} and b."deleted_at" is null for update of b`,
    'broadcast-running',
  );
  const planned = job.payload.at ?? null;
  const isMine =
    broadcast &&
    (broadcast.schedule_at === null ? planned === null : Date.parse(broadcast.schedule_at) === Date.parse(planned ?? ''));
  return isMine && ['scheduled', 'sending'].includes(broadcast.state) ? broadcast : undefined;
}

async function settle(
  tx: Tx,
  job: RunningJob<Work>,
  state: string,
  { sent, failed }: { sent: number; failed: number },
): Promise<void> {
  await tx.run(
    sql`update "lead_gen_broadcasts" set "state" = ${state},
          "totals" = coalesce("totals", '{}'::jsonb) || ${JSON.stringify({ sent, delivered: 0, failed })}::jsonb
        where "tenant_id" = ${job.tenantId} and "id" = ${job.payload.broadcastId}`,
    'broadcast-settle',
  );
}
