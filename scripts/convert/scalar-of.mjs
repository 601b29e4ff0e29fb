// Numbers and texts of a JSON Schema as fields.

/** Whole numbers beyond it are not exact. */
const largest = 1e15;
const limit = (value) => typeof value === 'number' && Math.abs(value) <= largest;

export function numberOf(schema, type, say) {
  const used = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  const formats = ['int32', 'int64', 'float', 'double', 'int', 'decimal'];
  if (formats.includes(schema.format)) used.push('format');
  for (const key of used.slice(0, 4))
    if (typeof schema[key] === 'number' && !limit(schema[key])) say(`'${key}' beyond 15 digits is left out`);
  const least = bound(schema, type, 'minimum', 'exclusiveMinimum', 1, say);
  const most = bound(schema, type, 'maximum', 'exclusiveMaximum', -1, say);
  const step = schema.multipleOf > 0 && schema.multipleOf <= largest && !(type === 'integer' && schema.multipleOf === 1);
  const possible = !(least > most) && !(step && Math.ceil((least ?? -Infinity) / schema.multipleOf) * schema.multipleOf > most);
  if (!possible) say('no number meets its limits: they are left out');
  return {
    shape: {
      type,
      ...(least === undefined || !possible ? {} : { minimum: least }),
      ...(most === undefined || !possible ? {} : { maximum: most }),
      ...(step ? { multipleOf: schema.multipleOf } : {}),
    },
    used,
  };
}

/** Draft-04 writes `exclusiveMinimum: true` next to `minimum`, later drafts the number itself. */
function bound(schema, type, key, exclusiveKey, step, say) {
  const exclusive = schema[exclusiveKey] === true ? schema[key] : schema[exclusiveKey];
  const given = limit(schema[key]) ? schema[key] : undefined;
  if (!limit(exclusive)) return rounded(given, type, step);
  if (type === 'integer')
    return nearer(rounded(given, type, step), step > 0 ? Math.floor(exclusive) + 1 : Math.ceil(exclusive) - 1, step);
  say(`that it is ${step > 0 ? 'above' : 'below'} ${exclusive}, and never equal, is left out: equal is allowed`);
  return nearer(given, exclusive, step);
}
const nearer = (a, b, step) => (a === undefined ? b : step > 0 ? Math.max(a, b) : Math.min(a, b));
const rounded = (value, type, step) =>
  value === undefined || type !== 'integer' ? value : (step > 0 ? Math.ceil(value) : Math.floor(value)) + 0; // -0 is 0

const formats = {
  email: 'email',
  'idn-email': 'email',
  uri: 'uri',
  url: 'uri',
  iri: 'uri',
  'uri-reference': 'uri-reference',
  'iri-reference': 'uri-reference',
  date: 'date',
  'date-time': 'date-time',
};
/** Formats that a pattern says as well. */
export const patterns = {
  uuid: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  time: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$',
  ipv4: '^([0-9]{1,3}\\.){3}[0-9]{1,3}$',
};
const long = /(description|notes?|comments?|body|summary|message|readme|text|remarks?|content)$/i;
/** PostgreSQL calls every text so, and these are one line. */
const short = /(name|title|label|code|slug)$/i;
const mostLength = 100_000;

export function textOf(schema, { source, name }, notes, say) {
  const used = ['minLength', 'maxLength', 'pattern', 'format', 'writeOnly', 'contentMediaType'];
  const format = formats[schema.format];
  const own = Object.hasOwn(patterns, schema.format ?? '') ? patterns[schema.format] : undefined;
  if (schema.format && !format && !own && schema.format !== 'password') say(`format '${schema.format}' is left out`);
  if (format === 'date' || format === 'date-time') return { shape: { type: 'string', format }, used: ['format'] };
  const pattern = patternOf(schema.pattern, say) ?? own;
  const least = schema.minLength > 0 && schema.minLength <= mostLength ? schema.minLength : undefined;
  if (schema.minLength > mostLength) say(`minLength ${schema.minLength} is left out`);
  if (schema.maxLength === undefined)
    notes.say('', 'Texts without a maximum length get one: 300 characters, 2048 for URLs, 5000 for descriptions and notes.');
  const usual = format
    ? 2048
    : long.test(source || name) || (schema['x-prospectus-long'] && !short.test(source || name))
      ? 5000
      : 300;
  const given = schema.maxLength > 0 ? Math.min(schema.maxLength, 10_000_000) : undefined;
  if (schema.maxLength === 0) say('maxLength 0 is left out');
  const possible = given === undefined || least === undefined || given >= least;
  if (!possible) say('no text meets its limits: they are left out');
  return {
    shape: {
      type: 'string',
      ...(least && possible ? { minLength: least } : {}),
      maxLength: possible && given !== undefined ? given : Math.max(usual, least ?? 0),
      ...(pattern ? { pattern } : {}),
      ...(format ? { format } : {}),
    },
    used,
  };
}

function patternOf(pattern, say) {
  if (typeof pattern !== 'string') return undefined;
  // escapes that are not needed are mistakes under the 'u' flag
  for (const one of [pattern, pattern.replaceAll(/\\([_@'"#%&,:;<=>!~`])/g, '$1')])
    try {
      RegExp(one, 'u');
      return one;
    } catch {
      continue;
    }
  say(`pattern ${pattern} cannot be read and is left out`);
  return undefined;
}
