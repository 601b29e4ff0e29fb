/** A1: what counts as an act. Where the text of one is found depends on its table. */
export const actKinds = {
  call_action: 'Call action',
  follow_up_added: 'Follow-up added',
  follow_up_done: 'Follow-up done',
  note: 'Note',
  call_out: 'Outbound call',
  call_in: 'Inbound call answered',
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  document: 'Document verified',
  meeting: 'Meeting held',
} as const;
export type ActKind = keyof typeof actKinds;
