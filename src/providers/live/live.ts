import type { NotificationItem } from '../../schemas/calls/notifications';

/** `dialer_call`: a call rings for this user. */
export interface DialerCall {
  readonly call_id?: string;
  /** When it began to ring, by the server's clock. */
  readonly at?: string;
  readonly requestBody: {
    readonly id: string | null;
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly user_id: string;
  };
}
/** Rows of a resource changed; without ids the page looks for itself. */
export interface Changed {
  readonly resource: string;
  readonly ids?: readonly (string | number)[];
}
/** What comes from the server while a page is open. */
export interface LiveEvents {
  readonly crm_notification: NotificationItem;
  readonly dialer_call: DialerCall;
  /** An outgoing call of this user went on. */
  readonly call_state: { readonly call_id: string; readonly state: string };
  /** Without a chat's id some may have had messages. */
  readonly wa_message: { readonly wa_user_id?: string; readonly message?: unknown };
  readonly changed: Changed;
  /** From this number on notifications are told; what a page fetched before may be older. */
  readonly following: { readonly seq: number };
}
type Name = keyof LiveEvents;

const listeners: { readonly [N in Name]: Set<(body: LiveEvents[N]) => void> } = {
  crm_notification: new Set(),
  dialer_call: new Set(),
  call_state: new Set(),
  wa_message: new Set(),
  changed: new Set(),
  following: new Set(),
};

/** Listens to one kind of event; answers how to stop. Each event comes once, notifications in their order. */
export function onLive<N extends Name>(name: N, listener: (body: LiveEvents[N]) => void): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

/** Hands an event to everyone who listens; one listener's fault is not another's. */
export function tellLive<N extends Name>(name: N, body: LiveEvents[N]): void {
  for (const listener of listeners[name]) {
    try {
      listener(body);
    } catch (error) {
      console.error(error);
    }
  }
}
