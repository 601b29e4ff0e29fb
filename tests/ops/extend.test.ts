import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followGuides, guide, pages } from '../support/followed-guides';

/** docs/guides/extend.md and the pages that it links to, followed word for word next to a copy of the product. */
let folder: string;
let root: string;
let extension: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prospectus-extend-'));
  ({ root, extension } = followGuides(join(folder, 'holder')));
  mkdirSync(join(folder, 'holder/schemas'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => !/^(node_modules|tsconfig.json)/.test(file) && statSync(join(path, file)).isFile())
      .sort()
      .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
  );

it('no page is longer than sixty lines', () => {
  expect(pages.filter((page) => guide(page).trimEnd().split('\n').length > 60)).toEqual([]);
});

it('what the pages make is examples/hostel', () => {
  expect(Object.keys(filesIn(extension)).length).toBeGreaterThan(12);
  expect(filesIn(extension)).toEqual(filesIn('examples/hostel'));
});

it('it compiles in its own repository, and knows the fields of the schema files', () => {
  // The second time it reads what the first has kept.
  const again = ['--incremental', '--tsBuildInfoFile', join(folder, 'compiled')];
  const compiled = (): [number | null, string] => {
    const { status, stdout } = spawnSync('npx', ['tsc', '--noEmit', '-p', extension, ...again], { cwd: root, encoding: 'utf8' });
    return [status, stdout];
  };
  expect(compiled()).toEqual([0, '']);
  const file = join(extension, 'hooks/hostel-bookings.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('draft.room_id', 'draft.rom_id'));
  expect(compiled()).toEqual([expect.any(Number), expect.stringContaining("'rom_id' does not exist")]);
  writeFileSync(file, text);
});

const mistakes = [
  ["{ extensions: ['../hostle'] }", "prospectus.config.ts, extensions: there is no folder '../hostle'"],
  ["{ extensions: ['public'] }", "'public' has no folder that the product reads; one of schemas, calls,"],
  ["{ extensions: ['../hostel', '../hostel'] }", "'../hostel' appears twice; remove one"],
  ["{ extensions: ['../../holder'] }", "'../../holder' contains the product; put your files into a folder next to it"],
  ["{ extentions: ['../hostel'] }", "prospectus.config.ts, extentions: is not known here; write 'extensions'"],
  ["{ extensions: '../hostel' }", "must be a list of folders; write extensions: ['../hostel']"],
  ["{ extensions: ['../hostel'], language: 'mr' }", 'prospectus.config.ts, language: no extension has translations/mr.ts'],
];
/** Reads each config in the copy, in one process: a build takes seconds. */
const reader = `
  import { writeFileSync } from 'node:fs';
  import { runnerImport } from 'vite';
  const { readExtensions, configFile } = (await runnerImport('./scripts/prospectus-config.ts')).module;
  for (const config of JSON.parse(process.argv[1])) {
    writeFileSync(configFile, 'export default ' + config);
    console.log(await readExtensions().then(() => 'no mistake', (error) => error.message));
  }`;

it('a mistake in the config is one line', () => {
  const configs = JSON.stringify(mistakes.map(([config]) => config));
  const file = join(root, 'prospectus.config.ts');
  const before = readFileSync(file, 'utf8');
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', reader, configs], {
    cwd: root,
    encoding: 'utf8',
  });
  writeFileSync(file, before);
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual(mistakes.map(([, line]) => expect.stringContaining(line!)));
});

it.each([
  ['schemas/rooms.ts', 'schemas/hostel-rooms.ts', "name: 'hostel-rooms' is already used by another file"],
  ['hooks/hostel-room.ts', 'hooks/hostel-bookings.ts', "name: there is no resource 'hostel-room'; write 'hostel-rooms'"],
  ['kinds/rating/kind.ts', 'kinds/beds/kind.ts', "name: the product has a kind 'rating'; choose another name"],
])('a mistake in its files stops the build with one line: %s', (file, like, line) => {
  const path = join(extension, file);
  const before = filesIn(extension);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, before[like]!);
  const [first] = faults();
  rmSync(file.startsWith('kinds') ? dirname(path) : path, { recursive: true });
  expect(first).toContain(`${file}, ${line}`);
  expect(filesIn(extension)).toEqual(before);
});

/** The lines that a build ends with, and the only ones. */
function faults(): string[] {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--build-only'], { cwd: root, encoding: 'utf8' });
  expect(status).not.toBe(0);
  return stderr.split('\n').filter((line) => line && line !== 'The build failed.');
}
