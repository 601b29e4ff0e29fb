import sql from 'sql-template-tag';
import * as referralCalls from '../../../src/schemas/calls/lead-referrals';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Row } from '../../../src/schemas/kit/resource';
import { leadReferrals } from '../../../src/schemas/leads/lead-referrals';
import { columnsOf } from '../../catalogue/rows';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { actingOf } from '../../leads/acting';
import { answerReferral, lockReferredLead } from '../../leads/answer-referral';
import { referLeads } from '../../leads/refer';
import { waitsFor } from '../../leads/referred-leads';
import { chosenLeads } from './chosen-leads';

type Referral = Row<typeof leadReferrals>;

export const handlers: Handlers = {
  ...handle(referralCalls.leadRefer, refer),
  ...handle(referralCalls.referralCount, countWaiting),
  ...handleAction(leadReferrals, 'decision', decision),
};

async function refer(context: CallContext<typeof referralCalls.leadRefer>): Promise<CallReply<typeof referralCalls.leadRefer>> {
  const { body, session } = context;
  const leads = await chosenLeads(context, body);
  const said = { note: body.note?.trim() ?? '', asker: session };
  const data = await referLeads(actingOf(context), leads, body.to_user_ids, said);
  return { message: `${counted(data.referred, 'lead')} referred.`, data };
}

/** The leads that this user is asked to take, as the list shows them. */
async function countWaiting({
  tx,
  session,
}: CallContext<typeof referralCalls.referralCount>): Promise<CallReply<typeof referralCalls.referralCount>> {
  const row = await tx.one(
    sql`select count(*)::int as "waiting" from "leads" where "tenant_id" = ${session.tenantId} and "deleted_at" is null
          and ${waitsFor(session)}`,
    'referrals-waiting',
  );
  return { data: { waiting: Number(row['waiting']) } };
}

/** The person asked accepts (and becomes the owner) or rejects with a reason; the person who asked can take it back. */
async function decision(context: ActionContext<typeof leadReferrals, 'decision'>): Promise<Reply> {
  const { session, body, params } = context;
  const acting = actingOf(context);
  const lead = await lockReferredLead(acting, params['id'] ?? '');
  const referral = await referralOf(context);
  const { state } = body;
  if (state !== 'accepted' && state !== 'rejected' && state !== 'cancelled')
    throw invalid('state', 'State must be accepted, rejected or cancelled');
  const reason = typeof body.answer_reason === 'string' ? body.answer_reason.trim() : '';
  if (reason.length > 500) throw invalid('answer_reason', 'Reason can have up to 500 characters');
  if (state === 'rejected' && !reason) throw invalid('answer_reason', 'Reason is required');
  const who = state === 'cancelled' ? referral.created_by : referral.to_user_id;
  // The same answer again, after a second click or a lost connection, is the same answer.
  const isRepeated = referral.state === state && who === session.userId;
  if (!isRepeated) {
    if (referral.state !== 'pending') throw problem(409, over[referral.state ?? 'cancelled']);
    if (who !== session.userId) throw problem(403, notAllowed);
    await answerReferral(acting, referral, lead, { state, reason, answeredBy: session.name });
  }
  return { message: done[state], data: await referralOf(context) };
}

const over = {
  accepted: 'This referral was already accepted.',
  rejected: 'This referral was already rejected.',
  cancelled: 'This referral was taken back.',
  pending: 'This referral is still open.',
} as const;
const done = { accepted: 'Referral accepted.', rejected: 'Referral rejected.', cancelled: 'Referral taken back.' } as const;

/** People outside the referral do not learn that it exists. */
async function referralOf({ tx, session, params }: Context): Promise<Referral> {
  const referral = await tx.row<Referral>(
    sql`select ${columnsOf(leadReferrals)} from "lead_referrals"
        where "tenant_id" = ${session.tenantId} and "id" = ${params['id']} and "deleted_at" is null for update`,
  );
  const isPart = referral && [referral.to_user_id, referral.created_by].includes(session.userId);
  if (!referral || (!isPart && session.scope !== 'tenant')) throw problem(404, 'Lead referral not found.');
  return referral;
}
