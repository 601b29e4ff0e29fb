import { isRecord } from '../../schemas/kit/is-record';
import { fieldErrors, type FieldError } from '../../schemas/kit/problem';

/** Code, message and field errors of an answer whose code the caller evaluates. */
export function verdictOf(body: unknown): { code: unknown; message: string; errors: readonly FieldError[] } {
  const { code, message, errors } = isRecord(body) ? body : {};
  return { code, message: typeof message === 'string' ? message : '', errors: fieldErrors(errors) };
}
