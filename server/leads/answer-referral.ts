import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { isInScope } from '../context/data-scope';
import { loadUser } from '../identity/sessions';
import { notify } from '../live/notify';
import type { Acting } from './acting';
import { assignLeads } from './assign';
import type { Referral } from './refer';

type Doing = Pick<Acting, 'tx' | 'by'>;
/** The lead that a referral is about, as it is now. */
export interface ReferredLead {
  readonly id: string;
  readonly user_id: string | null;
  readonly is_gone: boolean;
  readonly is_merged: boolean;
  /** The name of the person who asked. */
  readonly asker: string | null;
}

/** Locks the lead: every change of owner locks it before its referrals, so two of them wait for each other. */
export const lockReferredLead = ({ tx, by }: Doing, referralId: string): Promise<ReferredLead | undefined> =>
  tx.row<ReferredLead>(
    sql`select l."id", l."user_id", l."deleted_at" is not null as "is_gone", l."merged_into" is not null as "is_merged",
          (select u."name" from "users" u where u."tenant_id" = r."tenant_id" and u."id" = r."created_by") as "asker"
        from "lead_referrals" r join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."lead_id"
        where r."tenant_id" = ${by.tenantId} and r."id" = ${referralId} for update of l`,
    'referral-lead',
  );

export interface ReferralAnswer {
  readonly state: 'accepted' | 'rejected' | 'cancelled';
  /** Empty where none is given. */
  readonly reason: string;
  readonly answeredBy: string;
}
/**
 * Stores the answer: who accepts becomes the owner, and the person who asked hears of it. Lead and referral are locked, the referral is
 * pending. Throws Problem 409 where the lead is gone.
 */
export async function answerReferral(
  acting: Acting,
  referral: Referral,
  lead: ReferredLead | undefined,
  { state, reason, answeredBy }: ReferralAnswer,
): Promise<void> {
  const { tx, by } = acting;
  const { id, to_user_id: to, created_by: asker } = referral;
  if (state === 'accepted') {
    if (!lead || lead.is_gone) throw problem(409, 'This lead no longer exists.');
    if (lead.is_merged) throw problem(409, 'This lead was merged into another one.');
  }
  await tx.run(
    sql`update "lead_referrals" set "state" = ${state}, "answer_reason" = coalesce(${reason || null}, "answer_reason")
        where "tenant_id" = ${by.tenantId} and "id" = ${id}`,
    'referral-answer',
  );
  tx.touched('lead_referrals', id, [to, asker]);
  if (state === 'accepted' && lead) await assignLeads(acting, [lead], to, { reason: 'referral', note: whyOf(referral, lead) });
  if (asker && state !== 'cancelled') await tellAnswer(acting, { ...referral, created_by: asker }, { state, reason, answeredBy });
}

/** As the owner history shows it. */
const whyOf = ({ note }: Referral, { asker }: ReferredLead): string =>
  `Referred by ${asker ?? 'a colleague'}${note ? `: ${note}` : ''}`.slice(0, 300);

/** The notification leads to the lead as long as the person who asked can open it. */
async function tellAnswer(
  { tx, by }: Doing,
  { lead_id: leadId, to_user_id: to, created_by: asker }: Referral & { readonly created_by: string },
  { state, reason, answeredBy }: ReferralAnswer,
): Promise<void> {
  const person = state === 'accepted' ? await loadUser(tx, by.tenantId, asker) : undefined;
  const canOpen = state === 'rejected' || (person !== undefined && isInScope(person.scope, to));
  const what = state === 'accepted' ? 'accepted the lead you referred.' : `rejected the lead you referred: ${reason}`;
  await notify(tx, by.tenantId, {
    to: asker,
    type: 'referral_answered',
    message: `${answeredBy} ${what}`,
    ...(canOpen ? { leadId } : {}),
    lead_ids: [leadId],
  });
}
