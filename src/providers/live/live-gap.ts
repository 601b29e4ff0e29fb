import { missedEvents, type NotificationItem } from '../../schemas/calls/notifications';
import { knowServerTime } from '../../ui/time/server-clock';
import { call } from '../calls/call';
import { tellLive } from './live';
import { currentToken, onSessionEnd } from '../session/session';
import { recordIn } from '../../schemas/kit/is-record';

/** The number of the last notification that was told here; undefined until the server has said where its count stands. */
let last: number | undefined;
let fetching: Promise<boolean> | undefined;
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
  if (!isNotification(body)) return;
  const item: Partial<NotificationItem> = body;
  if (item.seq === undefined) return tellLive('crm_notification', body);
  if (last !== undefined && item.seq <= last) return;
  if (last === undefined || fetching || item.seq > last + 1) return void fetchMissed();
  last = item.seq;
  tellLive('crm_notification', body);
}

/** What the list can show: anything else that comes by the channel is not told. */
function isNotification(body: unknown): body is NotificationItem {
  const { _id, seq, notifications } = recordIn(body);
  const { type, message } = recordIn(notifications);
  return (
    typeof _id === 'string' &&
    typeof type === 'string' &&
    typeof message === 'string' &&
    (seq === undefined || Number.isSafeInteger(seq))
  );
}

/** Asks for what was missed: after each connection, when the page is looked at again, and at a gap. Answers whether the server did. */
export function fetchMissed(): Promise<boolean> {
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

async function askAll(): Promise<boolean> {
  const mine = era;
  try {
    for (let more = true; more && currentToken() !== undefined;) {
      const { data } = await call(missedEvents, last === undefined ? {} : { after: last });
      if (mine !== era) return true;
      knowServerTime(data.now);
      for (const { body } of data.events) {
        if (last !== undefined && body.seq <= last) continue;
        last = body.seq;
        tellLive('crm_notification', body);
      }
      const first = last === undefined;
      last = data.seq; // a restored database counts from an earlier number on
      if (first) tellLive('following', { seq: last });
      more = data.more;
    }
    return true;
  } catch {
    return false; // asked again at the next connection, event or look
  }
}
