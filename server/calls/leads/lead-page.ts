import sql, { type Sql } from 'sql-template-tag';
import { applications } from '../../../src/schemas/applications/applications';
import { orders } from '../../../src/schemas/applications/orders';
import * as leadPageCalls from '../../../src/schemas/calls/lead-page';
import { mayDo } from '../../../src/schemas/kit/access';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { callActions } from '../../../src/schemas/leads/call-actions';
import { calls } from '../../../src/schemas/leads/calls';
import { followUps } from '../../../src/schemas/leads/follow-ups';
import { leads } from '../../../src/schemas/leads/leads';
import { tickets } from '../../../src/schemas/support/tickets';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import { scopeOf } from '../../catalogue/scope';
import type { Handlers } from '../../context/context';
import { seesLead } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { leadToRead } from '../../leads/lead-access';
import { pendingFields, pendingFollowUpsOf } from '../../leads/pending-follow-ups';
import type { Session } from '../../context/session';
import { fieldHistory } from './field-history';
import { iso } from './journey-parts';
import { mergesInto } from './lead-merges';
import { leadOwners } from './lead-owners';
import { samePerson, withReasons, type SameRow } from './same-person';

type Panel = leadPageCalls.LeadPanel;
/** Rows per part: what is open next to a lead is little. */
const most = 20;

/** One statement; the parts that the user has no right to are left out. */
async function leadPanel(
  context: CallContext<typeof leadPageCalls.leadPanel>,
): Promise<CallReply<typeof leadPageCalls.leadPanel>> {
  const { tx, session, params } = context;
  const lead = await leadToRead(context, params['id']!);
  const found = await tx.row<Omit<Panel, 'same'> & { readonly same: readonly SameRow[] }>(
    sql`select ${listOf(sql`${pendingFollowUpsOf(session.tenantId, lead.id, iso)} limit ${most}`)} as "follow_ups", ${listOf(openTickets(session, lead.id))} as "tickets",
          ${mayDo(session, applications.access, 'list') ? listOf(applicationsOf(session, lead.id)) : sql`null`} as "applications",
          ${mayDo(session, orders.access, 'list') ? listOf(ordersOf(session, lead.id)) : sql`null`} as "payments",
          ${listOf(stageWay(session, lead.id))} as "way", ${listOf(stagesOf(session))} as "stages", ${listOf(samePerson(session, lead))} as "same",
          ${listOf(mergesInto(session, lead.id, context.services.now()))} as "merges",
          (${referralToAnswer(session, lead.id)}) as "referral", (${tabCounts(session, lead.id)}) as "tabs",
          (select coalesce(jsonb_object_agg("key", "label"), '{}'::jsonb) from "custom_fields"
            where "tenant_id" = ${session.tenantId} and "entity" = 'lead' and "deleted_at" is null) as "custom_labels"`,
  );
  const panel = found!;
  const shown = { application_no: 'application_no', state: 'state', payment_state: 'payment_state', progress: 'progress' };
  const isSeen = await seesLead(tx, session.scope, lead);
  const data: Panel = {
    ...panel,
    tabs: isSeen ? panel.tabs : {},
    referral: panel.referral && { ...panel.referral, only_read: !isSeen },
    applications: panel.applications?.map((row) => veilAs(applications, session, row, shown)) ?? null,
    payments: panel.payments?.map((row) => veilAs(orders, session, row, { status: 'status', total: 'total' })) ?? null,
    follow_ups: panel.follow_ups.map((row) => veilAs(followUps, session, row, pendingFields)),
    tickets: panel.tickets.map((row) => veilAs(tickets, session, row, { subject: 'subject', state: 'state' })),
    same: withReasons(session, lead, found!.same).map((row) =>
      veilAs(leads, session, row, { name: 'name', owner_name: 'user_id', stage_name: 'last_callaction_btn_message' }),
    ),
    way: panel.way.map((row) => veilAs(callActions, session, row, { btn_message: 'btn_message' })),
    merges: panel.merges.map((row) => veilAs(leads, session, row, { lost_name: 'name' })),
  };
  return { data };
}

/** The rows of a select as one list, in its order. */
const listOf = (select: Sql): Sql => sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (${select}) part)`;

/** By the tabs' names. */
function tabCounts({ tenantId }: Session, leadId: string): Sql {
  const rowsOf = (table: Sql): Sql =>
    sql`from ${table} t where t."tenant_id" = ${tenantId} and t."lead_id" = ${leadId} and t."deleted_at" is null`;
  const colleges = rowsOf(sql`"lead_colleges"`);
  return sql`jsonb_build_object('lead-owner-history', (select count(*) ${rowsOf(sql`"lead_owner_history"`)}),
    'college-shortlisted', (select count(*) ${colleges} and t."relation" = 'shortlisted'),
    'college-not-interested', (select count(*) ${colleges} and t."relation" = 'not_interested'),
    'call-history', (select count(*) ${rowsOf(sql`"calls"`)}),
    'virtual-meeting-history', (select count(*) ${rowsOf(sql`"virtual_meetings"`)}))`;
}

/** The question whether this user takes the lead, as long as it is open. */
const referralToAnswer = ({ tenantId, userId }: Session, leadId: string): Sql =>
  sql`select to_jsonb(asked) from (select r."id", r."state", r."to_user_id", r."note", u."name" as "asker_name"
      from "lead_referrals" r left join "users" u on u."tenant_id" = r."tenant_id" and u."id" = r."created_by"
      where r."tenant_id" = ${tenantId} and r."lead_id" = ${leadId} and r."to_user_id" = ${userId} and r."state" = 'pending'
        and r."deleted_at" is null limit 1) asked`;

/** A ticket remembers the page on which it was raised. */
const openTickets = (session: Session, leadId: string): Sql =>
  sql`select t."id", t."ticket_no", t."subject", t."state" from "tickets" t
    where t."tenant_id" = ${session.tenantId} and t."state" in ('open', 'in_progress', 'waiting') and t."deleted_at" is null
      and t."page_url" like ${`/lp/${leadId}/%`} and ${scopeOf(tickets, session, sql`t`) ?? sql`true`}
    order by t."created_at" desc, t."id" limit ${most}`;

const applicationsOf = ({ tenantId }: Session, leadId: string): Sql =>
  sql`select p."id", p."application_no", f."name" as "form_name", coalesce(p."state", 'draft') as "state",
      coalesce(p."payment_state", 'none') as "payment_state", coalesce(p."progress", 0) as "progress"
    from "applications" p left join "forms" f on f."tenant_id" = p."tenant_id" and f."id" = p."form_id"
    where p."tenant_id" = ${tenantId} and p."lead_id" = ${leadId} and p."deleted_at" is null
    order by p."created_at" desc, p."id" limit ${most}`;

const ordersOf = ({ tenantId }: Session, leadId: string): Sql =>
  sql`select o."id", o."status", o."total"::float8 as "total", ${iso(sql`coalesce(o."payment_at", o."created_at")`)} as "at" from "orders" o
    where o."tenant_id" = ${tenantId} and o."lead_id" = ${leadId} and o."deleted_at" is null
    order by o."created_at" desc, o."id" limit ${most}`;

const stageWay = ({ tenantId }: Session, leadId: string): Sql =>
  sql`select w."btn_message", ${iso(sql`w."created_at"`)} as "created_at" from (
      select "btn_message", "created_at", "id" from "call_actions" where "tenant_id" = ${tenantId} and "lead_id" = ${leadId}
        and "deleted_at" is null order by "created_at" desc, "id" desc limit 100) w
    order by w."created_at", w."id"`;

const stagesOf = ({ tenantId }: Session): Sql =>
  sql`select "id", "stage_name", "color", coalesce("outcome", 'open') as "outcome", coalesce("status", 1) as "status", "group"
    from "lead_stages" where "tenant_id" = ${tenantId} and "deleted_at" is null order by "sort_order", "id" limit 200`;

async function leadCallFigures(
  context: CallContext<typeof leadPageCalls.leadCallFigures>,
): Promise<CallReply<typeof leadPageCalls.leadCallFigures>> {
  const { tx, session, params } = context;
  const lead = await leadToRead(context, params['id']!);
  const data = await tx.row<leadPageCalls.LeadCallFigures>(
    sql`select count(*) filter (where c."direction" = 'outbound')::int as "dialled",
          count(*) filter (where c."direction" = 'outbound' and c."talk_s" > 0)::int as "connected",
          count(*) filter (where c."direction" = 'inbound' and c."outcome" = 'missed')::int as "missed",
          coalesce(sum(c."talk_s"), 0)::int as "talk_s",
          (select h."hour" from (select extract(hour from b."started_at" at time zone ${session.timezone})::int as "hour", count(*) as "n"
              from "calls" b where b."tenant_id" = ${session.tenantId} and b."lead_id" = ${lead.id} and b."deleted_at" is null and b."talk_s" > 0
              group by 1) h order by h."n" desc, h."hour" limit 1) as "best_hour"
        from "calls" c where c."tenant_id" = ${session.tenantId} and c."lead_id" = ${lead.id} and c."deleted_at" is null`,
    'lead-call-figures',
  );
  return { data: { ...data!, ...hiddenFigures(session) } };
}

const countedFrom: Readonly<Record<string, readonly (keyof leadPageCalls.LeadCallFigures)[]>> = {
  direction: ['dialled', 'connected', 'missed'],
  outcome: ['missed'],
  talk_s: ['connected', 'talk_s', 'best_hour'],
  started_at: ['best_hour'],
};
function hiddenFigures(session: Session): Partial<leadPageCalls.LeadCallFigures> {
  const rules = rulesOf(calls, session);
  const hidden = Object.entries(countedFrom).flatMap(([field, figures]) => (isVeiled(rules.get(field)) ? figures : []));
  return Object.fromEntries(hidden.map((figure) => [figure, null]));
}

export const handlers: Handlers = {
  ...handle(leadPageCalls.leadPanel, leadPanel),
  ...handle(leadPageCalls.leadOwners, leadOwners),
  ...handle(leadPageCalls.leadCallFigures, leadCallFigures),
  ...handle(leadPageCalls.leadFieldHistory, fieldHistory),
};
