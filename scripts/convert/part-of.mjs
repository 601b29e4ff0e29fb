// The schema of one record: a document may hold many, or describe a list or a map of them.
import { resolved, withoutChoices } from './flatten.mjs';
import { isObject } from './merge.mjs';
import { CannotConvert } from './notes.mjs';

const describing = (
  'type properties items prefixItems $ref $dynamicRef $recursiveRef allOf oneOf anyOf enum const additionalProperties ' +
  'patternProperties required not'
).split(' ');

/** What the document names: components of OpenAPI, definitions, tables, models. */
export function partsOf(document) {
  const all = [document.components?.schemas, document.$defs, document.definitions].find(
    (one) => isObject(one) && Object.keys(one).length,
  );
  return new Map(Object.entries(all ?? {}));
}

/** The schema that is meant: `wanted` by name, else the document itself, else the part with the resource's name, else the largest. */
export function partOf(document, wanted, name, { find, notes }) {
  const parts = partsOf(document);
  const names = [...parts.keys()];
  if (wanted !== undefined) {
    const found = names.find((one) => one === wanted) ?? names.find((one) => plain(one) === plain(wanted));
    if (found === undefined)
      throw new CannotConvert(
        `There is no '${wanted}' in the file; ${names.length ? `one of ${names.join(', ')}` : 'it has no parts'}.`,
      );
    return parts.get(found);
  }
  const isWhole = describing.some((key) => document[key] !== undefined) && !document.openapi && !document.swagger;
  if (isWhole || !names.length) return document;
  const sizes = new Map(names.map((one) => [one, sizeOf(resolved(parts.get(one), find))]));
  const largest = names.reduce((one, other) => (sizes.get(other) > sizes.get(one) ? other : one));
  const own = names.find((one) => plain(one) === plain(name)) ?? largest;
  const others = names.filter((one) => one !== own);
  if (others.length)
    notes.say('', `Only '${own}' is taken. To take another, name it at the end of the command: ${others.join(', ')}.`);
  return parts.get(own);
}

const plain = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
const sizeOf = (schema) => Object.keys(isObject(schema?.properties) ? schema.properties : {}).length;

/** An object with properties, whatever shape the part has. */
export function recordOf(part, find, notes, depth = 0) {
  const say = (reason) => notes.say('', sentence(reason));
  const whole = resolved(part, find, say);
  const one = whole && withoutChoices(whole, find, say);
  if (!one) {
    say('It has several shapes, or refers to itself or to another file: one field takes it as JSON.');
    return { properties: { value: {} } };
  }
  if (isObject(one.properties) && Object.keys(one.properties).length) return one;
  const type = [one.type].flat()[0];
  if (depth < 5 && isObject(one.items) && type !== 'object') {
    say('It describes a list: each of its entries is a record here.');
    leftOut(one, ['type', 'items'], notes);
    return recordOf(one.items, find, notes, depth + 1);
  }
  const entry = isObject(one.additionalProperties) ? one.additionalProperties : Object.values(one.patternProperties ?? {})[0];
  if (depth < 5 && isObject(entry)) {
    say("It describes a map: each of its entries is a record here, with the entry's name in 'key'.");
    leftOut(one, ['type', 'properties', 'additionalProperties', 'patternProperties'], notes);
    for (const other of Object.keys(one.patternProperties ?? {}).slice(1)) notes.say(other, 'is left out');
    const { properties = {}, ...inner } = recordOf(entry, find, notes, depth + 1);
    const key = 'key' in properties ? 'entry key' : 'key';
    return {
      ...inner,
      properties: { [key]: { type: 'string', minLength: 1, maxLength: 120 }, ...properties },
      required: [key, ...[inner.required ?? []].flat()],
    };
  }
  if (type === 'object' || type === undefined) {
    if (one.enum === undefined && one.const === undefined) {
      say('It names no properties: the file has a name only.');
      return { ...one, properties: {} };
    }
  }
  say('It describes a single value: each is a record here.');
  return { properties: { value: one } };
}
/** Names the keywords of the whole that say more than `read`. */
export function leftOut(schema, read, notes) {
  for (const [key, value] of Object.entries(schema))
    if (!read.includes(key) && !annotations.has(key) && !key.startsWith('x-') && value !== false)
      notes.say(key, "is left out; see 'when' and 'checks' in the guide");
}
const annotations = new Set(
  (
    'title description default $comment $id id $schema $anchor $dynamicAnchor $recursiveAnchor $defs definitions $vocabulary ' +
    'examples example components openapi swagger info paths servers tags security externalDocs consumes produces host basePath ' +
    'schemes xml'
  ).split(' '),
);
const sentence = (text) => (/[.:]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
