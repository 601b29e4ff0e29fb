import type { Ticket } from '../../schemas/support/tickets';
import { onSessionEnd } from '../../providers/session/session';

/** The ticket being written. It is kept while the user records the screen and moves through the product (D-075). */
export interface TicketDraft {
  readonly subject: string;
  readonly category: Ticket['category'];
  readonly priority: NonNullable<Ticket['priority']>;
  readonly module: string;
  readonly description: string;
  readonly files: readonly File[];
}
export const emptyDraft: TicketDraft = {
  subject: '',
  category: 'bug',
  priority: 'medium',
  module: '',
  description: '',
  files: [],
};
let kept: TicketDraft = emptyDraft;
let page = '';

export const keptDraft = (): TicketDraft => kept;
export const keepDraft = (draft: TicketDraft): void => void (kept = draft);
onSessionEnd(() => {
  kept = emptyDraft;
  page = '';
});

export function rememberPage(address: string): void {
  if (!address.startsWith('/help-support')) page = address.slice(0, 2048);
}
export const lastPage = (): string => page;

const most = { files: 5, bytes: 10 * 1024 * 1024, recording: 100 * 1024 * 1024 };
/** The files that can be attached, and a message for each that cannot. */
export function fittingFiles(chosen: readonly File[], have: number): { files: File[]; refused: string[] } {
  const refused: string[] = [];
  const files: File[] = [];
  for (const file of chosen) {
    const limit = file.name.endsWith('.webm') ? most.recording : most.bytes;
    if (file.size > limit) refused.push(`${file.name} is larger than ${limit / 1024 / 1024} MB.`);
    else if (have + files.length >= most.files) refused.push(`${file.name}: you can attach up to ${most.files} files.`);
    else files.push(file);
  }
  return { files, refused };
}
