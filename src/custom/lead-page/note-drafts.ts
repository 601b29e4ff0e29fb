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

/** What was being written about a lead that was merged meanwhile is written about the one that keeps it. */
export function followMerge(lostId: string, keptId: string): void {
  const { text, mentioned } = noteDrafts.of(lostId);
  if (!text) return;
  noteDrafts.drop(lostId);
  noteDrafts.change(keptId, (now) => ({
    text: [now.text.trimEnd(), text].filter(Boolean).join('\n'),
    mentioned: { ...now.mentioned, ...mentioned },
  }));
}

/** The ids of the colleagues whose '@name' is still in the text; '@Anil Rao' does not mention 'Anil'. */
export function mentionedIn({ text, mentioned }: NoteDraft): string[] {
  const longestFirst = Object.entries(mentioned).toSorted(([, a], [, b]) => b.length - a.length);
  const names = new Set<string>();
  let rest = text;
  for (const [, name] of longestFirst) {
    if (!name || !rest.includes(`@${name}`)) continue;
    names.add(name);
    rest = rest.replaceAll(`@${name}`, '\n');
  }
  return Object.entries(mentioned).flatMap(([id, name]) => (names.has(name) ? [id] : []));
}
