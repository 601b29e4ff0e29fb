import type { LeadThread } from '../../providers/screens/lead-reach';
import { onSessionEnd } from '../../providers/session/session';
import { recordIn } from '../../schemas/kit/is-record';

/** What is being written to a lead in one channel: a template, or a text of the person's own. */
export interface MessageDraft {
  readonly template_id: string | null;
  readonly subject: string;
  readonly text: string;
  /** The college that it shares. */
  readonly college: { readonly clg_id: number; readonly name: string } | null;
}
export const noDraft: MessageDraft = { template_id: null, subject: '', text: '', college: null };

const prefix = 'lead-message:';
const keyOf = ({ leadId, channel }: LeadThread): string => `${prefix}${channel}:${leadId}`;
onSessionEnd(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
});

/** The draft to begin with: a college that is shared follows what was typed before. */
export function firstDraft(thread: LeadThread): MessageDraft {
  const kept = draftOf(thread);
  const { shares } = thread;
  if (!shares || kept.college?.clg_id === shares.clg_id) return kept;
  return {
    template_id: null,
    subject: kept.subject || shares.name,
    text: [kept.text.trim(), shares.text].filter(Boolean).join('\n\n'),
    college: { clg_id: shares.clg_id, name: shares.name },
  };
}

/** Kept in this tab until it is sent or the person signs out. */
function draftOf(thread: LeadThread): MessageDraft {
  const kept = sessionStorage.getItem(keyOf(thread));
  if (!kept) return noDraft;
  const { template_id, subject, text, college } = recordIn(JSON.parse(kept));
  const { clg_id, name } = recordIn(college);
  return {
    template_id: typeof template_id === 'string' ? template_id : null,
    subject: typeof subject === 'string' ? subject : '',
    text: typeof text === 'string' ? text : '',
    college: typeof clg_id === 'number' ? { clg_id, name: String(name) } : null,
  };
}
export function keepDraft(thread: LeadThread, draft: MessageDraft): void {
  if (draft.template_id || draft.subject || draft.text || draft.college)
    sessionStorage.setItem(keyOf(thread), JSON.stringify(draft));
  else sessionStorage.removeItem(keyOf(thread));
}
