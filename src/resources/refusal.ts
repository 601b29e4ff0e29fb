import { spreadCustom } from '../schemas/kit/custom-fields';
import { isRecord } from '../schemas/kit/is-record';
import { fieldErrors, type FieldError } from '../schemas/kit/problem';
import type { AnyRow } from '../schemas/kit/resource';
import { messageOf, statusOf } from '../ui/page/states';

/** A refusal of the server: the envelope's members, wherever the data provider has put them. */
export interface Refusal {
  readonly status: number | undefined;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** Of a version conflict: the record as it is stored now, as lists and forms name its fields. */
  readonly current?: AnyRow;
  /** Of a refused delete: where the record is used, '3 × Course'. */
  readonly usage: readonly string[];
}

export function refusalOf(error: unknown): Refusal {
  const thrown = isRecord(error) ? error : {};
  const more = isRecord(thrown['more']) ? thrown['more'] : thrown;
  const current = more['current'];
  return {
    status: statusOf(error),
    message: messageOf(error),
    errors: errorsOf(thrown['errors'] ?? more['errors']),
    usage: usageWords(more['usage']),
    ...(isRecord(current) ? { current: spreadCustom(current) } : {}),
  };
}

/** As the envelope lists them, or as refine's forms map them (`{ name: 'Name is required' }`). */
function errorsOf(errors: unknown): FieldError[] {
  if (!isRecord(errors)) return fieldErrors(errors);
  return Object.entries(errors).flatMap(([path, message]) => (message ? [{ path, message: [message].flat().join('. ') }] : []));
}

function usageWords(usage: unknown): string[] {
  return Array.isArray(usage) ? usage.filter(isRecord).map(({ label, count }) => `${String(count)} × ${String(label)}`) : [];
}
