import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { SeenStage } from '../../src/schemas/calls/call-actions';
import type { Asker, LeadRecord } from './lead-access';

/**
 * Refuses a change of stage with 409 if someone else changed the stage after the form was opened (TRUST-R2). The answer has the
 * current one: saving again with it overwrites it.
 */
export async function checkSeenStage({ tx, session }: Asker, lead: LeadRecord, seen: SeenStage | undefined): Promise<void> {
  const current: SeenStage = { stage_id: lead.stage_id ?? null, sub_stage: lead.last_callaction_sub_stage ?? null };
  if (!seen || (seen.stage_id === current.stage_id && seen.sub_stage === current.sub_stage)) return;
  const last = await tx.row(
    sql`select u."name" from "call_actions" c join "users" u on u."tenant_id" = c."tenant_id" and u."id" = c."user_id"
        where c."tenant_id" = ${session.tenantId} and c."lead_id" = ${lead.id} and c."stage_id" = ${lead.stage_id}
          and c."origin" in ('manual', 'dialer')
        order by c."created_at" desc, c."id" desc limit 1`,
    'who-changed-stage',
  );
  const stage = [lead.last_callaction_btn_message, lead.last_callaction_sub_stage].filter(Boolean).join(', ') || 'none';
  const what = last ? `${String(last['name'])} changed the stage to “${stage}”` : `The stage was changed to “${stage}”`;
  throw problem(409, `${what} after you opened this form. Check your entries, then save again.`, [], { current });
}
