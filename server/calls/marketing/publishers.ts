import { raw } from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/publishers';
import { invalid } from '../../../src/schemas/kit/problem';
import { publisherLeads } from '../../../src/schemas/leads/publisher-leads';
import { publishers } from '../../../src/schemas/leads/publishers';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { scopeOf } from '../../catalogue/scope';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext, type ActionReply } from '../../context/handle-action';
import { publisherStatement } from '../../leads/publisher-statement';
import { answerDispute, deliveredRow } from '../../leads/dispute-delivery';

export const handlers: Handlers = {
  ...handleAction(publishers, 'delivered', delivered),
  ...handle(calls.publisherDisputeAnswer, answer),
};

/** What the publisher delivered month by month, of the leads that the person can see, and what is due for it. */
async function delivered(
  context: ActionContext<typeof publishers, 'delivered'>,
): Promise<ActionReply<typeof publishers, 'delivered'>> {
  const { tx, session, query } = context;
  const { id } = await fetchRow(publishers, keyFrom(publishers, context), context);
  const limit = Math.min(100, Math.max(1, Math.trunc(Number(query.limit)) || 10));
  const offset = (Math.max(1, Math.trunc(Number(query.page_number)) || 1) - 1) * limit;
  const seen = scopeOf(publisherLeads, session, raw('v')) ?? undefined;
  const asked = { tenantId: session.tenantId, zone: session.timezone, limit, offset };
  const { months, count } = await publisherStatement(tx, asked, id, seen);
  return { data: months, count };
}

/** Our answer to an objection, of a lead that the person can see: agreed, and the lead counts as accepted, or declined. */
async function answer(
  context: CallContext<typeof calls.publisherDisputeAnswer>,
): Promise<CallReply<typeof calls.publisherDisputeAnswer>> {
  const { tx, session, params, body } = context;
  if (!body.answer.trim()) throw invalid('answer', 'Enter an answer');
  const seen = scopeOf(publisherLeads, session, raw('v')) ?? undefined;
  const row = await deliveredRow(tx, session.tenantId, params['id'] ?? '', seen);
  await answerDispute(tx, session.tenantId, row, body);
  return { message: body.agreed ? 'Agreed. The lead counts as accepted.' : 'Declined. The publisher sees your answer.' };
}
