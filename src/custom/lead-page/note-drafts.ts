import { makeDrafts, textIn } from '../../providers/drafts';
import { recordIn } from '../../schemas/kit/is-record';

/** What is being written about a lead, and the names of the colleagues it mentions by their ids. */
export interface NoteDraft {
  readonly text: string;
  readonly mentioned: Readonly<Record<string, string>>;
}
export const noteDrafts = makeDrafts<NoteDraft>(
  'lead-notes',
  ({ text, mentioned }) => ({
    text: textIn(text),
    mentioned: Object.fromEntries(Object.entries(recordIn(mentioned)).map(([id, name]) => [id, textIn(name)])),
  }),
  ({ text }) => !text,
);

/** The ids of the colleagues whose '@name' is still in the text. */
export const mentionedIn = ({ text, mentioned }: NoteDraft): string[] =>
  Object.entries(mentioned).flatMap(([id, name]) => (name && text.includes(`@${name}`) ? [id] : []));
