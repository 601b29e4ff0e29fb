import { onSessionEnd } from '../../providers/session/session';

/** What is being written about a lead, and whom it mentions. Kept while the document is open, so that no other page or tab loses it. */
export interface NoteDraft {
  readonly text: string;
  readonly mentioned: ReadonlyMap<string, string>;
}
export const noDraft: NoteDraft = { text: '', mentioned: new Map() };
const drafts = new Map<string, NoteDraft>();
onSessionEnd(() => drafts.clear());

export const draftOf = (leadId: string): NoteDraft => drafts.get(leadId) ?? noDraft;
export function keepDraft(leadId: string, draft: NoteDraft): void {
  if (draft.text) drafts.set(leadId, draft);
  else drafts.delete(leadId);
}

/** The ids of the colleagues whose '@name' is still in the text. */
export const mentionedIn = ({ text, mentioned }: NoteDraft): string[] =>
  [...mentioned].flatMap(([id, name]) => (text.includes(`@${name}`) ? [id] : []));
