/**
 * A note that several people write at once: what one of them wrote (`before`) is replaced by their new text, and the lines of the
 * others stay. Someone who does not say what they wrote before replaces the whole.
 */
export function noteWith(stored: string, written: { readonly note: string; readonly before?: string | undefined }): string {
  const note = written.note.trim();
  const before = written.before?.trim();
  if (before === undefined || stored === before || stored === '') return note;
  const lines = `\n${stored}\n`;
  const rest =
    before && lines.includes(`\n${before}\n`) ? lines.replace(`\n${before}\n`, () => `\n${note}\n`) : `${lines}${note}`;
  return rest.replace(/\n{2,}/g, '\n').trim();
}
