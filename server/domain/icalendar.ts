export interface CalendarEvent {
  /** Stays the same when the event moves, so that a calendar program moves it too. */
  readonly uid: string;
  readonly at: Date;
  readonly minutes: number;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly changedAt: Date;
}

/** A calendar file (RFC 5545): events with their times in UTC, which programs show in the reader's zone. */
export function icalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Prospectus//Follow-ups//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    ...events.flatMap(({ uid, at, minutes, title, text, url, changedAt }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${utc(changedAt)}`,
      `DTSTART:${utc(at)}`,
      `DTEND:${utc(new Date(at.getTime() + minutes * 60_000))}`,
      `SUMMARY:${escaped(title)}`,
      ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
      `URL:${url}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** Lines have at most 75 bytes; a longer one goes on after a space, and no character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length ? 74 : 75)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}
