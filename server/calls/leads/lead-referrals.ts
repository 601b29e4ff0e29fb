import sql from 'sql-template-tag';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Row } from '../../../src/schemas/kit/resource';
import { leadReferrals } from '../../../src/schemas/leads/lead-referrals';
import { columnsOf } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { actingOf } from '../../leads/acting';
import { assignLeads } from '../../leads/assign';
import { notify } from '../../live/notify';

type Referral = Row<typeof leadReferrals>;

export const handlers: Handlers = {
  ...handleAction(leadReferrals, 'decision', decision),
};

/** The person asked accepts (and becomes the owner) or rejects with a reason; the person who asked can cancel. */
async function decision(context: ActionContext<typeof leadReferrals, 'decision'>): Promise<Reply> {
  const { tx, session, body } = context;
  const referral = await referralOf(context);
  const { state } = body;
  if (state !== 'accepted' && state !== 'rejected' && state !== 'cancelled')
    throw invalid('state', 'State must be accepted, rejected or cancelled');
  const reason = typeof body.answer_reason === 'string' ? body.answer_reason.trim() : '';
  if (reason.length > 500) throw invalid('answer_reason', 'Reason can have up to 500 characters');
  if (state === 'rejected' && !reason) throw invalid('answer_reason', 'Reason is required');
  if (referral.state !== 'pending') throw problem(409, `This referral is already ${referral.state}.`);
  const who = state === 'cancelled' ? referral.created_by : referral.to_user_id;
  if (who !== session.userId) throw problem(403, notAllowed);

  if (state === 'accepted') await takeLead(context, referral);
  const row = await updateRow(leadReferrals, referral.id, { state, ...(reason ? { answer_reason: reason } : {}) }, context);
  if (referral.created_by && state !== 'cancelled')
    await notify(tx, session.tenantId, {
      to: referral.created_by,
      type: 'lead_refered',
      message:
        state === 'accepted'
          ? `${session.name} accepted the lead you referred.`
          : `${session.name} rejected the lead you referred: ${reason}`,
      leadId: referral.lead_id,
    });
  return { message: `Referral ${state}.`, data: row };
}

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

async function takeLead(context: Context, referral: Referral): Promise<void> {
  const { tx, session } = context;
  const lead = await tx.row<{ id: string; user_id: string | null }>(
    sql`select "id", "user_id" from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${referral.lead_id}
          and "deleted_at" is null for update`,
    'referral-lead',
  );
  if (!lead) throw problem(409, 'This lead no longer exists.');
  await assignLeads(actingOf(context), [lead], referral.to_user_id, { reason: 'referral' });
}
