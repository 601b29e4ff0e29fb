// The tables of an SQL file as JSON Schemas.
import { CannotConvert, pointsTo } from './notes.mjs';
import { columnOf } from './sql-column.mjs';
import { limitsOf } from './sql-check.mjs';
import { statementsOf, Tokens, written } from './sql-tokens.mjs';

export function schemaOfSql(sql) {
  const statements = statementsOf(sql).map((all) => new Tokens(all));
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
  return { $defs: Object.fromEntries([...tables].map(([name, table]) => [name, schemaOf(table)])) };
}

function readEnum(tokens, enums) {
  const name = tokens.name();
  if (tokens.takes('as', 'enum'))
    enums.set(
      name,
      (tokens.brackets() ?? []).map(([one]) => one.text),
    );
}

const prefixes = ['global', 'local', 'temp', 'temporary', 'unlogged', 'external'];
function readTable(tokens, enums, tables) {
  while (tokens.peek().is(...prefixes)) tokens.next();
  if (!tokens.takes('table')) return;
  tokens.takes('if', 'not', 'exists');
  const name = tokens.name();
  const table = { columns: new Map(), unique: [], notes: [] };
  for (const item of tokens.brackets() ?? []) {
    const inner = new Tokens(item);
    if (!readConstraint(inner, table)) addColumn(inner, enums, table);
  }
  tables.set(name, table);
}

function addColumn(tokens, enums, table) {
  const column = columnOf(tokens, enums);
  table.columns.set(column.name, column);
  if (column.check) readCheck(column.check, table);
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
  if (
    (one.is('key', 'index') && (two.is('(') || tokens.peek(2).is('('))) ||
    one.is('exclude', 'fulltext', 'spatial', 'like', 'period')
  ) {
    table.notes.push(`'${written(tokens.rest())}' is left out.`);
    return true;
  }
  return false;
}
const namesIn = (tokens) => (tokens.brackets() ?? []).map(([one]) => one.text);

function readCheck(condition, table) {
  const found = limitsOf(condition);
  const column = found && table.columns.get(found.name);
  if (column) Object.assign(column.schema, found.says);
  else table.notes.push(`The check (${written(condition)}) is left out; see 'when' and 'checks' in the guide.`);
}

function readChange(tokens, enums, tables) {
  tokens.takes('only');
  tokens.takes('if', 'exists');
  const table = tables.get(tokens.name());
  if (!table) return;
  for (const part of partsOf(tokens)) {
    if (part.takes('add')) {
      const isColumn = part.takes('column');
      part.takes('if', 'not', 'exists');
      if (isColumn || !readConstraint(part, table)) addColumn(part, enums, table);
    } else table.notes.push(`'${written(part.rest())}' is left out.`);
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
  const table = tables.get(tokens.name());
  if (!table || !isUnique) return;
  if (tokens.takes('using')) tokens.next();
  const columns = tokens.brackets() ?? [];
  const rest = tokens.rest();
  const isPlain = !rest.length && columns.every(([one, ...more]) => table.columns.has(one?.text) && !more.length);
  if (isPlain) table.unique.push(columns.map(([one]) => one.text));
  else table.notes.push(`The unique index over ${written(columns.flat())} is left out; see 'unique' in the guide.`);
}

function readComment(tokens, tables) {
  const path = [tokens.next().text];
  while (tokens.takes('.')) path.push(tokens.next().text);
  const column = tables.get(path.at(-2))?.columns.get(path.at(-1));
  if (column && tokens.takes('is')) column.schema.description = tokens.next().text;
}

function schemaOf({ columns, unique, notes }) {
  const all = [...columns.values()];
  const keys = all.filter(({ isKey }) => isKey);
  const kept = all.filter((column) => !keys.includes(column) && !column.left);
  const alone = unique.filter((names) => names.length === 1).flat();
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      kept.map(({ name, schema, notes: own }) => [
        name,
        { ...schema, ...(alone.includes(name) ? { 'x-unique': true } : {}), 'x-notes': own },
      ]),
    ),
    required: kept.filter(({ required }) => required).map(({ name }) => name),
    'x-unique': unique.filter((names) => names.length > 1),
    'x-notes': [
      ...notes,
      ...all.filter(({ left }) => left).map(({ name, left }) => `${name}: ${left}.`),
      ...keys.map(({ name }) => `${name}: is the key: each record has a key of its own here.`),
    ],
  };
}
