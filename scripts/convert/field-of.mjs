// One property of a JSON Schema (draft-04 to 2020-12) as one of our fields. Whatever a field cannot say goes to the notes.
import { closedSet } from './closed-set.mjs';
import { fits } from './example-of.mjs';
import { resolved, withoutChoices } from './flatten.mjs';
import { isObject } from './merge.mjs';
import { othersRefused } from './notes.mjs';
import { numberOf, textOf } from './scalar-of.mjs';
import { nestedName, titleFor } from './words.mjs';

/** Keywords that limit nothing, or that are read elsewhere. */
const silent = new Set(
  (
    'type title description default $comment $id id $schema $anchor $dynamicAnchor $recursiveAnchor $defs definitions $vocabulary ' +
    'examples example enum const nullable xml externalDocs'
  ).split(' '),
);

/**
 * The field; `{}` takes any JSON. `find` follows references (references.mjs); `at` says where it stands: `source` is its name
 * there, `name` its name here, `depth` 0 for a field of the record, 1 for an entry of its list, 2 for a value in an entry or an object.
 */
export function fieldOf(schema, context, at) {
  const say = (reason) => context.notes.say(at.path, reason);
  const whole = resolved(schema, context.find, say);
  if (!whole) return asJson(say, 'refers to itself or to another file');
  sayMarks(whole, at, say);
  const one = withoutChoices(whole, context.find, say);
  const own = wordsOf(whole, context, at);
  if (!one) return { ...own, ...asJson(say, 'has several shapes') };
  const { shape, used } = shapeOf(one, context, at, say);
  if (!isJson(shape))
    for (const key of Object.keys(one))
      if (!silent.has(key) && !key.startsWith('x-') && !used.includes(key) && !isDefault(key, one[key]))
        say(`'${key}' is left out`);
  return { ...own, ...shape, ...defaultOf(one, shape, say) };
}

/** What the reader of the format could not say; inside a list or an object also what only a field of the record can be. */
function sayMarks(whole, { depth }, say) {
  for (const reason of whole['x-prospectus-notes'] ?? []) say(reason);
  if (depth === 0) return;
  const {
    'x-prospectus-widget': widget,
    'x-prospectus-unique': unique,
    'x-prospectus-now': now,
    'x-prospectus-file': file,
  } = whole;
  if (widget) say(`that it is shown as '${widget}' is left out; see 'rows' of ui in the guide`);
  if (unique === true) say('that it is unique is left out');
  if (now) say("that it begins as today or now is left out; see 'defaults' in the guide");
  if (file) say('that it holds a file is left out');
}

const isJson = (shape) => Object.keys(shape).length === 0;
const isDefault = (key, value) => value === false || (key === 'additionalProperties' && value === true) || value === 0;

function asJson(say, why) {
  say(`${why}: kept as JSON`);
  return {};
}

const typeOf = (schema) => {
  const says = (...keys) => keys.some((key) => schema[key] !== undefined);
  if (schema.type !== undefined) return [schema.type].flat()[0];
  if (says('properties', 'additionalProperties', 'patternProperties', 'required')) return 'object';
  if (says('items', 'prefixItems', 'minItems', 'maxItems')) return 'array';
  if (says('pattern', 'format', 'minLength', 'maxLength')) return 'string';
  return says('minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum') ? 'number' : undefined;
};

function shapeOf(schema, context, at, say) {
  const closed = schema.const !== undefined ? [schema.const] : schema.enum;
  if (Array.isArray(closed))
    return {
      shape: closedSet(closed, schema, say) ?? asJson(say, closed.length ? 'is a closed set of several types' : 'takes nothing'),
      used: Object.keys(schema),
    };
  switch (typeOf(schema)) {
    case 'boolean':
      return { shape: { type: 'boolean' }, used: [] };
    case 'integer':
    case 'number':
      return numberOf(schema, typeOf(schema), say);
    case 'string':
      return textOf(schema, at, context.notes, say);
    case 'array':
      return arrayOf(schema, context, at, say);
    case 'object':
      return objectOf(schema, context, at, say);
    default:
      return { shape: asJson(say, schema.not ? 'takes nothing, or anything but some values' : 'takes anything'), used: [] };
  }
}

function arrayOf(schema, context, at, say) {
  const used = ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'additionalItems'];
  if (at.depth === 1) return { shape: asJson(say, 'is a list of lists'), used };
  const tuple = Array.isArray(schema.items) ? schema.items : schema.prefixItems;
  if (tuple) return { shape: asJson(say, 'is a list whose places differ'), used };
  const entry = schema.items === undefined || schema.items === true ? undefined : schema.items;
  if (entry === undefined) return { shape: asJson(say, 'is a list of anything'), used };
  const items = fieldOf(entry, context, { ...at, source: '', path: `${at.path}[]`, depth: at.depth + 1 });
  const simple = ['string', 'integer'].includes(items.type);
  if (!simple && !(at.depth === 0 && items.properties))
    return { shape: isJson(items) ? {} : asJson(say, `is a list of ${items.type ?? 'anything'} values`), used };
  const { title: _title, description: _description, default: _default, ...plain } = items;
  const { minItems: least, maxItems: most } = schema;
  const possible = !(least > most);
  if (!possible) say('no list meets its limits: they are left out');
  if (most === 0) say('maxItems 0 is left out');
  return {
    shape: {
      type: 'array',
      items: plain,
      ...(least > 0 && possible ? { minItems: least } : {}),
      ...(most > 0 && possible ? { maxItems: most } : {}),
      ...(schema.uniqueItems === true ? { uniqueItems: true } : {}),
    },
    used,
  };
}

function objectOf(schema, context, at, say) {
  const used = ['properties', 'required', 'additionalProperties', 'unevaluatedProperties'];
  const given = Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(([, one]) => one !== false);
  if (isObject(schema.additionalProperties) || schema.patternProperties !== undefined)
    return { shape: asJson(say, 'has properties of any name'), used };
  if (!given.length) return { shape: asJson(say, 'is an object without named properties'), used };
  if (at.depth > 1) return { shape: asJson(say, 'is an object inside another'), used };
  const names = new Map();
  const properties = {};
  for (const [source, one] of given) {
    const name = nestedName(source, new Set(names.values()));
    if (name !== source) context.notes.say(`${at.path}.${source}`, `is called ${name}`);
    names.set(source, name);
    properties[name] = fieldOf(one, context, { source, name, path: `${at.path}.${source}`, depth: 2 });
  }
  if (Object.values(properties).every(isBare)) return { shape: asJson(say, 'is an object of no simple shape'), used };
  if (schema.additionalProperties !== false) context.notes.say('', othersRefused);
  const required = [schema.required ?? []].flat();
  for (const one of required) if (!names.has(one)) say(`requires '${one}', which it does not have: left out`);
  const must = [...new Set(required.flatMap((one) => names.get(one) ?? []))];
  return {
    shape: { type: 'object', ...(must.length ? { required: must } : {}), additionalProperties: false, properties },
    used,
  };
}
const isBare = (field) => field.type === undefined && !field.enum;

const longestText = 160;
/** Title, and the first sentence of the description. */
function wordsOf({ title, description }, { notes }, { source, name, path }) {
  if (!source) return {};
  const own = titleFor(source, name, typeof title === 'string' ? title : undefined);
  const text = typeof description === 'string' ? description.replaceAll(/[*`]/g, '').trim() : '';
  const first = text.split(/(?<=[.!?])\s|\n/)[0].trim();
  const short = first.length > longestText ? `${first.slice(0, longestText - 1).trimEnd()}…` : first;
  if (short !== text) notes.say('', 'Longer descriptions are shortened to their first sentence.');
  if (typeof title === 'string' && title.length > 60) notes.say(path, 'its title is longer than 60 characters and is left out');
  return { ...(own ? { title: own } : {}), ...(short ? { description: short } : {}) };
}

function defaultOf(schema, shape, say) {
  const value = schema.default;
  const empty = value === undefined || value === null || value === '' || ['{}', '[]'].includes(JSON.stringify(value));
  if (shape.type !== 'array' && shape.type !== 'object' && !isJson(shape) && !empty && fits(shape, value))
    return { default: value };
  if (!empty) say(`the default ${shortened(JSON.stringify(value))} is left out`);
  return {};
}
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
