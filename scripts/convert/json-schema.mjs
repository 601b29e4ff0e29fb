// One property of a JSON Schema (draft-07 or 2020-12) as one of our fields. What a field cannot say is said in `notes`, never dropped in silence.

/** The schema with its local `$ref` and `allOf` followed; undefined where that leads outside the file or round in a circle. */
export function resolved(schema, root, seen = []) {
  if (typeof schema !== 'object' || schema === null) return schema === true ? {} : undefined;
  const { $ref, allOf, ...own } = schema;
  let whole = own;
  if ($ref !== undefined) {
    if (seen.includes($ref) || !$ref.startsWith('#/')) return undefined;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((at, step) => at?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')], root);
    const found = resolved(target, root, [...seen, $ref]);
    if (!found) return undefined;
    whole = { ...found, ...own };
  }
  for (const part of allOf ?? []) {
    const found = resolved(part, root, seen);
    if (!found) return undefined;
    whole = { ...found, ...whole, ...both('properties', found, whole), ...both('required', found, whole) };
  }
  return whole;
}

function both(key, a, b) {
  if (!a[key] || !b[key]) return {};
  return { [key]: Array.isArray(a[key]) ? [...new Set([...a[key], ...b[key]])] : { ...a[key], ...b[key] } };
}

/** The field; `{}` takes any JSON. */
export function fieldOf(name, schema, root, note, inside = false) {
  const whole = resolved(schema, root);
  if (!whole) {
    note(name, 'refers to itself or to another file: kept as JSON');
    return {};
  }
  const one = unionOf(whole, root);
  const shape = shapeOf(name, one, root, note, inside);
  return { ...wordsOf(one, name), ...shape, ...defaultOf(one, shape) };
}

/** Alternatives of one type are that type; closed sets are joined; of anything else nothing is known. */
function unionOf(schema, root) {
  const choices = schema.oneOf ?? schema.anyOf;
  if (!choices) return schema;
  const { oneOf: _one, anyOf: _any, ...rest } = schema;
  const all = choices.map((choice) => resolved(choice, root)).filter((choice) => choice?.type !== 'null');
  // alternatives that only say which properties must be there leave the type as it is
  if (rest.type && all.every((choice) => choice && !choice.type && !choice.enum && choice.const === undefined)) return rest;
  if (all.length === 1 && all[0]) return { ...all[0], ...rest };
  const sets = all.map((choice) => (choice?.const !== undefined ? [choice.const] : choice?.enum));
  if (all.length && sets.every(Boolean)) return { ...rest, enum: [...new Set(sets.flat())] };
  const types = new Set(all.map((choice) => (Array.isArray(choice?.type) ? 'several' : (choice?.type ?? 'any'))));
  const [type] = types;
  if (types.size === 1 && ['string', 'integer', 'number', 'boolean'].includes(type)) return { ...rest, type };
  return { ...wordsKept(rest), type: undefined };
}
const wordsKept = ({ title, description }) => ({ ...(title ? { title } : {}), ...(description ? { description } : {}) });

function shapeOf(name, schema, root, note, inside) {
  const closed = schema.const !== undefined ? [schema.const] : schema.enum;
  if (closed) return closedSet(name, closed, note);
  const types = [schema.type ?? (schema.properties ? 'object' : undefined)].flat().filter((type) => type !== 'null');
  const type = types.length === 2 && types.includes('integer') && types.includes('number') ? 'number' : types[0];
  if (type === undefined || (types.length > 1 && type !== 'number')) {
    note(name, 'has several shapes: kept as JSON');
    return {};
  }
  if (type === 'boolean') return { type };
  if (type === 'integer' || type === 'number') return numberOf(name, type, schema, note);
  if (type === 'string') return textOf(name, schema, note);
  if (type === 'array') return arrayOf(name, schema, root, note, inside);
  return objectOf(name, schema, root, note, inside);
}

function closedSet(name, values, note) {
  const kept = [...new Set(values.filter((value) => value !== null))];
  const types = new Set(kept.map((value) => typeof value));
  if (types.size !== 1 || types.has('object')) {
    note(name, 'is a closed set of several types: kept as JSON');
    return {};
  }
  if (types.has('boolean')) return { type: 'boolean' };
  const number = kept.every(Number.isInteger) ? 'integer' : 'number';
  return { type: types.has('number') ? number : 'string', enum: kept };
}

function numberOf(name, type, schema, note) {
  const least = type === 'integer' && typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + 1 : schema.minimum;
  const most = type === 'integer' && typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - 1 : schema.maximum;
  if (type === 'number' && (schema.exclusiveMinimum !== undefined || schema.exclusiveMaximum !== undefined))
    note(name, 'an exclusive limit of a fraction is left out');
  return {
    type,
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(schema.multipleOf === undefined ? {} : { multipleOf: schema.multipleOf }),
  };
}

const formats = {
  email: 'email',
  uri: 'uri',
  url: 'uri',
  iri: 'uri',
  'uri-reference': 'uri-reference',
  date: 'date',
  'date-time': 'date-time',
};
const long = /(description|notes?|comment|body|summary|message|readme|text)$/i;

function textOf(name, schema, note) {
  const format = formats[schema.format];
  if (schema.format && !format) note(name, `format '${schema.format}' is left out`);
  if (format === 'date' || format === 'date-time') return { type: 'string', format };
  const pattern = patternOf(name, schema.pattern, note);
  const most = schema.maxLength ?? Math.max(format ? 2048 : long.test(name) ? 5000 : 300, schema.minLength ?? 0);
  return {
    type: 'string',
    ...(schema.minLength ? { minLength: schema.minLength } : {}),
    maxLength: most,
    ...(pattern ? { pattern } : {}),
    ...(format ? { format } : {}),
  };
}

function patternOf(name, pattern, note) {
  if (pattern === undefined) return undefined;
  try {
    RegExp(pattern, 'u');
    return pattern;
  } catch {
    note(name, `pattern ${pattern} cannot be read and is left out`);
    return undefined;
  }
}

function arrayOf(name, schema, root, note, inside) {
  const items =
    inside || Array.isArray(schema.items) || !schema.items
      ? undefined
      : fieldOf(`${name} entry`, schema.items, root, () => undefined, true);
  const several = items && (items.type === 'string' || items.type === 'integer' || flat(items));
  if (!several) {
    note(name, 'is a list of no single simple shape: kept as JSON');
    return {};
  }
  const { title: _title, description: _description, default: _default, ...entry } = items;
  return {
    type: 'array',
    items: entry,
    ...(schema.minItems ? { minItems: schema.minItems } : {}),
    ...(schema.maxItems ? { maxItems: schema.maxItems } : {}),
    ...(schema.uniqueItems ? { uniqueItems: true } : {}),
  };
}

const scalars = ['string', 'integer', 'number', 'boolean'];
/** A row of a small table: every property is one value. */
const flat = (field) => field.properties && Object.values(field.properties).every((one) => scalars.includes(one.type));

function objectOf(name, schema, root, note, inside) {
  const names = Object.keys(schema.properties ?? {});
  const simple = names.every((one) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(one));
  const open = typeof schema.additionalProperties === 'object' || schema.patternProperties !== undefined;
  const properties = Object.fromEntries(
    names.map((one) => [one, fieldOf(one, schema.properties[one], root, () => undefined, true)]),
  );
  if (!names.length || !simple || open || inside || !flat({ properties })) {
    if (inside && names.length && simple && !open && flat({ properties }))
      return { ...nested(schema, properties), type: 'object' };
    note(name, 'is an object of no simple shape: kept as JSON');
    return {};
  }
  return { type: 'object', ...nested(schema, properties) };
}
function nested(schema, properties) {
  const required = (schema.required ?? []).filter((one) => one in properties);
  return { ...(required.length ? { required } : {}), additionalProperties: false, properties };
}

/** Title and the first sentence of the description. */
function wordsOf({ title, description }, name) {
  const first = description
    ?.split(/(?<=[.!?])\s|\n/)[0]
    ?.replaceAll(/[*`]/g, '')
    .trim();
  const named = title && title.length <= 60 && title.toLowerCase() !== name.toLowerCase() ? capital(title) : undefined;
  return { ...(named ? { title: named } : {}), ...(first && first.length <= 160 ? { description: first } : {}) };
}

function defaultOf(schema, shape) {
  const value = schema.default;
  const fits =
    (shape.type === 'boolean' && typeof value === 'boolean') ||
    (shape.enum?.includes(value) ?? false) ||
    (!shape.enum && shape.type === 'integer' && Number.isInteger(value)) ||
    (!shape.enum && shape.type === 'number' && typeof value === 'number');
  const inside = typeof value !== 'number' || (value >= (shape.minimum ?? value) && value <= (shape.maximum ?? value));
  return fits && inside ? { default: value } : {};
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
