import type { NotificationItem } from '../../schemas/calls/notifications';
import type { Changed } from '../../schemas/kit/changed';
import { createEvent, type Emitter } from '../store';

/** `dialer_call`: a call rings for this user. */
export interface DialerCall {
  readonly call_id?: string;
  /** When it started to ring, by the server's clock. */
  readonly at?: string;
  /** Absent while it rings: a call that was just announced. */
  readonly state?: 'ringing' | 'answered';
  readonly answered_at?: string | null;
  readonly on_hold?: boolean;
  readonly muted?: boolean;
  /** What was written about it, as the server has it. */
  readonly note?: string | null;
  readonly requestBody: {
    readonly id: string | null;
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly user_id: string;
  };
}
/** Events of an open page; the server sends them, where nothing else is written. */
export interface LiveEvents {
  readonly crm_notification: NotificationItem;
  readonly dialer_call: DialerCall;
  /** All incoming calls of this user at `now`, the server's time, and the ids of the calls in progress that they placed. */
  readonly live_calls: { readonly calls: readonly DialerCall[]; readonly now: string; readonly placed: readonly string[] };
  /** This window has taken a call over; from the page, not from the server. */
  readonly call_claimed: { readonly call_id: string };
  /** A call of this user changed state; `by_user`: the user ended or handed it over, in one of their windows. */
  readonly call_state: { readonly call_id: string; readonly state: string; readonly by_user?: boolean };
  /** Without a chat's id any chat may have new messages. */
  readonly wa_message: { readonly wa_user_id?: string; readonly message?: unknown };
  readonly changed: Changed;
  /** The server's total of this user's working day; the browser that reported it knows its `client_ref`. */
  readonly work_time: { readonly day: string; readonly today_seconds: number; readonly client_ref?: string };
  /** Notifications are sent from this number on; what a page loaded before may be older. */
  readonly following: { readonly seq: number };
}
type Name = keyof LiveEvents;

const events: { readonly [N in Name]: Emitter<[LiveEvents[N]]> } = {
  crm_notification: createEvent(),
  dialer_call: createEvent(),
  live_calls: createEvent(),
  call_claimed: createEvent(),
  call_state: createEvent(),
  wa_message: createEvent(),
  changed: createEvent(),
  work_time: createEvent(),
  following: createEvent(),
};

/** Listens to one kind of event; returns a function that stops it. Each event arrives once, notifications in order. */
export function onLive<N extends Name>(name: N, listener: (body: LiveEvents[N]) => void): () => void {
  return events[name].on(listener);
}

/** Passes an event to all listeners; an error in one does not affect the others. */
export function tellLive<N extends Name>(name: N, body: LiveEvents[N]): void {
  events[name].tell(body);
}
