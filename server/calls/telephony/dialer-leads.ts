import sql, { empty } from 'sql-template-tag';
import { dialerLists } from '../../../src/schemas/automation/dialer-lists';
import * as leadCalls from '../../../src/schemas/calls/dialer-leads';
import { outcomeText } from '../../../src/schemas/kit/call-outcomes';
import { calls } from '../../../src/schemas/leads/calls';
import { resourceNamed } from '../../../src/schemas/kit/all';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { queueRuleLeads } from '../../automation/dialer-rule-leads';
import { readPage } from '../../automation/read-page';
import { fillList } from '../../bulk/fill-list';
import { listOf } from '../../bulk/list-of';
import { keyFrom } from '../../catalogue/drafts';
import { veilAs } from '../../catalogue/field-rules';
import { chosenRows } from '../../catalogue/chosen-rows';
import { scopeOf } from '../../catalogue/scope';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext, type ActionReply } from '../../context/handle-action';
import { listByKey } from '../../dialer/dialer-lists';
import { queueLeads } from '../../dialer/queue-leads';
import { hooksOf } from '../../hooks/all';
import { leadOf, leadToRead } from '../../leads/lead-access';
import { chosenLeads } from '../leads/chosen-leads';

export const handlers: Handlers = {
  ...handle(leadCalls.queueLeads, queue),
  ...handle(leadCalls.queueByRule, queueByRule),
  ...handle(leadCalls.listsOfLead, listsOfLead),
  ...handle(leadCalls.takeFromList, takeFromList),
  ...handleAction(dialerLists, 'leads', leadsOfList),
};

async function queue(context: CallContext<typeof leadCalls.queueLeads>): Promise<CallReply<typeof leadCalls.queueLeads>> {
  const { tx, session, services, body } = context;
  const key = String(body.list_key);
  const list = await listByKey(tx, session.tenantId, key);
  if (!list?.active) throw problem(404, 'This dialer list does not exist, or it is switched off.');
  if ((body.lead_ids === undefined) === (body.query === undefined)) throw invalid('lead_ids', 'Choose leads, or all that match');
  if (body.query === undefined) {
    const leads = await chosenLeads(context, { lead_ids: (body.lead_ids ?? []).map(String) });
    const queued = await queueLeads(
      context,
      key,
      leads.map(({ id }) => id),
    );
    return { message: queuedText(queued, list.value), data: queued };
  }
  const leads = listOf('leads', session, ['list', 'export', 'update']);
  await chosenRows(leads, hooksOf(leads), context, body.query);
  const payload = { list: key, query: body.query, until: services.now().toISOString() };
  context.afterCommit(() => services.jobs.wake());
  const job_id = await services.jobs.add(tx, session, { kind: fillList, payload });
  return { message: `The leads are being put into '${list.value}'.`, data: { job_id, added: 0, again: 0, waiting: 0 } };
}

function queuedText({ added, again, waiting }: leadCalls.LeadsQueued, list: string): string {
  const parts = [
    added ? `${added} added to '${list}'` : '',
    again ? `${again} waiting again` : '',
    waiting ? `${waiting} waited in it before` : '',
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

async function listsOfLead(context: CallContext<typeof leadCalls.listsOfLead>): Promise<CallReply<typeof leadCalls.listsOfLead>> {
  const { tx, session, params } = context;
  const lead = await leadToRead(context, params.id ?? '');
  const data: leadCalls.ListOfLead[] = await tx.rows(
    sql`select d."key", d."value", e."state" from "dialer_list_leads" e
        join "dialer_lists" d on d."tenant_id" = e."tenant_id" and d."key" = e."list_key" and d."status" = 1 and d."deleted_at" is null
        where e."tenant_id" = ${session.tenantId} and e."lead_id" = ${lead.id} and e."deleted_at" is null
        order by lower(d."value"), d."key" limit 100`,
    'lists-with-lead',
  );
  return { data };
}

async function takeFromList(
  context: CallContext<typeof leadCalls.takeFromList>,
): Promise<CallReply<typeof leadCalls.takeFromList>> {
  const { tx, session, services, body } = context;
  const now = services.now();
  const lead = await leadOf(context, String(body.lead_id), 'lock');
  const entry = sql`"tenant_id" = ${session.tenantId} and "list_key" = ${body.list_key} and "lead_id" = ${lead.id} and "deleted_at" is null`;
  const found: { held: boolean } | undefined = await tx.row(
    sql`select "state" = 'dialling' and coalesce("lease_until" > ${now.toISOString()}::timestamptz, false) as "held"
        from "dialer_list_leads" where ${entry} for update`,
    'list-entry',
  );
  if (!found) throw problem(404, 'This list does not hold the lead.');
  if (found.held) throw problem(409, 'This lead is being called from the list.');
  await tx.run(
    sql`update "dialer_list_leads" set "deleted_at" = ${now.toISOString()}::timestamptz where ${entry}`,
    'list-entry-out',
  );
  return { message: `${lead.name ?? 'The lead'} was taken out of the list.` };
}

async function queueByRule(context: CallContext<typeof leadCalls.queueByRule>): Promise<CallReply<typeof leadCalls.queueByRule>> {
  const { tx, session, services, params } = context;
  const ruleId = params.id ?? '';
  const rule: { status: number | null } | undefined = await tx.row(
    sql`select "status" from "dialer_rules" where "tenant_id" = ${session.tenantId} and "id" = ${ruleId} and "deleted_at" is null`,
  );
  if (!rule) throw problem(404, 'This rule does not exist.');
  if (rule.status === 0) throw problem(409, 'This rule is switched off.');
  context.afterCommit(() => services.jobs.wake());
  return {
    message: 'The leads are being put into the lists.',
    data: { job_id: await services.jobs.add(tx, session, { kind: queueRuleLeads, payload: { ruleId }, dedupeKey: ruleId }) },
  };
}

interface Entry {
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly last_outcome: string | null;
  readonly last_user: string | null;
  readonly called_at: string | null;
  readonly next_try_at: string | null;
}
/** More than these are not counted (D-047). */
const mostCounted = 10_000;

/** The list's leads that the reader sees, those who wait first: what became of each and who called last. */
async function leadsOfList(
  context: ActionContext<typeof dialerLists, 'leads'>,
): Promise<ActionReply<typeof dialerLists, 'leads'>> {
  const { tx, session, query } = context;
  const key = keyFrom(dialerLists, context);
  if (!(await listByKey(tx, session.tenantId, String(key)))) throw problem(404, 'This dialer list does not exist.');
  const { limit, offset } = readPage(query);
  const state = typeof query.state === 'string' && query.state ? sql`and e."state" = ${query.state}` : empty;
  const scope = scopeOf(resourceNamed('dialer-list-leads'), session, sql`e`);
  const entries = sql`from "dialer_list_leads" e join "leads" l on l."tenant_id" = e."tenant_id" and l."id" = e."lead_id" and l."deleted_at" is null
    where e."tenant_id" = ${session.tenantId} and e."list_key" = ${key} and e."deleted_at" is null ${state} ${scope ? sql`and ${scope}` : empty}`;
  const { count }: { count: number } = await tx.one(
    sql`select count(*)::int as "count" from (select 1 ${entries} limit ${mostCounted + 1}) n`,
  );
  const rows: Entry[] = await tx.rows(
    sql`select p."lead_id", p."lead_name", p."state", p."attempts", c."outcome" as "last_outcome",
          coalesce(c."user_name", h."name") as "last_user", c."started_at" as "called_at", p."next_try_at"
        from (select e."id", e."lead_id", e."user_id", l."name" as "lead_name", e."state", coalesce(e."attempts", 0) as "attempts", e."next_try_at",
            row_number() over (order by array_position(array['dialling', 'queued'], e."state"), e."priority" desc nulls last, l."created_at", e."id") as "place"
          ${entries} order by "place" limit ${limit} offset ${offset}) p
        left join "users" h on h."tenant_id" = ${session.tenantId} and h."id" = p."user_id"
        left join lateral (select c."outcome", c."started_at", u."name" as "user_name" from "calls" c
          left join "users" u on u."tenant_id" = c."tenant_id" and u."id" = c."user_id"
          where c."tenant_id" = ${session.tenantId} and c."list_lead_id" = p."id" and c."deleted_at" is null
          order by c."started_at" desc limit 1) c on true
        order by p."place"`,
  );
  const data = rows.map((one) => {
    const named = veilAs(resourceNamed('leads'), session, one, { lead_name: 'name' });
    const { last_outcome: outcome } = veilAs(calls, session, one, { last_outcome: 'outcome' });
    return { ...named, last_outcome: outcome === null ? null : outcomeText(outcome) };
  });
  return { data, count };
}
