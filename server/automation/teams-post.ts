import sql from 'sql-template-tag';
import { teamsOf } from '../channels/teams';
import type { Services } from '../http/context';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import type { Tx } from '../store/store';

export type TeamsHook = 'auth_log' | 'attendance' | 'leave';
const kind = 'teams-post';
export const jobKinds: JobKinds = { [kind]: run };

/** Tells the tenant's Teams channel for such events, where one is set; the post leaves after commit and is tried again when it fails. */
export async function tellTeams(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string },
  hook: TeamsHook,
  text: string,
): Promise<void> {
  if (!(await teamsAddress(tx, by.tenantId, hook))) return;
  await services.jobs.add(tx, by, { kind, payload: { hook, text } });
  tx.afterCommit(() => services.jobs.wake());
}

/** The address is read when the post leaves: one that was switched off meanwhile hears nothing. */
async function run({ payload, tenantId, services }: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const address = await steps.read((tx) => teamsAddress(tx, tenantId, payload['hook'] as TeamsHook));
  if (!address) return { posted: false };
  await teamsOf(address, services).post(address, String(payload['text']));
  return { posted: true };
}

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
