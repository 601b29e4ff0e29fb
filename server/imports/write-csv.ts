import { guarded } from './formula-guard';

/**
 * One line of CSV that no spreadsheet runs (TRUST-S22): the only way in which the product writes CSV. Our own reader reads it
 * back.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(guarded(cell ?? '')))).join(',')}\r\n`;
}

/** In quotes unless it is a plain word, so that cells never run together, whatever separator a reader assumes. */
function quoted(text: string): string {
  return /^[\p{L}\p{M}\p{N}.:_/+@-][\p{L}\p{M}\p{N} .:_/+@-]*$/u.test(text) && !text.endsWith(' ')
    ? text
    : text && `"${text.replaceAll('"', '""')}"`;
}
