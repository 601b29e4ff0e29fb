import type { HttpError } from '@refinedev/core';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';

/** A write that the server refused, in the form that refine's forms read: messages by field. */
export class RefusedWrite extends Error implements HttpError {
  readonly code: number;
  readonly statusCode: number;
  readonly errors: Readonly<{ [path: string]: string[] }>;
  readonly more: Readonly<AnyRow>;
  [further: string]: unknown;

  constructor({ code, message, errors, more }: Problem) {
    super(message);
    this.name = 'RefusedWrite';
    this.code = code;
    this.statusCode = code;
    this.errors = byPath(errors);
    this.more = more;
  }
}

/** Returns the answer of a write; if the server rejected fields, throws a RefusedWrite instead of the Problem. */
export async function asRefineReads<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw error instanceof Problem && error.errors.length ? new RefusedWrite(error) : error;
  }
}

function byPath(errors: readonly FieldError[]): { [path: string]: string[] } {
  const found: { [path: string]: string[] } = {};
  for (const { path, message } of errors) found[path] = [...(found[path] ?? []), message];
  return found;
}
