import { DatabaseError } from 'pg-protocol';
import { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { readerOf } from './parameters';

/** What the rows of an answer have, and how each value is read. */
export interface Columns {
  readonly each: readonly { readonly name: string; readonly read: (text: string) => unknown }[];
  /** A row without values: one that begins as a copy of it has its place for each of them. */
  readonly empty: { readonly [name: string]: unknown };
}
export interface Read<T> {
  readonly rows: T[];
  readonly columns: Columns;
  /** What was done, as the database calls it: SELECT, COMMIT, ROLLBACK. */
  readonly command: string;
  /** Rows changed by a write, or read by a select. */
  readonly count: number;
}

const noColumns: Columns = { each: [], empty: {} };

/**
 * The answers in `messages` of PostgreSQL's protocol, one per statement. `known` are the columns of a statement whose answer does
 * not say them. Throws the DatabaseError that is among them.
 */
export function readAnswers<T>(messages: Uint8Array<ArrayBuffer>, known: Columns = noColumns): Read<T>[] {
  const answers: Read<T>[] = [];
  let failure: DatabaseError | undefined;
  let rows: T[] = [];
  let columns = known;
  new Parser().parse(Buffer.from(messages.buffer), (message) => {
    if (message instanceof DataRowMessage) rows.push(rowOf(columns, message.fields));
    else if (message instanceof RowDescriptionMessage) columns = columnsOf(message);
    else if (message instanceof CommandCompleteMessage) {
      const [command = '', ...numbers] = message.text.split(' ');
      answers.push({ rows, columns, command, count: Number(numbers.at(-1) ?? 0) });
      rows = [];
      columns = known;
    } else if (message instanceof DatabaseError && message.name === 'error') failure ??= message;
  });
  if (failure) throw failure;
  return answers;
}

function columnsOf({ fields }: RowDescriptionMessage): Columns {
  return {
    each: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/** `T` is the row that the statement's select names. */
function rowOf<T>({ each, empty }: Columns, values: readonly (string | null)[]): T {
  const row: { [name: string]: unknown } = { ...empty };
  let at = 0;
  for (const { name, read } of each) {
    const text = values[at++] ?? null;
    if (text !== null) row[name] = read(text);
  }
  return row as T;
}
