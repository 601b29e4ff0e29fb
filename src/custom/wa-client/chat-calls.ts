import type { UseQueryResult } from '@tanstack/react-query';
import { call, callForm, type AnswerOf } from '../../providers/calls/call';
import { whatsappUploadImage } from '../../schemas/calls/whatsapp';
import { useCall, type ReadOptions } from '../../providers/calls/use-call';
import type { CallSpec, DataOf } from '../../schemas/kit/call';
import type { SentTo } from '../../schemas/kit/sent-to';
import type { ChatSession } from './chat-session';

/** A call in the frame's own session; the session of the embedding page is neither used nor ended. */
export const chatCall = async <const C extends CallSpec>(who: ChatSession, spec: C, values: SentTo<C>): Promise<AnswerOf<C>> =>
  callAs(who)(spec, values);

/** A read in that session. */
export const useChatCall = <const C extends CallSpec>(
  who: ChatSession,
  spec: C,
  values: SentTo<C>,
  options?: ReadOptions<DataOf<C>>,
): UseQueryResult<DataOf<C>> => useCall(spec, values, { ...options, send: callAs(who) });

const callAs =
  (who: ChatSession): typeof call =>
  async (spec, values, options) =>
    call(spec, values, { ...options, headers: await bearer(who), session: 'keep' });

/** The provider's id of a file. */
export async function uploadMedia(who: ChatSession, file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const answer = await callForm(whatsappUploadImage, form, {}, { headers: await bearer(who), session: 'keep' });
  return answer.data.media_id;
}

const bearer = async (who: ChatSession) => ({ Authorization: `Bearer ${await who.token()}` });
