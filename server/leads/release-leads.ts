import sql from 'sql-template-tag';
import type { Context } from '../http/context';
import { actingOf } from './acting';
import { giveLeads, type OwnedLead } from './give';

/** Where the organisation lets inactive users have no leads, those of a user who became inactive are without an owner again (B §3). */
export async function releaseLeads(context: Context, userId: string): Promise<void> {
  const { tx, session } = context;
  const leads = await tx.rows<OwnedLead & Record<string, unknown>>(
    sql`select l."id", l."user_id" from "leads" l join "tenant" t on t."tenant_id" = l."tenant_id"
        where l."tenant_id" = ${session.tenantId} and l."user_id" = ${userId} and l."deleted_at" is null
          and t."is_allow_inactive_user_have_leads" = 0 order by l."id" for update of l`,
    'leads-release',
  );
  await giveLeads(actingOf(context), leads, null, { reason: 'deactivated_user', note: 'The owner became inactive.' });
}
