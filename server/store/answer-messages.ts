import { DatabaseError } from 'pg-protocol';
import { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { rowMakerOf, type RowMaker } from './row-maker';

/** What the rows of an answer have: how many columns, and how one is made. */
export interface Columns {
  readonly count: number;
  readonly rowOf: RowMaker;
}
export interface Read<T> {
  readonly rows: T[];
  readonly columns: Columns;
  /** What was done, as the database calls it: SELECT, COMMIT, ROLLBACK. */
  readonly command: string;
  /** Rows changed by a write, or read by a select. */
  readonly count: number;
}

const noColumns: Columns = { count: 0, rowOf: () => ({}) };

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
    // `T` is the row that the statement's select names.
    if (message instanceof DataRowMessage) rows.push(columns.rowOf(message.fields) as T);
    else if (message instanceof RowDescriptionMessage) {
      columns = { count: message.fields.length, rowOf: rowMakerOf(message.fields) };
    } else if (message instanceof CommandCompleteMessage) {
      const [command = '', ...numbers] = message.text.split(' ');
      answers.push({ rows, columns, command, count: Number(numbers.at(-1) ?? 0) });
      rows = [];
      columns = known;
    } else if (message instanceof DatabaseError && message.name === 'error') failure ??= message;
  });
  if (failure) throw failure;
  return answers;
}
