import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { askOnce } from '../channels/ask-once';
import { keepQueued, markSending, noteSent, type Queued } from '../channels/outbox';
import { teamsOf } from '../channels/teams';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export type TeamsHook = 'auth_log' | 'attendance' | 'leave';
const kind = new JobKind<Work>('teams-post');
export const jobKinds: JobKinds = runs(kind, run);

/** As the outbox names the receivers: their addresses are secrets. */
const receivers: Readonly<Record<TeamsHook, string>> = {
  auth_log: 'Teams: sign-ins',
  attendance: 'Teams: attendance',
  leave: 'Teams: leave',
};

/** Posts to the tenant's Teams channel for such events, if one is set; sent after commit and repeated if Teams refuses. */
export async function tellTeams(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string },
  hook: TeamsHook,
  text: string,
): Promise<void> {
  if (!(await teamsAddress(tx, by.tenantId, hook))) return;
  const id = newId();
  await keepQueued(tx, by.tenantId, id, rowOf(hook, text));
  await services.jobs.add(tx, by, { kind, payload: { hook, id } });
  tx.afterCommit(() => services.jobs.wake());
}

const rowOf = (hook: TeamsHook, body: string): Queued => ({
  channel: 'teams',
  to: receivers[hook],
  subject: null,
  body,
  provider: 'teams',
});

interface Work {
  readonly hook: TeamsHook;
  /** The message in the outbox. */
  readonly id: string;
  /** Earlier builds put the text itself into the job; its message gets the job's id. */
  readonly text?: string;
}

/** The URL is read when the message is sent: a channel switched off meanwhile gets nothing. */
async function run(job: RunningJob<Partial<Work>>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const { hook, text, id = text === undefined ? undefined : job.id } = job.payload;
  if (!hook || !id) throw problem(422, 'This job has no message. It may come from another version of the product.');
  const outcome = await askOnce<{ body: string; address: string | null }, unknown>(steps, {
    async begin(tx) {
      if (text !== undefined) await keepQueued(tx, tenantId, id, rowOf(hook, text));
      const begun = await markSending(tx, tenantId, id);
      if (!begun) return { value: undefined };
      const address = await teamsAddress(tx, tenantId, hook);
      return { value: { one: { body: begun.row.body, address }, wasAsked: begun.wasAsked } };
    },
    prepare({ body, address }) {
      if (!address) throw problem(422, switchedOff);
      const port = teamsOf(address, services);
      return () => port.post(address, body);
    },
    note: (tx, _one, told) => noteSent(tx, tenantId, id, told),
  });
  if (outcome?.state === 'refused' && outcome.error.message !== switchedOff) throw outcome.error;
  return { posted: outcome?.state === 'done', ...(outcome?.state === 'unknown' ? { unknown: true } : {}) };
}
const switchedOff = 'The Teams channel was switched off before the message was sent.';

type TeamsColumns = { readonly [H in TeamsHook as `is_teams_${H}_webhook_enabled`]: number | null } & {
  readonly [H in TeamsHook as `teams_${H}_webhook_url`]: string | null;
};

/** The URL for the tenant's messages of that kind; null while they are switched off. */
export async function teamsAddress(tx: Tx, tenantId: string, hook: TeamsHook): Promise<string | null> {
  const row = await tx.row<TeamsColumns>(
    sql`select "is_teams_auth_log_webhook_enabled", "teams_auth_log_webhook_url", "is_teams_attendance_webhook_enabled",
          "teams_attendance_webhook_url", "is_teams_leave_webhook_enabled", "teams_leave_webhook_url"
        from "tenant" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
    'teams-hooks',
  );
  return row?.[`is_teams_${hook}_webhook_enabled`] === 1 ? row[`teams_${hook}_webhook_url`] : null;
}
