import { createHash } from 'node:crypto';
import { invalid } from '../../src/schemas/kit/problem';
import type { ListRequest } from './list-request';

/** Where a page ends: the sort values and the key of its last (or first) row, as the database writes them. */
export type Position = readonly (string | null)[];

/** A cursor is good for the sort, filter and search it was made with (D-047). */
export function writeCursor(request: ListRequest, position: Position): string {
  return Buffer.from(JSON.stringify([bindingOf(request), ...position])).toString('base64url');
}

/** Throws Problem 422 for a text that is not a cursor, or one of another list. */
export function readCursor(request: ListRequest, name: 'after' | 'before', length: number): Position {
  const wrong = (): Error => invalid(name, 'This page belongs to another list. Start again from the first page.');
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(request[name] ?? '', 'base64url').toString('utf8'));
  } catch {
    throw wrong();
  }
  if (!Array.isArray(parts) || parts.length !== length + 1 || parts[0] !== bindingOf(request)) throw wrong();
  const position: unknown[] = parts.slice(1);
  if (!position.every((part) => part === null || typeof part === 'string')) throw wrong();
  return position;
}

function bindingOf(request: ListRequest): string {
  const what = JSON.stringify([request.order, request.q, request.named]);
  return createHash('sha256').update(what).digest('base64url').slice(0, 10);
}
