import { onSessionEnd } from '../../providers/session/session';

/** What is written of a ticket. It stays while its writer records the screen and goes through the product (D-075). */
export interface TicketDraft {
  readonly subject: string;
  readonly category: string;
  readonly priority: string;
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

/** What is wrong with the draft, by field. */
export function faultsOf({ subject, description }: TicketDraft): Partial<Record<'subject' | 'description', string>> {
  return {
    ...(subject.trim() ? {} : { subject: 'Subject is required' }),
    ...(description.trim() ? {} : { description: 'Description is required' }),
  };
}

const most = { files: 5, bytes: 10 * 1024 * 1024, recording: 100 * 1024 * 1024 };
/** The files that may be attached, and a sentence for each that may not. */
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
