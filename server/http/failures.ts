import { isRecord } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { Forged } from '../identity/forgery';

export interface Failure {
  readonly status: number;
  readonly body: Readonly<AnyRow>;
  /** The server's own fault, so it is logged. */
  readonly fault: boolean;
}

/**
 * The one place that turns an error into an answer (D-045). Calls with an envelope answer a business outcome with HTTP 200 and
 * its `code`; `plain` ones (under `res/`) with the HTTP status. 401, 413, 415 and everything from 500 are HTTP statuses for both.
 */
export function failureOf(error: unknown, plain: boolean, requestId: string): Failure {
  const known = error instanceof Problem ? error : fromFramework(error);
  if (!known) {
    const message = `Something went wrong on the server. Please try again. (${requestId})`;
    return { status: 500, body: { code: 500, message }, fault: true };
  }
  const { code, message, errors, more } = known;
  const fault = code === 500;
  const text = fault ? `Something went wrong on the server. Please try again. (${requestId})` : message;
  const body = { code, message: text, ...(errors.length ? { errors } : {}), ...(fault ? {} : more) };
  const asStatus = plain || known instanceof Forged || transport.has(code) || code >= 500;
  return { status: asStatus ? code : 200, body, fault };
}

const transport: ReadonlySet<number> = new Set([401, 413, 415]);

/** Fastify's own errors: unreadable body, too large, wrong content type. */
function fromFramework(error: unknown): Problem | undefined {
  const { code = '', statusCode = 500 } = isRecord(error) ? error : {};
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413)
    return new Problem(413, 'The data is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415)
    return new Problem(415, 'This content type is not supported. Send JSON.');
  if (error instanceof SyntaxError && statusCode === 400) return new Problem(422, 'The data is not valid JSON.');
  if (statusCode === 400 || statusCode === 406) return new Problem(422, 'The request could not be read.');
  return undefined;
}
