import { isRecord } from './is-record';
import type { AnyRow } from './resource';

/**
 * A failure that people can read. `code` is the envelope's code (D-045), in the browser whatever the answer came with; one
 * handler on the server turns it into an answer.
 */
export class Problem extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly errors: readonly FieldError[] = [],
    /** Further members of the answer, for example `current` of a version conflict. */
    readonly more: Readonly<AnyRow> = {},
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** The code under the name that refine's `HttpError` has for it. */
  get statusCode(): number {
    return this.code;
  }
}
/** A business outcome: HTTP 200 with a `code` of its own (D-045). People see it as a warning, not as an error (D-053). */
export class Refusal extends Problem {}

export type ProblemCode = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507;
export interface FieldError {
  /** Dotted path of the field, as the form names it. */
  readonly path: string;
  readonly message: string;
}

/** Those of what an answer says under `errors` that name a field. */
export const fieldErrors = (errors: unknown): FieldError[] => (Array.isArray(errors) ? errors.filter(isFieldError) : []);
const isFieldError = (one: unknown): one is FieldError =>
  isRecord(one) && typeof one['path'] === 'string' && typeof one['message'] === 'string';

export function problem(code: ProblemCode, message: string, errors?: readonly FieldError[], more?: Readonly<AnyRow>): Problem {
  return new Problem(code, message, errors, more);
}

/** One wrong field: code 422 with that field's message. */
export function invalid(path: string, message: string): Problem {
  return new Problem(422, message, [{ path, message }]);
}

export const notAllowed = 'You do not have permission to perform this action.';
export const featureOff = 'This feature is not enabled for your organisation.';
