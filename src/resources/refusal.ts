import type { FieldError } from '../schemas/kit/problem';
import { messageOf, statusOf } from '../ui/states';

/** What the server said no to: the envelope's members, wherever the data provider put them. */
export interface Refusal {
  readonly status: number | undefined;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** Of a version conflict: the record as it is stored now. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** Of a refused delete: who names the record, '3 × Course'. */
  readonly usage: readonly string[];
}

export function refusalOf(error: unknown): Refusal {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const more = (typeof thrown['more'] === 'object' && thrown['more'] !== null ? thrown['more'] : thrown) as Record<
    string,
    unknown
  >;
  const current = more['current'];
  return {
    status: statusOf(error),
    message: messageOf(error),
    errors: fieldErrors(thrown['errors'] ?? more['errors']),
    usage: usageWords(more['usage']),
    ...(typeof current === 'object' && current !== null ? { current: current as Record<string, unknown> } : {}),
  };
}

/** As the envelope lists them, or as refine's forms map them (`{ name: 'Name is required' }`). */
function fieldErrors(errors: unknown): FieldError[] {
  if (Array.isArray(errors))
    return (errors as FieldError[]).filter((one) => typeof one?.path === 'string' && typeof one.message === 'string');
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([path, message]) => (message ? [{ path, message: [message].flat().join('. ') }] : []));
}

function usageWords(usage: unknown): string[] {
  if (!Array.isArray(usage)) return [];
  return (usage as { label?: unknown; count?: unknown }[]).map(({ label, count }) => `${String(count)} × ${String(label)}`);
}
