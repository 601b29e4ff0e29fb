import { call } from '../../providers/calls/call';
import { currentSession, expiryOf } from '../../providers/session/session';
import { frameSession, frameTicket, type FrameOpened } from '../../schemas/calls/whatsapp-chats';
import { isRecord } from '../../schemas/kit/is-record';
import { serverNow } from '../../ui/time/server-clock';

/** The user of the chat, with a session that allows the chat calls only. */
export interface ChatSession {
  readonly userId: string;
  /** The session's token, renewed if it is about to expire. */
  token(): Promise<string>;
}
/** How long before its expiry a session is replaced, and how long to wait for the embedding page, in milliseconds. */
const ahead = 60_000;
const patience = 10_000;

/**
 * TRUST-S23: exchanges the ticket in the address, which is removed from it at once (D-114), for a session of this frame. Without
 * a ticket (a reload) it asks the embedding page for another; outside a frame it requests its own. Null: nobody is signed in.
 */
export async function openChatSession(): Promise<ChatSession | null> {
  const ticket = takeTicket();
  const first = (ticket && (await exchange(ticket).catch(() => null))) || (await reopen());
  if (!first) return null;
  let opened = first;
  let going: Promise<FrameOpened | null> | undefined;
  return {
    userId: first.user_id,
    async token() {
      if (expiryOf(opened.token) - serverNow() < ahead) {
        going ??= reopen().finally(() => (going = undefined));
        opened = (await going) ?? opened;
      }
      return opened.token;
    },
  };
}

function takeTicket(): string | null {
  const url = new URL(window.location.href);
  const ticket = url.searchParams.get('token');
  if (ticket !== null) {
    url.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', url.pathname + url.search);
  }
  return ticket;
}

async function reopen(): Promise<FrameOpened | null> {
  try {
    const ticket = window.parent === window ? await ownTicket() : await ticketOfPage();
    return ticket ? await exchange(ticket) : null;
  } catch {
    return null;
  }
}

const exchange = async (ticket: string): Promise<FrameOpened> => (await call(frameSession, { ticket }, { session: 'keep' })).data;

const ownTicket = async (): Promise<string | null> => (currentSession() ? (await call(frameTicket, {})).data.ticket : null);

/** /chat answers only its own frame, and this frame listens only to its own page. */
function ticketOfPage(): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (ticket: string | null): void => {
      window.removeEventListener('message', onMessage);
      clearTimeout(timer);
      resolve(ticket);
    };
    const onMessage = ({ source, origin, data }: MessageEvent): void => {
      if (source !== window.parent || origin !== window.location.origin) return;
      const { type, ticket } = isRecord(data) ? data : {};
      if (type === 'wa_ticket' && typeof ticket === 'string') finish(ticket);
    };
    const timer = setTimeout(() => finish(null), patience);
    window.addEventListener('message', onMessage);
    window.parent.postMessage({ type: 'wa_ticket_wanted' }, window.location.origin);
  });
}
