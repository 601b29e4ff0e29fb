// One column of a `create table` as a property of a JSON Schema.
import { decimalsOf } from './decimals.mjs';
import { holdsBytes, isOfTheRecord, pointsTo, stampedAlready, versionAlready } from './notes.mjs';
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
  [/^(text|clob|(tiny|medium|long)text|ntext|citext)$/, { type: 'string', 'x-prospectus-long': true }],
  [/^(n?(var)?char2?|character|string|bpchar|name)$/, { type: 'string' }],
  [/^(inet|cidr|macaddr|interval)$/, { type: 'string', maxLength: 60 }],
];

export function columnOf(tokens, enums) {
  const column = { name: tokens.next().text, schema: {}, required: false, isKey: false, notes: [], checks: [] };
  readType(tokens, enums, column);
  while (!tokens.ended) readRule(tokens, column);
  if (column.filled) column.required = false;
  return column;
}

const binary = /^(bytea|(tiny|medium|long)?blob|(var)?binary|image|(long )?raw|bytes)$/;

/** Columns that no form can hold, and those that nobody fills in: the database writes them, and each record has its own of that kind here. */
export function leftOut({ name, schema, computed, isVersion, isBinary }) {
  if (isBinary) return holdsBytes;
  if (isVersion) return versionAlready;
  if (computed && Object.keys(schema).length === 0) return 'is computed: left out';
  return schema['x-prospectus-now'] && isOfTheRecord(name) ? stampedAlready : undefined;
}

function readType(tokens, enums, column) {
  if (isComputed(tokens)) return;
  if (tokens.ended || tokens.peek().is(...rules, 'null')) {
    // SQL Server names a row version without a name so
    column.type = column.name.toLowerCase();
    column.schema = { type: 'string' };
    column.notes.push('has no type: taken as text');
    return;
  }
  tokens.takes('national');
  const type = tokens.name();
  const plain = type.toLowerCase();
  column.type = plain;
  while (['varying', 'precision', 'large', 'object'].some((word) => tokens.takes(word)));
  column.isBinary = binary.test(plain);
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
  if (binary.test(plain)) return {};
  if (plain === 'enum' && sizes) return { type: 'string', enum: sizes.map(([one]) => one.text) };
  if (plain === 'set' && sizes) return { type: 'array', items: { type: 'string', enum: sizes.map(([one]) => one.text) } };
  if (enums.has(plain)) return { type: 'string', enum: enums.get(plain) };
  const [size, scale] = [0, 1].map((at) => Number(sizes?.[at]?.[0]?.text));
  if (plain === 'tinyint' && size === 1) return { type: 'boolean' };
  if (/^(var)?bit$/.test(plain) && size > 1) return { type: 'string', maxLength: size };
  if (/^(numeric|decimal|dec|number)$/.test(plain) && size > 0) return decimalsOf(size, scale || 0, notes);
  if (/char/.test(plain) && sizes?.[0]?.[0]?.is('max')) return { type: 'string', 'x-prospectus-long': true };
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
  else if (tokens.takes('unique')) column.schema['x-prospectus-unique'] = true;
  else if (tokens.takes('default')) readDefault(tokens, column);
  else if (tokens.takes('references')) {
    column.notes.push(pointsTo(tokens.name()));
    tokens.brackets();
  } else if (tokens.takes('check')) column.checks.push(tokens.inside() ?? []);
  else if (tokens.takes('comment')) column.schema.description = tokens.next().text;
  else if (tokens.takes('generated')) readGenerated(tokens, column);
  else if (isComputed(tokens)) {
    tokens.next();
    readComputed(tokens, column);
  } else if (['identity', 'auto_increment', 'autoincrement'].some((word) => tokens.takes(word))) column.filled = true;
  else if (tokens.takes('constraint')) tokens.name();
  else if (tokens.takes('on')) {
    tokens.next();
    if (!tokens.takes('set', 'null') && !tokens.takes('set', 'default') && !tokens.takes('no', 'action')) tokens.next();
    if (tokens.peek().is('(')) tokens.brackets();
  } else if (tokens.peek().is('(')) tokens.brackets();
  else tokens.next(); // auto_increment, collate, deferrable, …
}

const isComputed = (tokens) => tokens.peek().is('as') && tokens.peek(1).is('(');

/** `generated always as (…) stored`, or a number that the database gives: `generated by default as identity`. */
function readGenerated(tokens, column) {
  if (!tokens.takes('always')) tokens.takes('by', 'default');
  tokens.takes('on', 'null');
  if (!tokens.takes('as', 'identity')) {
    tokens.takes('as');
    return readComputed(tokens, column);
  }
  column.filled = true;
  tokens.brackets();
}

function readComputed(tokens, column) {
  column.notes.push('that it is computed is left out; it is a field like others');
  column.computed = true;
  column.filled = true;
  tokens.brackets();
}

/** Words that begin the next rule of a column: what stands before them belongs to its default. */
const rules = [
  'not',
  'primary',
  'unique',
  'references',
  'check',
  'comment',
  'generated',
  'constraint',
  'on',
  'collate',
  'auto_increment',
  'identity',
];

/** The whole expression: a literal, or the moment of writing. Whatever else it says is left to the developer. */
export function readDefault(tokens, column) {
  const { schema } = column;
  const whole = [];
  for (let depth = 0; !tokens.ended;) {
    const one = tokens.peek();
    if (depth === 0 && whole.length > 0 && (one.is(...rules) || (one.is('null') && !whole.at(-1).is('::')))) break;
    depth += one.is('(') ? 1 : one.is(')') ? -1 : 0;
    whole.push(tokens.next());
  }
  const said = bare(whole);
  column.required = false;
  column.hasDefault = true;
  if (said.length === 1 && said[0].is('null')) return;
  if (schema.format?.startsWith('date') && isNow(said)) {
    schema['x-prospectus-now'] = true;
    return;
  }
  const value = typedAs(schema, literalOf(said));
  if (value === undefined) column.notes.push(`the default ${written(whole)} is left out`);
  else schema.default = value;
}

/** Without the brackets around all of it (`((0))`), and without a cast at its end (`'x'::text`). */
function bare(expression) {
  const cast = expression.findIndex((one) => one.is('::'));
  const isLast = cast > 0 && !expression.slice(cast + 1).some((one) => one.is('+', '-', '*', '/', '||', '::'));
  const said = isLast && depthAt(expression, cast) === 0 ? expression.slice(0, cast) : expression;
  const inner = said.slice(1, -1);
  const isAround = said.length > 2 && said[0].is('(') && said.at(-1).is(')') && depths(inner).every((depth) => depth >= 0);
  return isAround ? bare(inner) : said;
}
function depths(tokens) {
  let depth = 0;
  return tokens.map((one) => (depth += one.is('(') ? 1 : one.is(')') ? -1 : 0));
}
const depthAt = (tokens, at) => depths(tokens.slice(0, at)).at(-1) ?? 0;

const moments = ['now', 'current_timestamp', 'current_date', 'localtimestamp', 'getdate', 'sysdate', 'sysdatetime', 'getutcdate'];
/** `now()`, `current_timestamp(3)`; not `now() + interval '1 day'`. */
const isNow = ([first, open, ...more]) =>
  first?.is(...moments) === true && (open === undefined || (open.is('(') && more.length <= 2 && more.at(-1)?.is(')') === true));

/** The value of one literal, with its sign; undefined for anything else. */
function literalOf(said) {
  const [sign, ...rest] = said[0]?.is('-', '+') ? said : [undefined, ...said];
  if (rest.length !== 1) return undefined;
  const [one] = rest;
  if (one.kind === 'number') return Number(one.text) * (sign?.is('-') ? -1 : 1);
  if (sign) return undefined;
  if (one.kind === 'text') return one.text;
  return one.is('true') ? true : one.is('false') ? false : undefined;
}

function typedAs({ type }, value) {
  if (value === undefined) return undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : ['1', 't', 'true', 1].includes(value);
  if (type !== 'integer' && type !== 'number') return value;
  return Number.isNaN(Number(value)) ? undefined : Number(value);
}
