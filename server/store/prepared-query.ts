import pg from 'pg';

/** What the driver keeps of an answer's columns: their names, readers and an empty row. */
interface Columns {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
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
 * A statement with a name. What its rows look like the server says once per connection, for that cannot change: a plan whose columns
 * would differ is refused. To read a description of seventy columns takes as long as to read the row.
 */
class PreparedQuery<T extends pg.QueryResultRow> extends pg.Query<T> {
  declare readonly name: string;
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
    const columns = this.known.get(this.name);
    if (!columns) return prepareAndDescribe.call(this, connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    connection.bind({ portal: '', statement: this.name, values: this.values });
    connection.execute({ portal: '' });
    connection.sync();
  }
  handleRowDescription(message: unknown): void {
    takeDescription.call(this, message);
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
    client.query(new PreparedQuery<T>(config, known, (error, result) => (error ? reject(error) : resolve(result))));
  });
}
