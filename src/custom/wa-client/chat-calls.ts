import { call, callForm, type AnswerOf } from '../../providers/calls/call';
import { whatsappUploadImage } from '../../schemas/calls/whatsapp';
import type { CallSpec } from '../../schemas/kit/call';
import type { SentTo } from '../../schemas/kit/sent-to';
import type { ChatSession } from './chat-session';

/** A call in the frame's own session; the session of the embedding page is neither used nor ended. */
export const chatCall = async <const C extends CallSpec>(who: ChatSession, spec: C, values: SentTo<C>): Promise<AnswerOf<C>> =>
  call(spec, values, { headers: await bearer(who), session: 'keep' });

/** The provider's id of a file. */
export async function uploadMedia(who: ChatSession, file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const answer = await callForm(whatsappUploadImage, form, {}, { headers: await bearer(who), session: 'keep' });
  return answer.data.media_id;
}

const bearer = async (who: ChatSession) => ({ Authorization: `Bearer ${await who.token()}` });
