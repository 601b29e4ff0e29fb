import { makeDrafts, textIn } from '../../providers/drafts';
import type { LeadThread } from '../../providers/screens/lead-reach';

/** What is being written to a lead in one channel: a template, or a text of the person's own. */
export interface MessageDraft {
  readonly template_id: string | null;
  readonly subject: string;
  readonly text: string;
}
export const messageDrafts = makeDrafts<MessageDraft>(
  'lead-messages',
  ({ template_id, subject, text }) => ({
    template_id: textIn(template_id) || null,
    subject: textIn(subject),
    text: textIn(text),
  }),
  ({ template_id, subject, text }) => !template_id && !subject && !text,
);
export const draftKey = ({ leadId, channel }: LeadThread): string => `${channel}:${leadId}`;
