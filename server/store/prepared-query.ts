import pg from 'pg';

/** What the driver keeps of an answer's columns: their names, readers and an empty row. */
interface Columns {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
}
/** Parts of the driver that its types leave out. */
interface DriverQuery {
  readonly name: string;
  readonly values: (string | Buffer | null)[];
  readonly _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
}
interface DriverConnection {
  bind(how: { portal: string; statement: string; values: DriverQuery['values'] }): void;
  execute(how: { portal: string }): void;
  sync(): void;
}
const Driver = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  done: (error: Error | null, result: pg.QueryResult) => void,
) => DriverQuery;

/**
 * A statement with a name. What its rows look like the server says once per connection, for that cannot change: a plan whose columns
 * would differ is refused. To read a description of seventy columns takes as long as to read the row.
 */
class PreparedQuery extends Driver {
  constructor(
    config: pg.QueryConfig,
    private readonly known: Map<string, Columns>,
    done: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super(config, undefined, done);
  }
  override prepare(connection: DriverConnection): void {
    const columns = this.known.get(this.name);
    if (!columns) return super.prepare(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    connection.bind({ portal: '', statement: this.name, values: this.values });
    connection.execute({ portal: '' });
    connection.sync();
  }
  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const columnsOn = new WeakMap<pg.ClientBase, Map<string, Columns>>();

/** Runs a named statement whose values are as the server takes them. */
export async function queryPrepared<T extends pg.QueryResultRow>(
  client: pg.ClientBase,
  config: pg.QueryConfig & { readonly name: string },
): Promise<pg.QueryResult<T>> {
  const known = columnsOn.get(client) ?? new Map<string, Columns>();
  columnsOn.set(client, known);
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(config, known, (error, result) => (error ? reject(error) : resolve(result)));
    client.query(query as unknown as pg.Submittable);
  });
}
