import { Readable } from 'node:stream';

/** Characters of one text from which on the rows it stands in are written piece by piece, and of one piece. */
const long = 4_000;
const piece = 250_000;

/** Whether a list holds texts so long that writing it in one go would hold the event loop (TRUST-S35). */
export const isLarge = (data: unknown): data is readonly object[] =>
  Array.isArray(data) &&
  data.some((row) => row && Object.values(row as object).some((value) => typeof value === 'string' && value.length > long));

/** The JSON of a list between two texts; others get their turn after each piece of it. */
export function largeJson(before: string, rows: readonly object[], after: string): Readable {
  return Readable.from(pieces(before, rows, after), { objectMode: false });
}

async function* pieces(before: string, rows: readonly object[], after: string): AsyncGenerator<Buffer> {
  let text = `${before}[`;
  for (const [at, row] of rows.entries()) {
    text += `${at ? ',' : ''}${JSON.stringify(row)}`;
    if (text.length < piece) continue;
    yield Buffer.from(text);
    text = '';
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield Buffer.from(`${text}]${after}`);
}
