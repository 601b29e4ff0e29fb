import { openEnvelope, type CallAnswer } from '../../providers/call';
import { request } from '../../providers/http';
import { currentSession } from '../../providers/session';
import { parseWire, wireUrl } from '../../schemas/kit/wire';

/** Who chats: the chat token of the address, taken out of it at once (D-114), or of the session where the client stands alone. */
export interface Chatter {
  readonly token: string;
  readonly userId: string;
}

export function takeChatter(): Chatter | null {
  const url = new URL(window.location.href);
  const token = url.searchParams.get('token') || currentSession()?.user.wp_token || '';
  if (url.searchParams.has('token')) {
    url.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', url.pathname + url.search);
  }
  const userId = subjectOf(token);
  return userId ? { token, userId } : null;
}

/** A call in the name of the chat token; the session of the page around is neither used nor ended. */
export async function chatCall<T>(
  { token }: Chatter,
  spec: { readonly wire: string },
  values: Readonly<Record<string, unknown>>,
): Promise<CallAnswer<T>> {
  const headers = { Authorization: `Bearer ${token}` };
  const wire = parseWire(spec.wire);
  const method = wire.methods[0]!;
  const named = new Set([...wire.params, ...wire.query].map((item) => item.name));
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name)));
  const answer = await request(wireUrl(wire, values), {
    method,
    headers,
    session: 'keep',
    ...(method === 'GET' ? {} : { body }),
  });
  return openEnvelope<T>(answer.body);
}

/** CALL-119: the provider's id of a file. */
export async function uploadMedia({ token }: Chatter, file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await request('whatsapp/upload/image', { method: 'POST', headers, session: 'keep', body });
  return openEnvelope<{ media_id: string }>(answer.body).data.media_id;
}

function subjectOf(token: string): string | undefined {
  try {
    const { sub } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
