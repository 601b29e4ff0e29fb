// What SQL Server means otherwise: its `timestamp` is the version of a row, where the others say a time.

const ofSqlServer =
  'datetime2 datetimeoffset smalldatetime smallmoney uniqueidentifier rowversion hierarchyid sql_variant clustered nonclustered ' +
  'sysdatetime newsequentialid getutcdate';
const own = new Set(ofSqlServer.split(' '));
/** Redshift has `identity(1, 1)` too, and its `timestamp` is a time. */
const ofRedshift = ['distkey', 'sortkey', 'diststyle', 'encode'];

/** Whether a script is one of SQL Server, by the words that no other database has. */
export function isSqlServer(sql, statements) {
  if (/^[ \t]*GO[ \t]*\d*[ \t\r]*$/im.test(sql)) return true;
  const tokens = statements.flat();
  const isOwn = ({ kind, text }, at) => {
    const word = text.toLowerCase();
    if (kind !== 'word' && kind !== 'name') return false;
    if (own.has(word)) return true;
    if (word === 'dbo') return tokens[at + 1]?.is('.') === true;
    if (word === 'identity') return tokens[at + 1]?.is('(') === true && tokens[at + 2]?.kind === 'number';
    return word === 'max' && tokens[at - 1]?.is('(') === true && tokens[at + 1]?.is(')') === true;
  };
  return tokens.some(isOwn) && !tokens.some((one) => one.is(...ofRedshift));
}

/** Marks the column that counts the changes of a row: a table has one at most, and it has no default. */
export function markVersions(columns, isOfSqlServer) {
  const stamps = columns.filter(({ type }) => type === 'timestamp');
  const [only] = isOfSqlServer && stamps.length === 1 && !stamps[0].hasDefault ? stamps : [];
  for (const column of columns) column.isVersion = column === only || column.type === 'rowversion';
}
