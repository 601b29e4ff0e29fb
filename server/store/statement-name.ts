import type { Sql } from 'sql-template-tag';
import { createHash } from 'node:crypto';

/**
 * Statements of one text share a name, so that a connection parses and plans them once, which takes longer than most of them run; past
 * 500 texts they go without. For texts that depend on who asks and are read again and again.
 */
export function statementName(statement: Sql): string | undefined {
  const { text } = statement;
  const known = names.get(text);
  if (known !== undefined || names.size >= 500) return known;
  const name = `own_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  names.set(text, name);
  return name;
}
const names = new Map<string, string>();
