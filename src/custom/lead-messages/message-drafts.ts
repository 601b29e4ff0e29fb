import { makeDrafts, textIn } from '../../providers/drafts';
import type { LeadThread } from '../../providers/screens/lead-reach';
import { recordIn } from '../../schemas/kit/is-record';

/** What is being written to a lead in one channel: a template, or a text of the person's own. */
export interface MessageDraft {
  readonly template_id: string | null;
  readonly subject: string;
  readonly text: string;
  /** The college that it shares. */
  readonly college: { readonly clg_id: number; readonly name: string } | null;
}
export const messageDrafts = makeDrafts<MessageDraft>(
  'lead-messages',
  ({ template_id, subject, text, college }) => {
    const { clg_id, name } = recordIn(college);
    return {
      template_id: textIn(template_id) || null,
      subject: textIn(subject),
      text: textIn(text),
      college: typeof clg_id === 'number' ? { clg_id, name: textIn(name) } : null,
    };
  },
  ({ template_id, subject, text, college }) => !template_id && !subject && !text && !college,
);
export const draftKey = ({ leadId, channel }: LeadThread): string => `${channel}:${leadId}`;

/** The college that is shared follows what was typed before. */
export function withShared(draft: MessageDraft, { shares }: LeadThread): MessageDraft {
  if (!shares || draft.college?.clg_id === shares.clg_id) return draft;
  return {
    template_id: null,
    subject: draft.subject || shares.name,
    text: [draft.text.trim(), shares.text].filter(Boolean).join('\n\n'),
    college: { clg_id: shares.clg_id, name: shares.name },
  };
}
