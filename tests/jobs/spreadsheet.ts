/**
 * The cells of a file as a spreadsheet with this separator reads it: a quote counts only at the beginning of a cell, text after
 * the closing quote belongs to the cell, and a line break outside quotes ends the row.
 */
export function cellsAsRead(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  const until = (from: number): number => {
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++;
    return end;
  };
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') value += text[at]!;
        else if (text[at + 1] === '"') value += text[at++]!;
        else break;
      }
      at++;
    }
    const end = until(at);
    cells.push(value + text.slice(at, end));
    at = end + 1;
  }
  return cells;
}

const unseen = new Set('\u0000\u0001\u001f\u00a0\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff\u3000 \t\r\n\v\f"\'‘’“”`');
const runs = new Set('=+-@＝＋－＠');

/** Would a spreadsheet run this cell, including ones that skip leading characters? A phone or a number calculates nothing. */
export function isRun(cell: string): boolean {
  const quoted = cell.startsWith("'"); // the apostrophe marks a text for the spreadsheet
  let at = 0;
  while (at < cell.length && unseen.has(cell[at]!)) at++;
  const rest = cell.slice(at);
  return !quoted && runs.has(cell[at] ?? '') && !/^(\+\d[\d ]{4,40}|-?\d+([.,]\d+)?)("|,|\r|\n|$)/.test(rest);
}
