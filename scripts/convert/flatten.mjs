// A JSON Schema without `$ref`, `allOf`, `oneOf` and `anyOf` at its top.
import { isObject, merged } from './merge.mjs';

/** What no value meets, and what every value meets. */
const never = { not: {} };

/** The schema with its references and `allOf` followed; undefined where they lead outside the document or round in a circle. */
export function resolved(schema, find, say = () => undefined, seen = []) {
  if (schema === true) return {};
  if (schema === false) return never;
  if (!isObject(schema)) return undefined;
  const { $ref, $dynamicRef, $recursiveRef, allOf, ...own } = schema;
  const refs = [$ref, $dynamicRef, $recursiveRef].filter((ref) => ref !== undefined);
  let whole = own;
  for (const ref of refs) {
    if (seen.includes(ref)) return undefined;
    const found = resolved(find(ref), find, say, [...seen, ref]);
    if (!found) return undefined;
    whole = merged(whole, found, say);
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const found = resolved(part, find, say, seen);
    if (!found) return undefined;
    whole = merged(whole, found, say);
  }
  return whole;
}

/** Alternatives as one schema: `{ shape: undefined }` where nothing common is known. */
export function withoutChoices(schema, find, say, seen = 0) {
  const { oneOf, anyOf, ...rest } = schema;
  const key = oneOf ? 'oneOf' : anyOf ? 'anyOf' : undefined;
  if (!key) return typesApart(schema, find, say);
  const others = key === 'oneOf' && anyOf ? { anyOf } : {};
  const choices = (Array.isArray(schema[key]) ? schema[key] : []).map((choice) => resolved(choice, find, say));
  if (choices.includes(undefined) || seen > 4) return several(rest);
  const possible = choices.filter((choice) => choice.type !== 'null' && choice.const !== null && !choice.not);
  const plain = possible.map((choice) => (choice.oneOf || choice.anyOf ? withoutChoices(choice, find, say, seen + 1) : choice));
  if (plain.includes(undefined)) return several(rest);
  const one = commonOf(rest, plain, say);
  return one && withoutChoices({ ...one, ...others }, find, say, seen + 1);
}

/** `type: ['string', 'array']` as the alternatives that it is. */
function typesApart(schema, find, say) {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length < 2) return types.length ? { ...schema, type: types[0] } : schema;
  const { type: _type, ...rest } = schema;
  if (schema.enum || schema.const !== undefined) return rest;
  return (
    commonOf(
      {},
      types.map((type) => ({ ...ofType(rest, type), type })),
      say,
    ) ?? several(rest)
  );
}
const ofType = ({ items, ...rest }, type) => (type === 'array' && items !== undefined ? { ...rest, items } : rest);

/** Nothing is known but the words. */
const several = () => undefined;

const limits = (choice) =>
  JSON.stringify(Object.fromEntries(Object.entries(choice).filter(([key]) => !['title', 'description'].includes(key))));
const typeOf = (choice) => choice.type ?? (choice.properties ? 'object' : choice.items ? 'array' : undefined);
const closedSet = (choice) => (choice.const !== undefined ? [choice.const] : choice.enum);

function commonOf(rest, choices, say) {
  if (choices.length === 0) return rest;
  if (choices.length === 1 || new Set(choices.map(limits)).size === 1) return merged(rest, choices[0], say);
  const sets = choices.map(closedSet);
  if (sets.every(Array.isArray)) return { ...rest, enum: [...new Set(sets.flat())] };
  // alternatives that only say which properties must be there
  if (choices.every((choice) => Object.keys(choice).every((key) => ['required', 'title', 'description', 'not'].includes(key)))) {
    say("which of its fields are required together is left out; see 'when' with oneOf");
    return rest;
  }
  const all = choices.map((choice) => merged(rest, choice, () => undefined));
  if (all.every((choice) => typeOf(choice) === 'object')) return unitedObject(rest, all, say);
  const types = new Set(all.map((choice) => (Array.isArray(choice.type) ? 'several' : (typeOf(choice) ?? typeofSet(choice)))));
  const [type] = types.size === 2 && types.has('integer') && types.has('number') ? ['number'] : types;
  if (types.size === 1 || type === 'number') {
    if (!['string', 'integer', 'number', 'boolean'].includes(type)) return undefined;
    say('its alternatives are taken as one, without the limits of each');
    return { ...rest, type };
  }
  return oneOrList(rest, all, say);
}

const typeofSet = (choice) => {
  const kinds = new Set((closedSet(choice) ?? []).map((value) => typeof value));
  return kinds.size === 1 ? [...kinds][0] : 'any';
};

/** 'a value or a list of such values' is a list. */
function oneOrList(rest, all, say) {
  const list = all.find((choice) => typeOf(choice) === 'array');
  const single = all.filter((choice) => choice !== list);
  if (!list || single.length !== 1 || !isObject(list.items)) return undefined;
  const entry = list.items.type;
  if (entry !== undefined && entry !== typeOf(single[0])) return undefined;
  say('one value or a list of them: taken as a list');
  return { ...rest, ...list, type: 'array', items: entry === undefined ? single[0] : list.items };
}

function unitedObject(rest, all, say) {
  const properties = new Map();
  for (const choice of all)
    for (const [name, value] of Object.entries(choice.properties ?? {}))
      properties.set(name, [...(properties.get(name) ?? []), value]);
  const required = all.map((choice) => new Set([choice.required ?? []].flat()));
  say(`${all.length} alternatives are taken as one: it has the fields of all, and requires what each of them requires`);
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(
      [...properties].map(([name, values]) => [name, values.length === 1 ? values[0] : { anyOf: values }]),
    ),
    required: [...required[0]].filter((name) => required.every((one) => one.has(name))),
  };
}
