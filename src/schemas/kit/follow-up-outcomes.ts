/** How a follow-up went, as the person who marks it done says. */
export const followUpOutcomes = ['spoke', 'no_answer', 'message_sent', 'not_needed'] as const;
export type FollowUpOutcome = (typeof followUpOutcomes)[number];

export const followUpOutcomeTexts: Readonly<Record<FollowUpOutcome, string>> = {
  spoke: 'Spoke to them',
  no_answer: 'No answer',
  message_sent: 'Sent a message',
  not_needed: 'No longer needed',
};

/** What `follow_ups.done_reason` keeps: the outcome in words, and after it what was noted. At most 300 characters. */
export const doneReason = (outcome: FollowUpOutcome, note: string): string =>
  (note ? `${followUpOutcomeTexts[outcome]}: ${note}` : followUpOutcomeTexts[outcome]).slice(0, 300);

/** `data` of the calls that mark a follow-up done. */
export interface FollowUpDone {
  call_action_id: string;
  lead_id: string;
  done_at: string;
}
