// The tables of an SQL file as JSON Schemas.
import { CannotConvert, pointsTo } from './notes.mjs';
import { columnOf, leftOut, readDefault } from './sql-column.mjs';
import { limitsOf } from './sql-check.mjs';
import { isSqlServer, markVersions } from './sql-server.mjs';
import { statementsOf, Tokens, written } from './sql-tokens.mjs';

export function schemaOfSql(sql) {
  const all = statementsOf(sql);
  const statements = all.map((one) => new Tokens(one));
  const enums = new Map();
  const tables = new Map();
  for (const tokens of statements) {
    if (tokens.takes('create', 'type')) readEnum(tokens, enums);
    else if (isIndex(tokens)) readIndex(tokens, tables);
    else if (tokens.takes('create')) readTable(tokens, enums, tables);
    else if (tokens.takes('alter', 'table')) readChange(tokens, enums, tables);
    else if (tokens.takes('comment', 'on', 'column')) readComment(tokens, tables);
  }
  if (!tables.size) throw new CannotConvert("The file holds no 'create table'.");
  const isOfSqlServer = isSqlServer(sql, all);
  for (const { columns } of tables.values()) markVersions([...columns.values()], isOfSqlServer);
  return { $defs: Object.fromEntries([...tables].map(([path, table]) => [shortName(path, tables), schemaOf(table)])) };
}

/** The table that is meant: with the schema that is named, or the only one of that name. */
function tableAt(tables, path) {
  const same = [...tables].filter(([one]) => lastOf(one) === path.at(-1));
  return tables.get(path.join('.')) ?? (same.length === 1 ? same[0][1] : undefined);
}
const lastOf = (path) => path.split('.').at(-1);
/** 'staff'; 'school.staff' where another schema has a table of that name. */
const shortName = (path, tables) =>
  [...tables.keys()].filter((one) => lastOf(one) === lastOf(path)).length > 1 ? path : lastOf(path);

function readEnum(tokens, enums) {
  const name = tokens.name().toLowerCase();
  if (tokens.takes('as', 'enum'))
    enums.set(
      name,
      (tokens.brackets() ?? []).map(([one]) => one.text),
    );
}

const prefixes = ['global', 'local', 'temp', 'temporary', 'unlogged', 'external', 'foreign', 'or', 'replace'];
function readTable(tokens, enums, tables) {
  while (tokens.peek().is(...prefixes)) tokens.next();
  if (!tokens.takes('table')) return;
  tokens.takes('if', 'not', 'exists');
  const path = tokens.path();
  const table = { columns: new Map(), unique: [], notes: [] };
  for (const item of tokens.brackets() ?? []) {
    const inner = new Tokens(item);
    if (!readConstraint(inner, table)) addColumn(inner, enums, table);
  }
  tables.set(path.join('.'), table);
}

function addColumn(tokens, enums, table) {
  const column = columnOf(tokens, enums);
  table.columns.set(column.name, column);
  for (const check of column.checks) readCheck(check, table);
}

/** A rule of the table as a whole; false where the item is a column. */
function readConstraint(tokens, table) {
  if (tokens.takes('constraint')) tokens.name();
  const [one, two] = [tokens.peek(), tokens.peek(1)];
  if (one.is('primary') && two.is('key')) {
    tokens.takes('primary', 'key');
    while (!tokens.ended && !tokens.peek().is('(')) tokens.next();
    const names = namesIn(tokens);
    if (names.length === 1 && table.columns.has(names[0])) table.columns.get(names[0]).isKey = true;
    else {
      table.unique.push(names);
      table.notes.push(`The key of ${names.join(' and ')} is kept as unique: each record has a key of its own.`);
    }
    return true;
  }
  if (one.is('unique') && (two.is('(', 'key', 'index') || two.kind === 'name' || two.kind === 'word')) {
    while (!tokens.ended && !tokens.peek().is('(')) tokens.next();
    table.unique.push(namesIn(tokens));
    return true;
  }
  if (one.is('foreign') && two.is('key')) {
    tokens.takes('foreign', 'key');
    while (!tokens.ended && !tokens.peek().is('(')) tokens.next();
    const names = namesIn(tokens);
    const to = tokens.takes('references') ? tokens.name() : 'another table';
    for (const name of names) table.columns.get(name)?.notes.push(pointsTo(to));
    return true;
  }
  if (one.is('check') && two.is('(')) {
    tokens.takes('check');
    readCheck(
      (tokens.brackets() ?? []).flatMap((part, at) => (at ? [comma, ...part] : part)),
      table,
    );
    return true;
  }
  if (one.is('default')) {
    tokens.next();
    const said = [];
    while (!tokens.ended && !tokens.peek().is('for')) said.push(tokens.next());
    tokens.takes('for');
    const column = table.columns.get(tokens.name());
    if (column) readDefault(new Tokens(said), column);
    return true;
  }
  if (isLeftOut(tokens)) {
    table.notes.push(`'${written(tokens.rest())}' is left out.`);
    return true;
  }
  return false;
}
/** Indexes and rules that no column is; columns may be called 'key' or 'period', and then a type follows. */
function isLeftOut(tokens) {
  const [one, two, three, four] = [0, 1, 2, 3].map((ahead) => tokens.peek(ahead));
  if (one.is('key', 'index', 'fulltext', 'spatial'))
    return two.is('(', 'key', 'index') || three.is('using') || (three.is('(') && ['name', 'word'].includes(four.kind));
  if (one.is('exclude')) return two.is('using', '(');
  return one.is('like') || (one.is('period') && two.is('for'));
}
const namesIn = (tokens) => (tokens.brackets() ?? []).map(([one]) => one.text);

function readCheck(condition, table) {
  const found = limitsOf(condition);
  const column = found && table.columns.get(found.name);
  if (column?.schema.type === 'boolean') return; // that it is 0 or 1
  if (column) Object.assign(column.schema, found.says);
  else table.notes.push(`The check (${written(condition)}) is left out; see 'when' and 'checks' in the guide.`);
}

function readChange(tokens, enums, tables) {
  tokens.takes('only');
  tokens.takes('if', 'exists');
  const table = tableAt(tables, tokens.path());
  if (!table) return;
  if (!tokens.takes('with', 'check')) tokens.takes('with', 'nocheck');
  for (const part of partsOf(tokens)) {
    if (part.takes('add')) {
      if (part.peek().is('(')) {
        for (const column of part.brackets()) addColumn(new Tokens(column), enums, table);
        continue;
      }
      const isColumn = part.takes('column');
      part.takes('if', 'not', 'exists');
      if (isColumn || !readConstraint(part, table)) addColumn(part, enums, table);
    } else if (!part.peek().is('owner', 'enable', 'disable', 'validate') && !part.takes('check', 'constraint'))
      table.notes.push(`'${written(part.rest())}' is left out.`);
  }
}

/** What one statement changes: `add a int, add b int`. */
function partsOf(tokens) {
  const parts = [[]];
  let depth = 0;
  for (const one of tokens.rest()) {
    depth += one.is('(') ? 1 : one.is(')') ? -1 : 0;
    if (depth === 0 && one.is(',')) parts.push([]);
    else parts.at(-1).push(one);
  }
  return parts.filter((part) => part.length).map((part) => new Tokens(part));
}

const isIndex = (tokens) => tokens.peek().is('create') && [1, 2].some((ahead) => tokens.peek(ahead).is('index'));

/** A unique index over plain columns says what a constraint says; one for speed alone needs no word. */
function readIndex(tokens, tables) {
  tokens.takes('create');
  const isUnique = tokens.takes('unique');
  while (!tokens.ended && !tokens.takes('on')) tokens.next();
  tokens.takes('only');
  const table = tableAt(tables, tokens.path());
  if (!table || !isUnique) return;
  if (tokens.takes('using')) tokens.next();
  const columns = tokens.brackets() ?? [];
  const rest = tokens.rest();
  const isPlain = !rest.length && columns.every(([one, ...more]) => table.columns.has(one?.text) && !more.length);
  if (isPlain) table.unique.push(columns.map(([one]) => one.text));
  else table.notes.push(`The unique index over ${written(columns.flat())} is left out; see 'unique' in the guide.`);
}

function readComment(tokens, tables) {
  const path = tokens.path();
  const column = tableAt(tables, path.slice(0, -1))?.columns.get(path.at(-1));
  if (column && tokens.takes('is')) column.schema.description = tokens.next().text;
}

function schemaOf({ columns, unique, notes }) {
  const all = [...columns.values()];
  const keys = all.filter(({ isKey }) => isKey);
  const left = new Map(all.map((column) => [column.name, leftOut(column)]));
  const kept = all.filter((column) => !keys.includes(column) && !left.get(column.name));
  const alone = unique.filter((names) => names.length === 1).flat();
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      kept.map(({ name, schema, notes: own }) => [
        name,
        { ...schema, ...(alone.includes(name) ? { 'x-prospectus-unique': true } : {}), 'x-prospectus-notes': own },
      ]),
    ),
    required: kept.filter(({ required }) => required).map(({ name }) => name),
    'x-prospectus-unique': unique.filter((names) => names.length > 1),
    'x-prospectus-notes': [
      ...notes,
      ...[...left].flatMap(([name, why]) => (why ? [`${name}: ${why}.`] : [])),
      ...keys.map(({ name }) => `${name}: is the key: each record has a key of its own here.`),
    ],
  };
}
