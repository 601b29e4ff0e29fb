import sql from 'sql-template-tag';
import type { Context } from '../http/context';
import { actorOf, recordOwnerChange } from './owner-change';

/** Where the organisation lets inactive users have no leads, those of a user who became inactive are without an owner again (B §3). */
export async function releaseLeads(context: Context, userId: string): Promise<void> {
  const { tx, session } = context;
  const released = await tx.rows<{ id: string }>(
    sql`update "leads" l set "user_id" = null, "assigned_at" = null from "tenant" t
        where l."tenant_id" = ${session.tenantId} and l."user_id" = ${userId} and l."deleted_at" is null
          and t."tenant_id" = l."tenant_id" and t."is_allow_inactive_user_have_leads" = 0 returning l."id"`,
    'leads-release',
  );
  if (!released.length) return;
  const given = released.map(({ id }) => ({ id, user_id: userId }));
  await recordOwnerChange(tx, actorOf(context), given, null, { reason: 'bulk', note: 'The owner became inactive.' });
}
