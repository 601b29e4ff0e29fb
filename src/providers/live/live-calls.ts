import { serverNow } from '../../ui/time/server-clock';
import { tellLive, type DialerCall } from './live';
import { currentSession } from '../session/session';
import { recordIn } from '../../schemas/kit/is-record';

/** How long a call may ring; an event that arrives later is about a call that is over (TRUST-R13). */
const life = 60_000;
const sameCall = 10_000;
let seen: { readonly key: string; readonly at: number; readonly named: boolean }[] = [];

/**
 * Handles a `dialer_call` from the socket or the push channel: once (D-080: by its call_id, without one by lead and user within
 * 10 s), only for its user, and only while it rings.
 */
export function takeDialerCall(body: unknown): void {
  const call = asCall(body);
  if (!call || call.requestBody.user_id !== currentSession()?.user.id) return;
  const now = Date.now();
  const began = Date.parse(call.at ?? '');
  if (!Number.isNaN(began) && serverNow() - began > life) return;
  const named = call.call_id !== undefined;
  const key = named ? `call:${call.call_id}` : `lead:${call.requestBody.id}:${call.requestBody.user_id}`;
  seen = seen.filter((one) => now - one.at < (one.named ? 2 * life : sameCall));
  if (seen.some((one) => one.key === key)) return;
  seen.push({ key, at: now, named });
  tellLive('dialer_call', call);
}

function asCall(body: unknown): DialerCall | undefined {
  const { call_id: callId, at, requestBody } = recordIn(body);
  const { id, name, email, phone, user_id } = recordIn(requestBody);
  if (typeof user_id !== 'string') return undefined;
  const text = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);
  return {
    ...(typeof callId === 'string' && callId ? { call_id: callId } : {}),
    ...(typeof at === 'string' ? { at } : {}),
    requestBody: { id: text(id), name: text(name), email: text(email), phone: text(phone), user_id },
  };
}
