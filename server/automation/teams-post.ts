import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { askOnce } from '../channels/ask-once';
import { keepQueued, markSending, noteSent } from '../channels/outbox';
import { teamsOf } from '../channels/teams';
import type { Services } from '../http/context';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export type TeamsHook = 'auth_log' | 'attendance' | 'leave';
const kind = 'teams-post';
export const jobKinds: JobKinds = { [kind]: run };

/** As the outbox names the receivers: their addresses are secrets. */
const receivers: Readonly<Record<TeamsHook, string>> = {
  auth_log: 'Teams: sign-ins',
  attendance: 'Teams: attendance',
  leave: 'Teams: leave',
};

/** Tells the tenant's Teams channel for such events, where one is set; the post leaves after commit, and again when Teams says no. */
export async function tellTeams(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string },
  hook: TeamsHook,
  text: string,
): Promise<void> {
  if (!(await teamsAddress(tx, by.tenantId, hook))) return;
  const id = newId();
  const row = { channel: 'teams', to: receivers[hook], subject: null, body: text, provider: 'teams' };
  await keepQueued(tx, by.tenantId, id, row);
  await services.jobs.add(tx, by, { kind, payload: { hook, id } });
  tx.afterCommit(() => services.jobs.wake());
}

/** The address is read when the post leaves: one that was switched off meanwhile hears nothing. */
async function run({ payload, tenantId, services }: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { hook, id } = payload as { hook: TeamsHook; id: string };
  const outcome = await askOnce<{ text: string; address: string | null }, unknown>(steps, {
    async begin(tx) {
      const begun = await markSending(tx, tenantId, id);
      if (!begun) return { value: undefined };
      const address = await teamsAddress(tx, tenantId, hook);
      return { value: { one: { text: begun.row.body, address }, wasAsked: begun.wasAsked } };
    },
    async ask({ text, address }) {
      if (!address) throw problem(422, switchedOff);
      await teamsOf(address, services).post(address, text);
    },
    note: (tx, _one, told) => noteSent(tx, tenantId, id, told),
  });
  if (outcome?.state === 'refused' && outcome.error.message !== switchedOff) throw outcome.error;
  return { posted: outcome?.state === 'done', ...(outcome?.state === 'unknown' ? { unknown: true } : {}) };
}
const switchedOff = 'The Teams channel was switched off before the message left.';

/** Where the tenant's posts of that kind go; null as long as they are switched off. */
export async function teamsAddress(tx: Tx, tenantId: string, hook: TeamsHook): Promise<string | null> {
  const row = await tx.row<Record<string, unknown>>(
    sql`select "is_teams_auth_log_webhook_enabled", "teams_auth_log_webhook_url", "is_teams_attendance_webhook_enabled",
          "teams_attendance_webhook_url", "is_teams_leave_webhook_enabled", "teams_leave_webhook_url"
        from "tenant" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
    'teams-hooks',
  );
  return row?.[`is_teams_${hook}_webhook_enabled`] === 1 ? ((row[`teams_${hook}_webhook_url`] as string | null) ?? null) : null;
}
