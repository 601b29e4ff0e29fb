import { answerOf } from '../../providers/calls/answers';
import type { CallAnswer, CallValues } from '../../providers/calls/call';
import { request } from '../../providers/calls/http';
import { whatsappUploadImage } from '../../schemas/calls/whatsapp';
import type { CallSpec, DataOf } from '../../schemas/kit/call';
import { parseWire, wireUrl } from '../../schemas/kit/wire';
import type { ChatSession } from './chat-session';

/** A call in the frame's own session; the session of the embedding page is neither used nor ended. */
export async function chatCall<const C extends CallSpec & { readonly wire: string }>(
  who: ChatSession,
  spec: C,
  values: CallValues,
): Promise<CallAnswer<DataOf<C>>> {
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
  return answerOf(spec, answer.body);
}

/** The provider's id of a file. */
export async function uploadMedia(who: ChatSession, file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const headers = await bearer(who);
  const answer = await request('whatsapp/upload/image', { method: 'POST', headers, session: 'keep', body });
  return answerOf(whatsappUploadImage, answer.body).data.media_id;
}

const bearer = async (who: ChatSession) => ({ Authorization: `Bearer ${await who.token()}` });
