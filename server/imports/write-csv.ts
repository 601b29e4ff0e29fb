/**
 * One line of CSV for a spreadsheet (TRUST-S22): a cell that a spreadsheet would run as a formula gets an apostrophe, also
 * after leading spaces; phone numbers and plain numbers stay as they are. Our own reader takes the apostrophe off again.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`;
}

function guarded(text: string): string {
  if (/^'+\s*[=+\-@\t\r]/.test(text)) return `'${text}`; // or our reader would take away an apostrophe that was there
  if (!/^\s*[=+\-@\t\r]/.test(text)) return text;
  return /^\+\d[\d ()-]{4,20}$/.test(text) || /^-?\d+([.,]\d+)?$/.test(text) ? text : `'${text}`;
}
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
