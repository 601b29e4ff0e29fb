import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { countSending } from '../channels/count-sending';
import type { Context } from '../context/context';
import { gateForLead } from './lead-gate';
import type { ReachableLead } from './send-to-lead';

/** Emails in 24 hours, by everyone together. */
const perDay = { meeting: 6, lead: 12 };

/**
 * Counts an email that a person's change sends to the lead of a meeting. Throws 429 past what a meeting or lead may get; `instead`
 * says what to do then.
 */
export async function countMeetingMail(
  context: Context,
  meeting: { readonly id: string; readonly lead_id: string },
  instead: string,
): Promise<void> {
  const { tx, session } = context;
  const lead: ReachableLead | undefined = await tx.row(
    sql`select * from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${meeting.lead_id} and "deleted_at" is null`,
    'meeting-mail-lead',
  );
  if (!lead) return;
  const reached = await gateForLead(tx, session.tenantId, lead, 'email', { automatic: false }, context.services.now());
  if ('why' in reached) return;
  await countSending(context, 'email');
  const counted: { of_meeting: number; of_lead: number } = await tx.one(
    sql`select add_attempt(${`meeting-mail:${session.tenantId}:${meeting.id}`}, 86400)::int as "of_meeting",
          add_attempt(${`meeting-mail-lead:${session.tenantId}:${lead.id}`}, 86400)::int as "of_lead"`,
    'meeting-mail-count',
  );
  const refuse = (most: number, about: string): Error =>
    problem(429, `The lead has already received ${most} emails about ${about} in 24 hours. ${instead}`);
  if (counted.of_meeting > perDay.meeting) throw refuse(perDay.meeting, 'this meeting');
  if (counted.of_lead > perDay.lead) throw refuse(perDay.lead, 'meetings');
}
