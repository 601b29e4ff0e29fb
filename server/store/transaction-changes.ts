import type { Committed, TouchedRow, UserEvent } from './store';

/** The changes and events of one transaction, collected while it runs and published after its commit. */
export interface TransactionChanges {
  addStatement(text: string): void;
  addWrite(table: string): void;
  hasWritten(table: string): boolean;
  addRow(row: TouchedRow): void;
  addEvent(event: UserEvent): void;
  /** Undefined if there is nothing to publish. */
  committed(tenantId: string): Committed | undefined;
}

export function collectChanges(): TransactionChanges {
  const writes = new Map<string, number>();
  const rows: TouchedRow[] = [];
  /** By table, the writes that a row was named of: one write may change several. */
  const named = new Map<string, Set<number>>();
  const userEvents: UserEvent[] = [];
  const addWrite = (table: string): void => void writes.set(table, (writes.get(table) ?? 0) + 1);
  return {
    addStatement: (text) => tablesWritten(text).forEach(addWrite),
    addWrite,
    hasWritten: (table) => writes.has(table),
    addRow(row) {
      rows.push(row);
      named.set(row.table, (named.get(row.table) ?? new Set()).add(writes.get(row.table) ?? 0));
    },
    addEvent: (event) => void userEvents.push(event),
    committed(tenantId) {
      if (writes.size === 0 && userEvents.length === 0) return undefined;
      const whole = [...writes].filter(([table, count]) => count > (named.get(table)?.size ?? 0)).map(([table]) => table);
      return { tenantId, rows, whole: new Set(whole), userEvents };
    },
  };
}

const known = new Map<string, readonly string[]>();

/**
 * Tables that a statement writes, found in its text. Words that are not tables (`for update of l`) are harmless: nobody watches
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
