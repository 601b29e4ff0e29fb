import { missedEvents, type MissedEvents, type NotificationItem } from '../schemas/calls/notifications';
import { callWire } from './call';
import { tellLive } from './live';
import { knowServerTime } from './live-calls';
import { currentToken, onSessionEnd } from './session';

/** The number of the last notification that was told here; undefined until the server has said where its count stands. */
let last: number | undefined;
let fetching: Promise<void> | undefined;
let again = false;
let era = 0;
onSessionEnd(() => {
  last = undefined;
  again = false;
  era++;
});

/**
 * A notification from the socket. The next number is told at once; one that leaves a gap, and a page that does not know yet where
 * it stands, ask the server instead, so that nothing is lost, told twice or out of order (TRUST-R12).
 */
export function takeNotification(body: unknown): void {
  const item = body as Partial<NotificationItem> | null;
  if (typeof item?._id !== 'string' || typeof item.notifications !== 'object' || item.notifications === null) return;
  if (typeof item.seq !== 'number') return tellLive('crm_notification', item as NotificationItem);
  if (last !== undefined && item.seq <= last) return;
  if (last === undefined || fetching || item.seq > last + 1) return void fetchMissed();
  last = item.seq;
  tellLive('crm_notification', item as NotificationItem);
}

/** Asks for what was missed: after each connection, when the page is looked at again, and at a gap. */
export function fetchMissed(): Promise<void> {
  if (fetching) {
    again = true;
    return fetching;
  }
  fetching = askAll().finally(() => {
    fetching = undefined;
    if (!again) return;
    again = false;
    void fetchMissed();
  });
  return fetching;
}

async function askAll(): Promise<void> {
  const mine = era;
  try {
    for (let more = true; more && currentToken() !== undefined;) {
      const { data } = await callWire<MissedEvents>(missedEvents, last === undefined ? {} : { after: last });
      if (mine !== era) return;
      knowServerTime(data.now);
      for (const { body } of data.events) {
        if (last !== undefined && body.seq <= last) continue;
        last = body.seq;
        tellLive('crm_notification', body);
      }
      last = Math.max(last ?? 0, data.seq);
      more = data.more;
    }
  } catch {
    // asked again at the next connection, event or look
  }
}
