import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

/** Records that a sign-in began; its tokens are forgotten in time, this row is what reports read. */
export async function noteSignIn(
  tx: Tx,
  of: {
    readonly tenantId: string;
    readonly userId: string;
    readonly family: string;
    readonly from: { readonly ip: string; readonly agent: string };
  },
  now: Date,
  seconds: number,
): Promise<void> {
  await tx.run(sql`
    insert into "sign_ins" ("tenant_id", "id", "user_id", "family", "started_at", "expires_at", "ip", "agent")
    values (${of.tenantId}, ${newId()}, ${of.userId}, ${of.family}, ${now.toISOString()}::timestamptz,
      ${new Date(now.getTime() + seconds * 1000).toISOString()}::timestamptz, ${of.from.ip.slice(0, 45)}, ${of.from.agent.slice(0, 300)})`);
}

/** Records how sign-ins ended: one, or with `family` null all that are still open. What has ended or expired stays as it was. */
export async function noteSignOut(
  tx: Tx,
  { tenantId, userId, family }: { readonly tenantId: string; readonly userId: string; readonly family: string | null },
  by: 'user' | 'forced',
): Promise<void> {
  await tx.run(sql`
    update "sign_ins" set "ended_at" = now(), "ended_by" = ${by} where "tenant_id" = ${tenantId} and "user_id" = ${userId}
      and "ended_by" is null and ("family" = ${family}::text or (${family}::text is null and "expires_at" > now()))`);
}
