// npm run convert:schema -- <file.json> <area>/<name>: makes one of our schema files from a JSON Schema (draft-07, 2020-12) and says
// what it could not carry over.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exampleOf } from './convert/example-of.mjs';
import { capital, fieldOf, resolved } from './convert/json-schema.mjs';
import { refusalOf, singular } from './new-resource.mjs';

const root = join(fileURLToPath(import.meta.url), '../..');
/** Columns that every record has, and names that mean something of their own here. */
const taken = new Set('id tenant_id created_at updated_at created_by updated_by row_version deleted_at status custom'.split(' '));
const mostFields = 120;

/** The resource as plain data, and a sentence for everything that one of our fields cannot say. */
export function convertSchema(schema, name) {
  const notes = [];
  const note = (field, what) => void notes.push(`${field}: ${what}`);
  const whole = resolved(schema, schema);
  if (!whole || !(whole.type === 'object' || whole.properties) || !whole.properties)
    throw new Error('The JSON Schema must describe an object with properties.');
  const names = new Map();
  const properties = {};
  const given = {};
  for (const [source, one] of Object.entries(whole.properties).slice(0, mostFields)) {
    if (source.startsWith('$') || one === false || resolved(one, schema)?.type === 'null') continue;
    const own = freeName(source, properties);
    const field = fieldOf(source, one, schema, note);
    const example = exampleOf(field, resolved(one, schema)?.examples?.[0]);
    if (example === undefined && field.pattern) {
      note(source, `pattern ${field.pattern} is left out: no text was found that meets it, add it with an example`);
      delete field.pattern;
    }
    if (own !== source && !field.title) field.title = titled(source);
    names.set(source, own);
    properties[own] = field;
    given[own] = example ?? exampleOf(field);
  }
  if (Object.keys(whole.properties).length > mostFields) notes.push(`only the first ${mostFields} properties are taken`);
  for (const key of ['patternProperties', 'dependencies', 'dependentRequired', 'if', 'not', 'minProperties'])
    if (whole[key] !== undefined) notes.push(`${key}: is left out; see 'when' and 'checks'`);
  const contacts = Object.keys(properties).filter((one) => isContact(one, properties[one]));
  if (contacts.length)
    note(
      contacts.join(', '),
      'taken as contact data of the record itself; if they are those of leads, see leadData in the guide',
    );
  const required = (whole.required ?? []).flatMap((one) => names.get(one) ?? []);
  return { spec: specOf(name, properties, required, given), notes };
}

function specOf(name, properties, required, given) {
  const ofType = (...types) =>
    Object.keys(properties).filter((one) => types.includes(properties[one].type) && !properties[one].enum);
  const short = (one) => (properties[one].maxLength ?? 301) <= 300 && !properties[one].format;
  const display = [...required, 'name', 'title', ...ofType('string')].find((one) => ofType('string').includes(one) && short(one));
  const all = display ? properties : { name: { type: 'string', minLength: 1, maxLength: 120 }, ...properties };
  const first = display ?? 'name';
  const must = [...new Set([first, ...required])];
  if (display && !all[first].minLength) all[first] = { ...all[first], minLength: 1 };
  const sets = Object.keys(properties).filter((one) => properties[one].enum || properties[one].type === 'boolean');
  const numbers = [
    ...ofType('integer', 'number'),
    ...ofType('string').filter((one) => properties[one].format?.startsWith('date')),
  ];
  const texts = ofType('string').filter((one) => one !== first && short(one));
  const words = capital(name.replaceAll('-', ' '));
  const label = singular(words);
  return {
    name,
    label,
    ...(`${label}s` === words ? {} : { plural: words }),
    menu: { group: 'Setting', under: 'Configuration', tab: words, path: `/config/${name}` },
    access: { code: 'Setting_Configuration' },
    fields: {
      type: 'object',
      required: must,
      additionalProperties: false,
      properties: { ...all, status: { type: 'integer', title: 'Active', enum: [0, 1], default: 1 } },
    },
    ...(Object.keys(all).some((one) => isContact(one, all[one]))
      ? { leadData: { whose: `the ${label.toLowerCase()} itself` } }
      : {}),
    columns: [...new Set([first, ...required.filter((one) => texts.includes(one)), ...sets, ...numbers, ...texts])]
      .slice(0, 6)
      .concat('status'),
    filter: [...sets.slice(0, 6), 'status'],
    sort: [first, ...numbers.slice(0, 3), 'updated_at'],
    order: first,
    search: [first, ...texts.slice(0, 2)],
    ui: { status: { widget: 'switch' } },
    examples: [Object.fromEntries(must.map((one) => [one, one === 'name' && !display ? 'First' : given[one]]))],
  };
}

/** A field for which the start asks whose phone number or email it holds (src/schemas/kit/lead-data.ts). */
const isContact = (name, { type, format }) =>
  [type].flat().includes('string') && (format === 'email' || /phone|mobile|email|whatsapp|wa_user/.test(name));

/** 'min-version' and 'minVersion' as min_version. */
function freeName(source, used) {
  const plain = source
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 50);
  const safe = /^[a-z]/.test(plain) ? plain : `field_${plain}`;
  const own = taken.has(safe) ? `own_${safe}` : safe;
  for (let n = 2, free = own; ; free = `${own}_${n++}`) if (!(free in used)) return free;
}
const titled = (source) =>
  capital(
    source
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll(/[^A-Za-z0-9]+/g, ' ')
      .trim()
      .toLowerCase(),
  );

/** The file's text. */
export function textOfSpec(spec) {
  const camel = (text) => text.toLowerCase().replaceAll(/[- ](\w)/g, (_, letter) => letter.toUpperCase());
  const type = capital(camel(spec.label));
  const own = camel(spec.name);
  const body = JSON.stringify(spec, null, 2).replaceAll(/"([A-Za-z_]\w*)":/g, '$1:');
  return `import { defineResource, type Row } from '../kit/resource';

export const ${own} = defineResource(${body});

export type ${type === capital(own) ? `${type}Row` : type} = Row<typeof ${own}>;
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, place] = process.argv.slice(2);
  const folder = join(root, 'src/schemas');
  const areas = readdirSync(folder).filter((one) => !['kit', 'calls'].includes(one));
  const known = areas.flatMap((area) => readdirSync(join(folder, area)).map((one) => one.replace(/\.ts$/, '')));
  const usage = 'npm run convert:schema -- <file.json> <area>/<name>, for example room.json settings/hostel-rooms';
  const refusal = !file || !existsSync(file) ? `Say which file: ${usage}` : refusalOf(place, areas, known);
  if (refusal) {
    console.error(refusal);
    process.exit(1);
  }
  const { spec, notes } = convertSchema(JSON.parse(readFileSync(resolve(file), 'utf8')), place.split('/')[1]);
  const to = join(folder, `${place}.ts`);
  writeFileSync(to, textOfSpec(spec));
  spawnSync('npx', ['oxfmt', to], { cwd: root });
  console.log(
    `src/schemas/${place}.ts is written, with ${Object.keys(spec.fields.properties).length} fields. Its page is /config/${spec.name}.`,
  );
  for (const one of notes) console.log(`  ${one}`);
}
