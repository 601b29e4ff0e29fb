import type { CallSpec, DataOf, SentTo } from '../../schemas/kit/call';
import { isRecord } from '../../schemas/kit/is-record';
import { fieldErrors, type FieldError } from '../../schemas/kit/problem';
import { isWrite, openEnvelope, sendWire, wireOf, type CallAnswer, type CallOptions } from './call';
import { request } from './http';

/** Makes a hand-made call under `res/`: the answer is bare. */
export const callBare = async <const C extends CallSpec>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<DataOf<C>> => (await sendWire(wireOf(spec), values, { ...options, writes: isWrite(spec.as) })).body as DataOf<C>;

/** Makes a hand-made call that takes a file: what the form holds goes as multipart. */
export const callForm = async <const C extends CallSpec>(spec: C, form: FormData): Promise<CallAnswer<DataOf<C>>> =>
  answerOf(spec, (await request(wireOf(spec).path, { method: 'POST', body: form })).body);

/** What came of a call that was sent another way, as its contract says it. */
export const answerOf = <const C extends Pick<CallSpec, 'data'>>(_spec: C, body: unknown): CallAnswer<DataOf<C>> =>
  openEnvelope(body);

/** The code, sentence and wrong fields of an answer whose code its caller judges. */
export function verdictOf(body: unknown): { code: unknown; message: string; errors: readonly FieldError[] } {
  const { code, message, errors } = isRecord(body) ? body : {};
  return { code, message: typeof message === 'string' ? message : '', errors: fieldErrors(errors) };
}
