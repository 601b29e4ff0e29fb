import { invalid, type Problem } from '../../src/schemas/kit/problem';

export interface CsvRow {
  /** The line of the file where the row begins; the header stands in line 1. */
  readonly line: number;
  /** Trimmed outside quotes; as many as the row has. */
  readonly cells: readonly string[];
}
const largestRecord = 13 * 1024 * 1024;

/**
 * RFC 4180 from text that comes piece by piece: cells in quotes may hold delimiters, line ends and doubled quotes; a line ends
 * with CR LF, LF or CR. Lines without quotes, which most files consist of, are cut and split. Throws Problem 422 on path 'file'
 * with the line of what cannot be read; rows before it are answered first.
 */
export class CsvReader {
  private text = '';
  private line = 1;
  /** A row that does not end in what has come is looked at again when twice as much is there. */
  private least = 0;

  constructor(private readonly delimiter: string) {}

  /** Rows that end in what has come so far. */
  *take(piece: string): Generator<CsvRow> {
    this.text += piece;
    if (this.text.length < this.least && this.text.length <= largestRecord) return;
    yield* this.records(false);
    if (this.text.length > largestRecord)
      throw wrong(this.line, 'the row is far too long. Is a quote (") opened and never closed?');
    this.least = 2 * this.text.length;
  }
  /** The last row, which no line end follows. */
  *rest(): Generator<CsvRow> {
    yield* this.records(true);
  }

  private *records(ended: boolean): Generator<CsvRow> {
    const { text, delimiter } = this;
    let at = 0;
    let [feed, turn, quote] = [text.indexOf('\n'), text.indexOf('\r'), text.indexOf('"')];
    try {
      while (at < text.length) {
        if (feed >= 0 && feed < at) feed = text.indexOf('\n', at);
        if (turn >= 0 && turn < at) turn = text.indexOf('\r', at);
        if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
        const end = Math.min(feed < 0 ? text.length : feed, turn < 0 ? text.length : turn);
        const { line } = this;
        const record =
          quote < 0 || quote > end
            ? plainRecord(text, at, end, delimiter, ended)
            : quotedRecord(text, at, delimiter, line, ended);
        if (!record) return;
        at = record.next;
        this.line += record.lines;
        yield { line, cells: record.cells };
      }
    } finally {
      this.text = text.slice(at);
    }
  }
}

interface Cut {
  readonly cells: readonly string[];
  /** Where the next one begins, and how many lines this one took. */
  readonly next: number;
  readonly lines: number;
}

function plainRecord(text: string, at: number, end: number, delimiter: string, ended: boolean): Cut | undefined {
  const next = behindLine(text, end, ended);
  if (next === undefined) return undefined;
  const cells = text.slice(at, end).split(delimiter);
  for (let i = 0; i < cells.length; i++) cells[i] = cells[i]!.trim();
  return { cells, next, lines: 1 };
}

/** Undefined: what has come does not hold the whole of it. */
function quotedRecord(text: string, from: number, delimiter: string, line: number, ended: boolean): Cut | undefined {
  const cells: string[] = [];
  const isPadding = (char: string | undefined): boolean =>
    char !== undefined && char !== delimiter && char !== '\n' && char !== '\r' && char.trim() === '';
  let lines = 1;
  for (let at = from; ; at++) {
    while (isPadding(text[at])) at++;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1, ended);
      if (close === undefined) {
        if (ended) throw wrong(line, 'a quote (") is opened in this row and never closed.');
        return undefined;
      }
      const inside = text.slice(at + 1, close);
      lines += inside.match(/\r\n|\r|\n/g)?.length ?? 0;
      cells.push(inside.replaceAll('""', '"'));
      at = close + 1;
      while (isPadding(text[at])) at++;
      if (at < text.length && !isEnd(text[at], delimiter))
        throw wrong(line + lines - 1, 'a closing quote (") is followed by more text. Write a quote inside a cell as two ("").');
    } else {
      const start = at;
      while (at < text.length && !isEnd(text[at], delimiter)) at++;
      const cell = text.slice(start, at);
      if (cell.includes('"'))
        throw wrong(
          line + lines - 1,
          'a quote (") stands inside a cell that does not begin with one. Put the whole cell in quotes.',
        );
      cells.push(cell.trim());
    }
    if (text[at] === delimiter) continue;
    const next = behindLine(text, at, ended);
    return next === undefined ? undefined : { cells, next, lines };
  }
}

/** The place behind the line end at `end`, or behind the text when it has ended; undefined when more has to come first. */
function behindLine(text: string, end: number, ended: boolean): number | undefined {
  if (end === text.length) return ended ? end : undefined;
  if (text[end] === '\n') return end + 1;
  if (end + 1 === text.length) return ended ? end + 1 : undefined;
  return text[end + 1] === '\n' ? end + 2 : end + 1;
}

function closingQuote(text: string, from: number, ended: boolean): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length) return ended ? at : undefined;
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

const isEnd = (char: string | undefined, delimiter: string): boolean => char === delimiter || char === '\n' || char === '\r';
const wrong = (line: number, what: string): Problem => invalid('file', `Line ${line}: ${what}`);
