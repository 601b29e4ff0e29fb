import { openEnvelope, type CallAnswer, type CallValues } from '../../providers/call';
import { request } from '../../providers/http';
import { parseWire, wireUrl } from '../../schemas/kit/wire';
import type { Chatter } from './chatter';

/** A call in the frame's own session; the session of the page around is neither used nor ended. */
export async function chatCall<T>(who: Chatter, spec: { readonly wire: string }, values: CallValues): Promise<CallAnswer<T>> {
  const headers = await bearer(who);
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

/** The provider's id of a file. */
export async function uploadMedia(who: Chatter, file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const headers = await bearer(who);
  const answer = await request('whatsapp/upload/image', { method: 'POST', headers, session: 'keep', body });
  return openEnvelope<{ media_id: string }>(answer.body).data.media_id;
}

const bearer = async (who: Chatter) => ({ Authorization: `Bearer ${await who.token()}` });
