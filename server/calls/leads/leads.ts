import sql, { join } from 'sql-template-tag';
import { counted } from '../../../src/schemas/kit/counted';
import * as leadsCalls from '../../../src/schemas/calls/leads';
import type { Handlers } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { actingOf } from '../../leads/acting';
import { assignLeads } from '../../leads/assign';
import { leadOf } from '../../leads/lead-access';
import { checkNewOwner } from '../../leads/assign-access';
import { viewPredicate, viewsWithout } from '../../leads/views';
import { veiledFields } from '../../measures/cell';
import { newId } from '../../store/ids';
import { chosenLeads } from './chosen-leads';

const reassign = async (
  context: CallContext<typeof leadsCalls.leadReassign>,
): Promise<CallReply<typeof leadsCalls.leadReassign>> => {
  const { body } = context;
  const { user_id: toUserId } = body;
  const leads = await chosenLeads(context, body);
  await checkNewOwner(context, toUserId, [...new Set(leads.map((lead) => lead.user_id))]);

  const changed = await assignLeads(actingOf(context), leads, toUserId, {
    reason: leads.length > 1 ? 'bulk' : 'manual',
    note: body.reason ?? null,
  });
  const data: leadsCalls.LeadsReassigned = { changed, unchanged: leads.length - changed };
  return { message: `${counted(data.changed, 'lead')} re-assigned.`, data };
};

const favourite = async (
  context: CallContext<typeof leadsCalls.leadFavourite>,
): Promise<CallReply<typeof leadsCalls.leadFavourite>> => {
  const { tx, session, params, body } = context;
  const lead = await leadOf(context, params['id']!);
  const value = body.value === true;
  if (value)
    await tx.run(
      sql`insert into "lead_favourites" ("tenant_id", "id", "lead_id", "user_id", "created_by", "updated_by")
          values (${session.tenantId}, ${newId()}, ${lead.id}, ${session.userId}, ${session.userId}, ${session.userId})
          on conflict do nothing`,
      'favourite-add',
    );
  else
    await tx.run(
      sql`delete from "lead_favourites" where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "user_id" = ${session.userId}`,
      'favourite-drop',
    );
  return { data: { id: lead.id, is_favourite: value } };
};

/** One statement; each count stops behind 10,000 (D-047). A view that tells of a field that the role does not see is left out. */
const counts = async ({
  tx,
  session,
  services,
}: CallContext<typeof leadsCalls.leadCounts>): Promise<CallReply<typeof leadsCalls.leadCounts>> => {
  const at = { tenantId: session.tenantId, now: services.now(), zone: session.timezone };
  const rows = await tx.rows<{ view: leadsCalls.LeadView; count: number }>(
    join(
      viewsWithout(veiledFields(session)).map(
        (view) => sql`select ${view}::text as "view", count(*)::int as "count" from (select 1 from "leads"
          where "tenant_id" = ${session.tenantId} and "deleted_at" is null and ${leadInScope(session.scope)}
            and ${viewPredicate(view, at)} limit 10001) as "t"`,
      ),
      ' union all ',
    ),
  );
  const data: leadsCalls.LeadCounts = Object.fromEntries(
    rows.map((row) => [row.view, { count: row.count, exact: row.count <= 10_000 }]),
  );
  return { data };
};

export const handlers: Handlers = {
  ...handle(leadsCalls.leadReassign, reassign),
  ...handle(leadsCalls.leadFavourite, favourite),
  ...handle(leadsCalls.leadCounts, counts),
};
