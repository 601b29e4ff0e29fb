// npm run new:resource <area>/<name>: writes src/schemas/<area>/<name>.ts, a catalogue that passes every check as it stands.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { constName, singular, typeName } from './resource-names.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The file's text for a name in the plural: 'hostel-rooms'. */
export function resourceFile(name) {
  const words = name.split('-').join(' ');
  const plural = words[0].toUpperCase() + words.slice(1);
  const label = singular(plural);
  const line = singular(plural) + 's' === plural ? '' : `\n  plural: '${plural}',`;
  const place = ["group: 'Setting'", "under: 'Configuration'", `tab: '${plural}'`, `path: '/config/${name}'`];
  const short = `menu: { ${place.join(', ')} },`;
  const menu = short.length <= 128 ? short : `menu: {\n    ${place.join(',\n    ')},\n  },`;
  return `import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const ${constName(name)} = defineResource({
  name: '${name}',
  label: '${label}',${line}
  ${menu}
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      description: { type: 'string', maxLength: 2000 },
      status,
    },
  },
  unique: ['name'],
  columns: ['name', 'description', 'status', 'updated_at'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'description'],
  ui: { description: { widget: 'textarea' }, status: { widget: 'switch' } },
  examples: [{ name: 'First ${label.toLowerCase()}' }],
});

export type ${typeName(label, name)} = Row<typeof ${constName(name)}>;
`;
}

/** What is wrong with '<area>/<name>', in a sentence; undefined when nothing is. */
export function refusalOf(place, areas, taken) {
  const [area, name, more] = (place ?? '').split('/');
  if (!area || !name || more !== undefined)
    return 'Say where: npm run new:resource <area>/<name>, for example settings/hostel-rooms';
  if (!areas.includes(area)) return `There is no area '${area}'; one of ${areas.join(', ')}`;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return `'${name}' must be kebab-case and a plural, for example hostel-rooms`;
  if (name.length > longestName) return `'${name}' is too long; use up to ${longestName} characters`;
  if (serverTables.includes(name)) return `'${name}' is a table of the server itself; choose another name`;
  return taken.includes(name) ? `There is a resource '${name}' already` : undefined;
}
const longestName = 50;
/** Tables without a schema file (server/store/tables/plan.ts). */
const serverTables = ['schema-state', 'audit', 'audit-seals', 'counters', 'idempotency', 'attempts', 'custom-values'];

/** The areas that hold resources, and the names in use. */
export function placesIn(root) {
  const folder = join(root, 'src/schemas');
  const areas = readdirSync(folder).filter((one) => !['kit', 'calls', 'reports'].includes(one));
  const taken = areas.flatMap((area) =>
    readdirSync(join(folder, area)).flatMap((file) => [
      file.replace(/\.ts$/, ''),
      ...[...readFileSync(join(folder, area, file), 'utf8').matchAll(/^ {2}name: '([a-z0-9-]+)'/gm)].map((match) => match[1]),
    ]),
  );
  return { areas, taken };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { areas, taken } = placesIn(root);
  const place = process.argv[2];
  const refusal = refusalOf(place, areas, taken);
  if (refusal) {
    console.error(refusal);
    process.exit(1);
  }
  const file = join(root, 'src/schemas', `${place}.ts`);
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) process.exit(1);
  const name = place.split('/')[1];
  writeFileSync(file, resourceFile(name));
  console.log(`src/schemas/${place}.ts is written. Its page is /config/${name}; npm run dev follows every save.`);
}
