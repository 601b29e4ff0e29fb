export const sendReasonNames = [
  'no_address',
  'invalid_address',
  'duplicate',
  'automation_off',
  'do_not_disturb',
  'opted_out',
  'template_not_approved',
  'variables_missing',
  'frequency_cap',
  'feature_off',
  'no_balance',
  'outside_hours',
  'stopped',
  'lead_deleted',
  'no_reply',
  'too_fast',
] as const;
export type SendReason = (typeof sendReasonNames)[number];
/** Why a message is not sent, or not yet. The row in the outbox keeps the key; people read the sentence. */
export const sendReasons: Readonly<Record<SendReason, string>> = {
  no_address: 'No phone number or email address',
  invalid_address: 'The phone number or email address is not valid',
  duplicate: 'Another lead in this audience has the same address',
  automation_off: 'Automation messages are switched off',
  do_not_disturb: 'Marked do not disturb',
  opted_out: 'Opted out of this channel',
  template_not_approved: 'The template is not approved',
  variables_missing: 'The lead has no value for a placeholder',
  frequency_cap: 'Reached the maximum number of messages',
  feature_off: 'Waiting: the feature is switched off for the organisation',
  no_balance: 'The balance is used up',
  outside_hours: 'Waiting for sending hours',
  stopped: 'The campaign was stopped',
  lead_deleted: 'The lead was deleted',
  no_reply: 'The provider did not reply; it is tried again',
  too_fast: 'The provider asked for fewer messages at a time; it is tried again',
};

/** What becomes of a message, from the row to the person's answer. The first three can still change where it is sent. */
export const messageStates = [
  'sandbox',
  'queued',
  'held',
  'sending',
  'unknown',
  'failed',
  'sent',
  'delivered',
  'read',
  'clicked',
  'replied',
  'opted_out',
] as const;
export type MessageState = (typeof messageStates)[number];
/** The figures of a campaign with the states of their messages: who opened it was also sent it, and it was delivered. */
export const campaignResults = {
  waiting: ['queued', 'sending'],
  held: ['held'],
  sent: ['sent', 'delivered', 'read', 'clicked', 'replied', 'opted_out'],
  delivered: ['delivered', 'read', 'clicked', 'replied', 'opted_out'],
  read: ['read', 'clicked', 'replied', 'opted_out'],
  clicked: ['clicked'],
  replied: ['replied'],
  opted_out: ['opted_out'],
  failed: ['failed'],
  unknown: ['unknown'],
} as const satisfies Readonly<Record<string, readonly MessageState[]>>;
export type CampaignResult = keyof typeof campaignResults;
export const campaignResultNames = Object.keys(campaignResults).filter(isCampaignResult);
export function isCampaignResult(name: string): name is CampaignResult {
  return Object.hasOwn(campaignResults, name);
}

/** States in words, the same in the outbox and in a campaign's results. */
export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  sandbox: 'Sandbox',
  queued: 'Waiting',
  held: 'Not sent',
  sending: 'Being sent',
  unknown: 'Unknown',
  failed: 'Failed',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Opened or read',
  clicked: 'Clicked',
  replied: 'Replied',
  opted_out: 'Opted out',
};
/** The figures of a campaign in the same words. */
export const campaignResultLabels: Readonly<Record<CampaignResult, string>> = { ...messageStateLabels, waiting: 'Waiting' };
