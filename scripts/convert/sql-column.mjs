// One column of a `create table` as a property of a JSON Schema.
import { isOfTheRecord, pointsTo, stampedAlready } from './notes.mjs';
import { written } from './sql-tokens.mjs';

const ofType = [
  [/^(bool|boolean|bit)$/, { type: 'boolean' }],
  [/^(small|medium|big|tiny)?(int|integer|serial)\d?$|^int[248]$|^(small|big)?serial$|^year$/, { type: 'integer' }],
  [/^(numeric|decimal|dec|number|real|double|float\d?|money|smallmoney)$/, { type: 'number' }],
  [/^date$/, { type: 'string', format: 'date' }],
  [/^(datetime2?|timestamp|timestamptz|datetimeoffset|smalldatetime)$/, { type: 'string', format: 'date-time' }],
  [/^(time|timetz)$/, { type: 'string', format: 'time' }],
  [/^(uuid|uniqueidentifier)$/, { type: 'string', format: 'uuid' }],
  [/^(jsonb?|hstore|variant)$/, {}],
  [/^(text|clob|(tiny|medium|long)text|ntext|citext)$/, { type: 'string', 'x-long': true }],
  [/^(n?(var)?char2?|character|string|bpchar|name)$/, { type: 'string' }],
  [/^(inet|cidr|macaddr|interval)$/, { type: 'string', maxLength: 60 }],
];

export function columnOf(tokens, enums) {
  const column = { name: tokens.next().text, schema: {}, required: false, isKey: false, notes: [], check: undefined };
  readType(tokens, enums, column);
  while (!tokens.ended) readRule(tokens, column);
  column.left = leftOut(column);
  return column;
}

/** Columns that nobody fills in: the database writes them, and each record has its own of that kind here. */
function leftOut({ name, schema, computed }) {
  if (computed && Object.keys(schema).length === 0) return 'is computed: left out';
  return schema['x-now'] && isOfTheRecord(name) ? stampedAlready : undefined;
}

function readType(tokens, enums, column) {
  const type = tokens.name();
  const plain = type.toLowerCase();
  while (['varying', 'precision', 'large', 'object'].some((word) => tokens.takes(word)));
  const sizes = tokens.brackets();
  for (const words of [
    ['with', 'time', 'zone'],
    ['without', 'time', 'zone'],
    ['with', 'local', 'time', 'zone'],
  ])
    tokens.takes(...words);
  const unsigned = tokens.takes('unsigned');
  tokens.takes('zerofill');
  const isList = tokens.peek().text === '[' || tokens.peek().is('array');
  if (tokens.takes('[')) while (!tokens.ended && !tokens.next().is(']'));
  else tokens.takes('array');
  column.schema = schemaOf(plain, type, sizes, enums, column.notes);
  if (unsigned && column.schema.type) column.schema.minimum = 0;
  if (isList) column.schema = { type: 'array', items: column.schema };
}

function schemaOf(plain, type, sizes, enums, notes) {
  if (plain === 'enum' && sizes) return { type: 'string', enum: sizes.map(([one]) => one.text) };
  if (plain === 'set' && sizes) return { type: 'array', items: { type: 'string', enum: sizes.map(([one]) => one.text) } };
  if (enums.has(type)) return { type: 'string', enum: enums.get(type) };
  const size = Number(sizes?.[0]?.[0]?.text);
  if (plain === 'tinyint' && size === 1) return { type: 'boolean' };
  const found = ofType.find(([test]) => test.test(plain))?.[1];
  if (!found) {
    notes.push(`the type '${type}' is not known: kept as JSON`);
    return {};
  }
  return { ...found, ...(found.type === 'string' && !found.format && size > 0 ? { maxLength: size } : {}) };
}

function readRule(tokens, column) {
  if (tokens.takes('not', 'null')) column.required = true;
  else if (tokens.takes('null')) return;
  else if (tokens.takes('primary', 'key')) column.isKey = true;
  else if (tokens.takes('unique')) column.schema['x-unique'] = true;
  else if (tokens.takes('default')) readDefault(tokens, column);
  else if (tokens.takes('references')) {
    column.notes.push(pointsTo(tokens.name()));
    tokens.brackets();
  } else if (tokens.takes('check')) column.check = tokens.inside();
  else if (tokens.takes('comment')) column.schema.description = tokens.next().text;
  else if (tokens.takes('generated')) {
    column.notes.push('that it is computed is left out; it is a field like others');
    column.computed = true;
    column.required = false;
    tokens.rest();
  } else if (tokens.takes('constraint')) tokens.name();
  else if (tokens.takes('on')) {
    tokens.next();
    if (!tokens.takes('set', 'null') && !tokens.takes('set', 'default') && !tokens.takes('no', 'action')) tokens.next();
    if (tokens.peek().is('(')) tokens.brackets();
  } else if (tokens.peek().is('(')) tokens.brackets();
  else tokens.next(); // auto_increment, collate, deferrable, …
}

function readDefault(tokens, column) {
  const { schema } = column;
  const minus = tokens.takes('-');
  const one = tokens.peek().is('(') ? (tokens.brackets()[0]?.[0] ?? { kind: 'end', text: '' }) : tokens.next();
  const more = tokens.peek().is('(') ? tokens.brackets() : undefined;
  while (tokens.takes('::')) {
    tokens.name();
    tokens.takes('varying');
    tokens.brackets();
  }
  column.required = false;
  if (one.is('null')) return;
  if (one.is('now', 'current_timestamp', 'current_date', 'getdate', 'sysdate') && schema.format?.startsWith('date')) {
    schema['x-now'] = true;
    return;
  }
  const value =
    one.kind === 'text'
      ? one.text
      : one.kind === 'number'
        ? Number(one.text) * (minus ? -1 : 1)
        : one.is('true')
          ? true
          : one.is('false')
            ? false
            : undefined;
  const typed =
    schema.type === 'boolean' && typeof value !== 'boolean'
      ? ['1', 't', 'true', 1].includes(value)
      : ['integer', 'number'].includes(schema.type)
        ? Number(value)
        : value;
  if (value === undefined || more || Number.isNaN(typed))
    column.notes.push(`the default ${one.text}${more ? `(${written(more.flat())})` : ''} is left out`);
  else schema.default = typed;
}
