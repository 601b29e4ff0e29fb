// A JSON Schema as one of our resources.
import { exampleOf } from './example-of.mjs';
import { fieldOf } from './field-of.mjs';
import { resolved } from './flatten.mjs';
import { Notes, othersRefused } from './notes.mjs';
import { leftOut, partOf, recordOf } from './part-of.mjs';
import { referencesOf } from './references.mjs';
import { patterns } from './scalar-of.mjs';
import { specOf } from './spec-of.mjs';
import { asShown, freeName, titleFor, worded } from './words.mjs';

const mostFields = 120;
/** The resource as plain data, and a sentence for everything that one of our files cannot say. */
export function convertSchema(document, name, { part, notes = new Notes() } = {}) {
  const find = referencesOf(document);
  const context = { find, notes };
  const whole = recordOf(partOf(document, part, name, context), find, notes);
  const found = fieldsOf(whole, context);
  leftOut(whole, ['type', 'properties', 'required', 'additionalProperties', 'unevaluatedProperties'], notes);
  for (const one of whole['x-prospectus-notes'] ?? []) notes.say('', one);
  if (whole.additionalProperties !== false && whole.unevaluatedProperties !== false) notes.say('', othersRefused);
  return { spec: specOf(name, found, notes), notes: notes.lines() };
}

/** Fields by their names here, with what is known of each beyond its schema (`marks`). */
function fieldsOf(whole, context) {
  const { notes } = context;
  const names = new Map();
  const fields = new Map();
  const marks = new Map();
  const examples = new Map();
  const required = [whole.required ?? []].flat().filter((one) => typeof one === 'string');
  const given = new Map(Object.entries(whole.properties));
  for (const one of required) if (!given.has(one)) given.set(one, true);
  const taken = [...given].filter(([source, one]) => isTaken(source, one, context));
  for (const [source] of taken.slice(mostFields))
    notes.say(source, `is left out: only the first ${mostFields} properties are taken`);
  for (const [source, one] of taken.slice(0, mostFields)) {
    const own = freeName(source, fields);
    const raw = resolved(one, context.find) ?? {};
    const field = fieldOf(one, context, { source, name: own, path: source, depth: 0 });
    const { field: possible, example } = withExample(field, raw.examples?.[0] ?? raw.example, (reason) =>
      notes.say(source, reason),
    );
    if (own !== source && !possible.title) Object.assign(possible, titled(source, own));
    names.set(source, own);
    fields.set(own, possible);
    marks.set(own, marksOf(raw, possible));
    examples.set(own, example);
  }
  tellApart(names, fields);
  const renamed = [...names]
    .filter(([source, own]) => worded(source) !== worded(own))
    .map(([source, own]) => `${source} → ${own}`);
  if (renamed.length) notes.say('', `These have another name here: ${renamed.join(', ')}.`);
  return {
    fields,
    marks,
    examples,
    required: required.flatMap((one) => names.get(one) ?? []),
    unique: (whole['x-prospectus-unique'] ?? []).flatMap((all) => {
      const own = all.map((one) => names.get(one));
      if (!own.includes(undefined)) return [own];
      notes.say(all.join(' and '), 'that they are unique together is left out: not all of them are fields here');
      return [];
    }),
  };
}

/** Two fields that would read the same say in their labels what the source calls them: 'Min version (min-version)'. */
function tellApart(names, fields) {
  const seen = new Set();
  for (const [source, own] of names) {
    const label = fields.get(own).title ?? asShown(own);
    if (seen.has(label.toLowerCase())) fields.get(own).title = `${label} (${source.slice(0, 40)})`;
    seen.add(label.toLowerCase());
  }
}

function titled(source, own) {
  const title = titleFor(source, own);
  return title ? { title } : {};
}

function isTaken(source, one, { find, notes }) {
  if (source === '$schema') return false;
  const whole = resolved(one, find);
  const why =
    whole?.type === 'null'
      ? 'is always null'
      : whole?.not && Object.keys(whole.not).length === 0
        ? 'is never allowed'
        : undefined;
  if (why) notes.say(source, `${why}: left out`);
  return !why;
}

const marksOf = (raw, field) => ({
  secret: raw.type === 'string' && (raw.format === 'password' || raw.writeOnly === true),
  unique: raw['x-prospectus-unique'] === true,
  file: raw['x-prospectus-file'] === true,
  now: raw['x-prospectus-now'] === true && { 'date-time': 'now', date: 'today' }[field.format],
  ui: raw['x-prospectus-ui'],
  widget: raw['x-prospectus-widget'] ?? (raw.format === 'time' && field.pattern === patterns.time ? 'time' : undefined),
});

/** A field that some value meets: the tests send one. Patterns that no text was found for are left out, with a note. */
function withExample(field, given, say) {
  const found = exampleOf(field, given);
  if (found !== undefined) return { field, example: found };
  const plain = withoutPatterns(field, say);
  const other = exampleOf(plain);
  if (other !== undefined) return { field: plain, example: other };
  say('no value was found that meets its limits: kept as JSON');
  const { title, description } = field;
  const open = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  return { field: open, example: exampleOf(open) };
}

function withoutPatterns(field, say) {
  const { pattern, ...rest } = field;
  if (pattern !== undefined && exampleOf(field) === undefined)
    say(`pattern ${pattern} is left out: no text was found that meets it; add it with an example`);
  else if (pattern !== undefined) rest.pattern = pattern;
  if (rest.items) rest.items = withoutPatterns(rest.items, say);
  if (rest.properties)
    rest.properties = Object.fromEntries(Object.entries(rest.properties).map(([name, one]) => [name, withoutPatterns(one, say)]));
  return rest;
}
