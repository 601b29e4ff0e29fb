import type { Committed, Told, TouchedRow } from './store';

/** What one transaction changed and has to announce, collected while it runs. */
export interface News {
  ran(statement: string): void;
  wrote(table: string): void;
  touched(row: TouchedRow): void;
  told(message: Told): void;
  /** Undefined if there is nothing to announce. */
  of(tenantId: string): Committed | undefined;
}

export function makeNews(): News {
  const writes = new Map<string, number>();
  const rows: TouchedRow[] = [];
  const told: Told[] = [];
  const wrote = (table: string): void => void writes.set(table, (writes.get(table) ?? 0) + 1);
  return {
    ran: (statement) => tablesWritten(statement).forEach(wrote),
    wrote,
    touched: (row) => void rows.push(row),
    told: (message) => void told.push(message),
    of(tenantId) {
      if (writes.size === 0 && told.length === 0) return undefined;
      const named = (table: string): number => rows.filter((row) => row.table === table).length;
      const whole = [...writes].filter(([table, count]) => count > named(table)).map(([table]) => table);
      return { tenantId, rows, whole: new Set(whole), told };
    },
  };
}

const known = new Map<string, readonly string[]>();

/**
 * Tables that a statement writes, found in its text. Words that are not tables (`for update of l`) do no harm: nobody watches
 * them.
 */
function tablesWritten(statement: string): readonly string[] {
  const cached = known.get(statement);
  if (cached) return cached;
  const found = [...statement.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?([a-z_]+)/gi)].map((match) => match[1]!);
  if (known.size >= 2000) known.clear();
  known.set(statement, found);
  return found;
}
