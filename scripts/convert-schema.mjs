// npm run convert:schema -- <file> <area>/<name> [part]: makes one of our schema files from a JSON Schema, an OpenAPI document, a
// Frappe doctype, a Prisma model, a SQL table or a CSV file, and says what it could not carry over.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOfSpec } from './convert/file-text.mjs';
import { CannotConvert, Notes } from './convert/notes.mjs';
import { readSource } from './convert/read-source.mjs';
import { convertSchema } from './convert/resource-of.mjs';
import { placesIn, refusalOf } from './new-resource.mjs';

const root = join(fileURLToPath(import.meta.url), '../..');
const [file, place, part] = process.argv.slice(2);
const usage = 'npm run convert:schema -- <file> <area>/<name> [part], for example room.json settings/hostel-rooms';
const { areas, taken } = placesIn(root);
const refusal =
  !file || !existsSync(file) || !statSync(file).isFile()
    ? `${file ? `There is no file '${file}'` : 'Say which file'}: ${usage}`
    : refusalOf(place, areas, taken);
try {
  if (refusal) throw new CannotConvert(refusal);
  const notes = new Notes();
  const name = place.split('/')[1];
  const { spec, notes: lines } = convertSchema(readSource(readFileSync(resolve(file)), file, notes), name, { part, notes });
  const to = join(root, 'src/schemas', `${place}.ts`);
  writeFileSync(to, textOfSpec(spec));
  spawnSync('npx', ['oxfmt', to], { cwd: root, shell: process.platform === 'win32' });
  console.log(
    `src/schemas/${place}.ts is written, with ${Object.keys(spec.fields.properties).length} fields. Its page is /config/${name}.`,
  );
  for (const line of lines) console.log(`  ${line}`);
} catch (error) {
  console.error(error instanceof CannotConvert ? error.message : `'${file}' could not be converted: ${error.message}`);
  process.exitCode = 1;
}
