import sql, { raw } from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/publishers';
import { publisherLeads } from '../../../src/schemas/leads/publisher-leads';
import { publishers } from '../../../src/schemas/leads/publishers';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { scopeOf } from '../../catalogue/scope';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext, type ActionReply } from '../../context/handle-action';
import { answerDispute, deliveredRow } from '../../leads/dispute-delivery';

export const handlers: Handlers = {
  ...handleAction(publishers, 'delivered', delivered),
  ...handle(calls.publisherDisputeAnswer, answer),
};

/** Leads of a publisher by month of the tenant, and what they cost at today's price; the latest month first. */
async function delivered(
  context: ActionContext<typeof publishers, 'delivered'>,
): Promise<ActionReply<typeof publishers, 'delivered'>> {
  const { tx, session, query } = context;
  const publisher = await fetchRow(publishers, keyFrom(publishers, context), context);
  const price = publisher.pricing === 'per_enrolment' ? null : publisher.cost_per_lead;
  const rows = await tx.rows<{ month: string; leads: number }>(sql`
    select to_char("created_at" at time zone ${session.timezone}, 'YYYY-MM') as "month", count(*)::int as "leads" from "leads"
    where "tenant_id" = ${session.tenantId} and "publisher_id" = ${publisher.id} and "deleted_at" is null
    group by 1 order by 1 desc`);
  const limit = Math.min(100, Math.max(1, Math.trunc(Number(query.limit)) || 10));
  const from = (Math.max(1, Math.trunc(Number(query.page_number)) || 1) - 1) * limit;
  const data = rows
    .slice(from, from + limit)
    .map((row) => ({ ...row, cost: typeof price === 'number' ? price * row.leads : null }));
  return { data, count: rows.length };
}

/** Our answer to an objection, of a lead that the person can see: agreed, and the lead counts as accepted, or declined. */
async function answer(
  context: CallContext<typeof calls.publisherDisputeAnswer>,
): Promise<CallReply<typeof calls.publisherDisputeAnswer>> {
  const { tx, session, params, body } = context;
  const seen = scopeOf(publisherLeads, session, raw('v')) ?? undefined;
  const row = await deliveredRow(tx, session.tenantId, params['id'] ?? '', seen);
  await answerDispute(tx, session.tenantId, row, body);
  return { message: body.agreed ? 'Agreed. The lead counts as accepted.' : 'Declined. The publisher sees your answer.' };
}
