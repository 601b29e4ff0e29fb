import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { loadUser } from '../identity/sessions';
import { seesLead } from '../context/data-scope';
import { actingOf } from '../leads/acting';
import type { LeadRecord } from '../leads/lead-access';
import { ring } from '../live/incoming-call';
import { applyCallReport, type CallRow } from './call-state';

/** Transfers the call to a colleague: it rings there and ends here. The lead goes along if the colleague can see it. */
export async function transferCall(context: Context, call: CallRow, userId: string): Promise<void> {
  const { tx, session, services } = context;
  const to = userId === session.userId ? undefined : await loadUser(tx, session.tenantId, userId);
  if (!to || to.type !== 'org') throw problem(404, 'This colleague does not exist.');
  const away = await tx.row<{ user_status: number | null }>(
    sql`select "user_status" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${userId}`,
    'transfer-to',
  );
  if (away?.user_status === 1) throw problem(409, 'This colleague is away, so calls are not routed to them.'); // D-076
  const lead = call.lead_id
    ? await tx.row<LeadRecord>(
        sql`select * from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${call.lead_id} and "deleted_at" is null`,
      )
    : undefined;
  await applyCallReport(actingOf(context), call, { what: 'ended', outcome: 'answered' });
  await ring(tx, {
    tenantId: session.tenantId,
    userId,
    lead: lead && (await seesLead(tx, to.scope, lead)) ? lead : null,
    phone: call.phone,
    at: services.now(),
  });
}
