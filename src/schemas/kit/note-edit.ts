/** A note can be corrected by its author for so long; the record's history keeps what it said before. */
export const noteEditMinutes = 15;

export const isNoteOpen = (writtenAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(writtenAt) <= noteEditMinutes * 60_000;
