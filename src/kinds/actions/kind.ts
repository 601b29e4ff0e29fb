import { words, type Kind } from '../kind';
import { recordsIn } from '../../schemas/kit/is-record';

/** The actions of a rule, or the steps of a workflow: a list of types, each with its own parameters. */
export const kind: Kind = {
  name: 'actions',
  weight: 77,
  matches: ({ field }) => field.items?.properties?.['type']?.enum !== undefined && field.items.properties['params'] !== undefined,
  operators: [],
  text: (value) =>
    recordsIn(value)
      .map(({ type }) => actionWords[String(type)] ?? words(type))
      .join(', ') || '–',
};

export const actionWords: Readonly<Record<string, string>> = {
  assign: 'Assign the lead to',
  change_stage: 'Set the stage',
  add_tag: 'Add a tag',
  send_sms: 'Send an SMS',
  send_email: 'Send an email',
  send_whatsapp: 'Send a WhatsApp message',
  send_voice: 'Call with a recording',
  push_zoho: 'Push to Zoho CRM',
  create_followup: 'Add a follow-up',
  notify_user: 'Notify a user',
  webhook: 'Call a URL',
  wait: 'Wait',
  if: 'Check a condition',
  end: 'End',
};
