import sql from 'sql-template-tag';
import type { leadReferrals } from '../../../src/schemas/leads/lead-referrals';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Hooks } from '../../context/hooks';
import { leadOf } from '../../leads/lead-access';
import { notify } from '../../live/notify';

/** Asking someone to take a lead: one's own (or one's people's) lead, an active colleague, and one question at a time. */
export const hooks: Hooks<typeof leadReferrals> = {
  async beforeCreate(draft, context) {
    const { tx, session } = context;
    const lead = await leadOf(context, draft.lead_id, 'lock');
    const to = draft.to_user_id;
    const person = await tx.row<{ status: number; type: string }>(
      sql`select "status", "type" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${to} and "deleted_at" is null`,
      'referral-person',
    );
    if (person?.status !== 1 || person.type !== 'org')
      throw invalid('to_user_id', 'This user is not active and cannot receive leads.');
    if (lead.user_id === to) throw invalid('to_user_id', 'The lead is already theirs.');
    const open = await tx.row(
      sql`select 1 from "lead_referrals" where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "state" = 'pending'
            and "deleted_at" is null limit 1`,
      'referral-open',
    );
    if (open) throw problem(409, 'Someone has already been asked to take this lead.');
    return { ...draft, state: 'pending' };
  },
  async afterWrite(row, before, context) {
    if (before) return;
    const leadId = row.lead_id;
    await notify(context.tx, context.session.tenantId, {
      to: row.to_user_id,
      type: 'lead_refered',
      message: `${context.session.name} referred a lead to you.`,
      leadId,
      lead_ids: [leadId],
    });
  },
};
