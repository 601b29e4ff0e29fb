import pg from 'pg';
import { rowMakerOf, type RowMaker } from './row-maker';

/** What the driver keeps of an answer: its columns, and what makes a row from their values. */
interface Columns {
  readonly fields: readonly pg.FieldDef[];
  readonly parseRow: RowMaker;
}
interface DriverConnection {
  bind(how: { portal: string; statement: string; values: readonly (string | Buffer | null)[] }): void;
  execute(how: { portal: string }): void;
  sync(): void;
}
/** Of the driver's own class, whose types leave them out. */
const prepareAndDescribe: (this: pg.Query, connection: DriverConnection) => void = Reflect.get(pg.Query.prototype, 'prepare');
const takeDescription: (this: pg.Query, message: unknown) => void = Reflect.get(pg.Query.prototype, 'handleRowDescription');

/**
 * A statement whose rows are made by rowMakerOf. What those of one with a name look like the server says once per connection, for that
 * cannot change: a plan whose columns would differ is refused. To read a description of seventy columns takes as long as to read the
 * row.
 */
class RowsQuery<T extends pg.QueryResultRow> extends pg.Query<T> {
  declare readonly name: string | undefined;
  declare readonly values: readonly (string | Buffer | null)[];
  declare readonly _result: Columns;
  declare _accumulateRows: boolean;

  constructor(
    config: pg.QueryConfig,
    private readonly known: Map<string, Columns>,
    done: (error: Error | undefined, result: pg.QueryResult<T>) => void,
  ) {
    super(config, undefined, done);
  }
  prepare(connection: DriverConnection): void {
    const columns = this.name === undefined ? undefined : this.known.get(this.name);
    if (this.name === undefined || !columns) return prepareAndDescribe.call(this, connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    connection.bind({ portal: '', statement: this.name, values: this.values });
    connection.execute({ portal: '' });
    connection.sync();
  }
  handleRowDescription(message: unknown): void {
    takeDescription.call(this, message);
    const { fields } = this._result;
    const columns = { fields, parseRow: rowMakerOf(fields) };
    Object.assign(this._result, columns);
    if (this.name !== undefined) this.known.set(this.name, columns);
  }
}

const columnsOn = new WeakMap<pg.ClientBase, Map<string, Columns>>();

/** Runs a statement whose values are as the server takes them. */
export async function queryRows<T extends pg.QueryResultRow>(
  client: pg.ClientBase,
  config: pg.QueryConfig,
): Promise<pg.QueryResult<T>> {
  const known = columnsOn.get(client) ?? new Map<string, Columns>();
  columnsOn.set(client, known);
  return new Promise((resolve, reject) => {
    client.query(new RowsQuery<T>(config, known, (error, result) => (error ? reject(error) : resolve(result))));
  });
}
