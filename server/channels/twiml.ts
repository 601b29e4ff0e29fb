/** What a line of a call does, in Twilio's markup. */
export const twiml = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`;

/** The line joins the room of its call, which is recorded and reports; the room ends with the line. */
export const roomTwiml = (
  room: string,
  { reports, recordings, isQuiet }: { readonly reports: string; readonly recordings: string; readonly isQuiet: boolean },
): string =>
  twiml(
    `<Dial><Conference beep="false" endConferenceOnExit="true"${isQuiet ? ' waitUrl=""' : ''} record="record-from-start" ` +
      `recordingStatusCallback="${xml(recordings)}" statusCallback="${xml(reports)}" statusCallbackEvent="start join end">` +
      `${xml(room)}</Conference></Dial>`,
  );
export const digitsTwiml = (digits: string): string => twiml(`<Play digits="${xml(digits)}"/>`);
export const hangUpTwiml = twiml('<Hangup/>');

const xml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
