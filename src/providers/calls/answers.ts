import type { CallSpec, DataOf } from '../../schemas/kit/call';
import { isRecord } from '../../schemas/kit/is-record';
import { fieldErrors, type FieldError } from '../../schemas/kit/problem';
import { openEnvelope, wireOf, type CallAnswer } from './call';
import { request } from './http';

/** Makes a hand-made call that takes a file: what the form holds goes as multipart. */
export const callForm = async <const C extends CallSpec>(spec: C, form: FormData): Promise<CallAnswer<DataOf<C>>> =>
  answerOf(spec, (await request(wireOf(spec).path, { method: 'POST', body: form })).body);

/** The answer of a call that was sent another way, typed by its contract. */
export const answerOf = <const C extends Pick<CallSpec, 'data'>>(_spec: C, body: unknown): CallAnswer<DataOf<C>> =>
  openEnvelope(body);

/** Code, message and field errors of an answer whose code the caller evaluates. */
export function verdictOf(body: unknown): { code: unknown; message: string; errors: readonly FieldError[] } {
  const { code, message, errors } = isRecord(body) ? body : {};
  return { code, message: typeof message === 'string' ? message : '', errors: fieldErrors(errors) };
}
