/** A start that was missed by more than this, because nothing ran, waits for a person: this morning's offer is not sent at night. */
const missedAfterMs = 60 * 60_000;

export const isMissed = (planned: string, now: Date): boolean => now.getTime() - Date.parse(planned) > missedAfterMs;
export const missedStart = 'The server was not running at the planned time. Start it now.';
