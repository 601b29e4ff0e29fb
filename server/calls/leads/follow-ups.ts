import sql, { join } from 'sql-template-tag';
import * as callActionsCalls from '../../../src/schemas/calls/call-actions';
import { problem } from '../../../src/schemas/kit/problem';
import type { FollowUpDone } from '../../../src/schemas/kit/follow-up-outcomes';
import { followUps } from '../../../src/schemas/leads/follow-ups';
import { leads } from '../../../src/schemas/leads/leads';
import { veilAs } from '../../catalogue/field-rules';
import type { Handlers } from '../../context/context';
import { isInScope, leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { actingOf } from '../../leads/acting';
import { finishFollowUp, reopenFollowUp } from '../../leads/follow-up';
import { followUpToChange } from '../../leads/follow-up-to-change';
import { tabPredicates } from '../../leads/follow-up-tabs';
import { pendingFields, pendingFollowUpsOf, veilPlanned } from '../../leads/pending-follow-ups';
import { leadToRead } from '../../leads/lead-access';
import { statementName } from '../../store/statement-name';

const pendingFollowUps = async (
  context: CallContext<typeof callActionsCalls.pendingFollowUps>,
): Promise<CallReply<typeof callActionsCalls.pendingFollowUps>> => {
  const { tx, session, params } = context;
  const lead = await leadToRead(context, params['leadId']!);
  const rows = await tx.rows<callActionsCalls.PendingFollowUp>(
    pendingFollowUpsOf(session.tenantId, lead.id),
    'pending-follow-ups',
  );
  return { data: rows.map((row) => veilAs(followUps, session, row, pendingFields)), count: rows.length };
};

/** The id is the call action's (or the follow-up's own); a second call answers 200 and changes nothing. */
const markFollowUpDone = async (
  context: CallContext<typeof callActionsCalls.markFollowUpDone>,
): Promise<CallReply<typeof callActionsCalls.markFollowUpDone>> => {
  const { params, query } = context;
  const id = params['id']!;
  const known = await followUpToChange(context, id);
  const done_at = await finishFollowUp(actingOf(context), id, query.source ?? '');
  const data: FollowUpDone = { call_action_id: id, lead_id: known.lead_id, done_at };
  return known.state === 'done' ? { data } : { message: 'Followup done successfully.', data };
};

/** The undo of a marking, by the same id. */
const reopen = async (
  context: CallContext<typeof callActionsCalls.reopenFollowUp>,
): Promise<CallReply<typeof callActionsCalls.reopenFollowUp>> => {
  const { params, body } = context;
  const id = params['id']!;
  const known = await followUpToChange(context, id);
  await reopenFollowUp(actingOf(context), id, body.done_at);
  return { data: { call_action_id: id, lead_id: known.lead_id } };
};

/** The tabs of /myfollowup: one user's follow-ups, by default the signed-in one's. */
const followUpList = async ({
  tx,
  session,
  query,
  services,
}: CallContext<typeof callActionsCalls.followUpList>): Promise<CallReply<typeof callActionsCalls.followUpList>> => {
  const type = query.type ?? 'today';
  const page = Number(query.page_number ?? 1);
  const limit = Number(query.limit ?? 10);
  const userId = query.user_id || session.userId;
  if (userId !== session.userId && !isInScope(session.scope, userId))
    throw problem(403, "You do not have access to this user's follow-ups.");

  const now = services.now();
  const tabs = tabPredicates(now, session.timezone, 'f');
  const own = sql`f."tenant_id" = ${session.tenantId} and f."user_id" = ${userId} and f."deleted_at" is null`;
  const visible = sql`from "follow_ups" f join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id"
    and l."deleted_at" is null and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}`;
  const counting = join(
    callActionsCalls.followUpTypes.map(
      (name) => sql`select ${name}::text as "type", count(*)::int as "count"
        from (select 1 ${visible} where ${own} and ${tabs[name]} limit 10001) as "t"`,
    ),
    ' union all ',
  );
  const counted = await tx.rows<{ type: callActionsCalls.FollowUpType; count: number }>(counting, statementName(counting));
  const counts = Object.fromEntries(counted.map((tab) => [tab.type, tab.count])) as callActionsCalls.FollowUpCounts;
  const rows = await tx.rows<callActionsCalls.FollowUpRow>(
    sql`select f."id", f."call_action_id", f."lead_id", l."name" as "lead_name", l."phone" as "lead_phone", f."call_date_time",
          f."btn_message", c."sub_stage", l."clg_id", l."clg_name", coalesce(c."message", f."note") as "note", f."user_id",
          u."name" as "user_name", b."name" as "created_by_name", f."created_date", f."state", f."done_at", f."done_source",
          f."reschedule_count", (f."state" = 'pending' and f."call_date_time" < ${now.toISOString()}::timestamptz) as "overdue"
        ${visible}
        left join "call_actions" c on c."tenant_id" = f."tenant_id" and c."id" = f."call_action_id"
        left join "users" u on u."tenant_id" = f."tenant_id" and u."id" = f."user_id"
        left join "users" b on b."tenant_id" = f."tenant_id" and b."id" = f."created_by"
        where ${own} and ${tabs[type]}
        order by ${type === 'done' ? sql`f."done_at" desc, f."id" desc` : sql`f."call_date_time", f."id"`}
        limit ${limit} offset ${(page - 1) * limit}`,
  );
  const shown = {
    lead_name: 'name',
    lead_phone: 'phone',
    clg_id: 'clg_id',
    clg_name: 'clg_name',
    btn_message: 'last_callaction_btn_message',
  };
  const data = rows.map((row) => veilPlanned(session, veilAs(leads, session, row, shown)));
  return { data, count: counts[type], more: { counts } };
};

export const handlers: Handlers = {
  ...handle(callActionsCalls.pendingFollowUps, pendingFollowUps),
  ...handle(callActionsCalls.markFollowUpDone, markFollowUpDone),
  ...handle(callActionsCalls.reopenFollowUp, reopen),
  ...handle(callActionsCalls.followUpList, followUpList),
};
