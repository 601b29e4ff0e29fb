import { readLeadRow, type RowRules, type RowVerdict } from './lead-row';
import { readRows, type CsvFormat } from './read-csv';

const longestTurnMs = 12;

/**
 * The rows behind line `after`, read and judged, in batches of `size` that begin at the same lines every time. One batch is
 * prepared while the one before is written; the event loop is never held longer than a few milliseconds.
 */
export async function* readBatches(
  path: string,
  format: CsvFormat,
  rules: RowRules,
  after: number,
  size: number,
): AsyncGenerator<RowVerdict[]> {
  const batches = judged(path, format, rules, after, size);
  let next = batches.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = batches.next();
      next.catch(() => undefined); // seen when it is awaited
      yield value;
    }
  } finally {
    void batches.return(undefined);
  }
}

async function* judged(
  path: string,
  format: CsvFormat,
  rules: RowRules,
  after: number,
  size: number,
): AsyncGenerator<RowVerdict[]> {
  for await (const rows of readRows(path, format, size)) {
    if (rows.at(-1)!.line <= after) continue;
    const verdicts: RowVerdict[] = [];
    let since = performance.now();
    for (const row of rows) {
      if (row.line > after) verdicts.push(readLeadRow(row, rules));
      if (performance.now() - since < longestTurnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    yield verdicts;
  }
}
