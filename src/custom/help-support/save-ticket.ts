import { addRow } from '../../providers/calls/records';
import { uploadFile } from '../../providers/calls/upload-file';
import type { tickets } from '../../schemas/support/tickets';
import { lastPage, type TicketDraft } from './ticket-draft';

/** Creates the ticket and uploads its files only now (D-075), with the page that the user came from and the browser. */
export async function saveTicket(draft: TicketDraft, onProgress: (text: string) => void): Promise<{ id: string }> {
  const files = await sendFiles(draft.files, onProgress);
  const page_url = lastPage();
  const { subject, category, priority, module, description } = draft;
  const browser = `${navigator.userAgent} ${window.innerWidth}×${window.innerHeight}`.slice(0, 300);
  return addRow<typeof tickets>('tickets', {
    subject: subject.trim(),
    category,
    priority,
    description: description.trim(),
    browser,
    ...(module ? { module } : {}),
    ...(page_url ? { page_url } : {}),
    ...(files.length ? { files } : {}),
  });
}

/** Uploads one after the other; returns the stored value of each. */
export async function sendFiles(files: readonly File[], onProgress: (text: string) => void): Promise<string[]> {
  const values: string[] = [];
  const { signal } = new AbortController();
  for (const file of files) {
    const say = (part: number): void => onProgress(`${file.name}: ${Math.round(part * 100)} %`);
    values.push((await uploadFile('tickets', 'files', file, { onProgress: say, signal })).value);
  }
  return values;
}
