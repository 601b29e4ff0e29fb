import { missedEvents, type NotificationItem } from '../../schemas/calls/notifications';
import { knowServerTime } from '../../ui/time/server-clock';
import { call } from '../calls/call';
import { tellLive } from './live';
import { currentToken, onSessionEnd } from '../session/session';
import { recordIn } from '../../schemas/kit/is-record';

/** The number of the last notification that this page has processed; undefined until the server has sent its current number. */
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
 * Handles a notification from the socket. The next number is processed at once. After a gap, or if the page does not know its
 * number yet, it asks the server instead, so that nothing is lost, repeated or out of order (TRUST-R12).
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

/** Notifications that the list can show; others from the channel are ignored. */
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

/** Requests missed notifications: after each connection, on focus, and at a gap. Returns whether the server answered. */
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
      const { data } = await call(missedEvents, last === undefined ? {} : { after: String(last) });
      if (mine !== era) return true;
      knowServerTime(data.now);
      tellLive('live_calls', data);
      for (const { body } of data.events) {
        if (last !== undefined && body.seq <= last) continue;
        last = body.seq;
        tellLive('crm_notification', body);
      }
      const first = last === undefined;
      last = data.seq; // a restored database continues from an earlier number
      if (first) tellLive('following', { seq: last });
      more = data.more;
    }
    return true;
  } catch {
    return false; // requested again at the next connection, event or focus
  }
}
