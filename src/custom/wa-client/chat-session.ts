import { answerOf } from '../../providers/calls/answers';
import { call } from '../../providers/calls/call';
import { request } from '../../providers/calls/http';
import { currentSession, expiryOf } from '../../providers/session/session';
import { frameSession, frameTicket, type FrameOpened } from '../../schemas/calls/whatsapp-chats';
import { isRecord } from '../../schemas/kit/is-record';
import { serverNow } from '../../ui/time/server-clock';

/** Who chats, in a session that opens the chat calls alone. */
export interface ChatSession {
  readonly userId: string;
  /** The session's token, a new one when the old is about to end. */
  token(): Promise<string>;
}
/** How long before its end a session is replaced, and how long the page around is waited for, in milliseconds. */
const ahead = 60_000;
const patience = 10_000;

/**
 * TRUST-S23: exchanges the ticket of the address, which leaves it at once (D-114), for a session of this frame. Without one (a
 * reload), the page around gives another; a client that stands alone gets its own. Null: nobody is signed in.
 */
export async function openChatter(): Promise<ChatSession | null> {
  const given = takeTicket();
  const first = (given && (await exchange(given).catch(() => null))) || (await reopen());
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

async function exchange(ticket: string): Promise<FrameOpened> {
  const path = frameSession.wire.replace('POST ', '');
  const { body } = await request(path, { method: 'POST', body: { ticket }, session: 'keep' });
  return answerOf(frameSession, body).data;
}

const ownTicket = async (): Promise<string | null> => (currentSession() ? (await call(frameTicket, {})).data.ticket : null);

/** /chat answers its own frame, and this frame listens to its own page alone. */
function ticketOfPage(): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (ticket: string | null): void => {
      window.removeEventListener('message', heard);
      clearTimeout(timer);
      resolve(ticket);
    };
    const heard = ({ source, origin, data }: MessageEvent): void => {
      if (source !== window.parent || origin !== window.location.origin) return;
      const { type, ticket } = isRecord(data) ? data : {};
      if (type === 'wa_ticket' && typeof ticket === 'string') finish(ticket);
    };
    const timer = setTimeout(() => finish(null), patience);
    window.addEventListener('message', heard);
    window.parent.postMessage({ type: 'wa_ticket_wanted' }, window.location.origin);
  });
}
