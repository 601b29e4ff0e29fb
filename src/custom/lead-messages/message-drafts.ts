import type { LeadThread } from '../../providers/screens/lead-reach';
import { onSessionEnd } from '../../providers/session/session';
import { recordIn } from '../../schemas/kit/is-record';

/** What is being written to a lead in one channel: a template, or a text of the person's own. */
export interface MessageDraft {
  readonly template_id: string | null;
  readonly subject: string;
  readonly text: string;
}
export const noDraft: MessageDraft = { template_id: null, subject: '', text: '' };

const prefix = 'lead-message:';
const keyOf = ({ leadId, channel }: LeadThread): string => `${prefix}${channel}:${leadId}`;
onSessionEnd(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
});

/** Kept in this tab until it is sent or the person signs out. */
export function draftOf(thread: LeadThread): MessageDraft {
  const kept = sessionStorage.getItem(keyOf(thread));
  if (!kept) return noDraft;
  const { template_id, subject, text } = recordIn(JSON.parse(kept));
  return {
    template_id: typeof template_id === 'string' ? template_id : null,
    subject: typeof subject === 'string' ? subject : '',
    text: typeof text === 'string' ? text : '',
  };
}
export function keepDraft(thread: LeadThread, draft: MessageDraft): void {
  if (draft.template_id || draft.subject || draft.text) sessionStorage.setItem(keyOf(thread), JSON.stringify(draft));
  else sessionStorage.removeItem(keyOf(thread));
}
