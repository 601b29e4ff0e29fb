// npm start: installs what is missing, builds what is stale, runs the server. Plain JavaScript, no packages.
// `--build-only` stops before the server; any other argument goes to the server (`--confirm`).
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) fail(`Prospectus needs Node 20.19 or newer; this is ${process.versions.node}.`);
const calledFrom = process.cwd();
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const args = process.argv.slice(2);

install();
build();
if (!args.includes('--build-only')) serve();

/** `npm ci` when there are no packages, or others than the lock file names. */
function install() {
  const lock = hashOf(['package-lock.json']);
  const mark = 'node_modules/.prospectus-lock';
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  // Packages without our mark were put there by someone: trusted while npm's own record is as new as the lock file.
  if (!existsSync(mark) && existsSync('node_modules/vite/package.json') && existsSync('node_modules/antd/package.json')) return;
  console.log('Installing packages…');
  run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-fund', '--no-audit'], 'The packages could not be installed.');
  writeFileSync(mark, lock);
}

/** Both halves, when the sources, the lock file or Node's version differ from those of the last build. */
function build() {
  const sources = ['src', 'server', 'scripts', 'public'].flatMap(filesBelow);
  const made = ['package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.ts', 'index.html', ...sources];
  const mark = 'dist/.built';
  if (
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === hashOf([...made, ...extensionFiles()]) &&
    existsSync('dist/server/main.js')
  )
    return;
  console.log('Building…');
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], 'The build failed.');
  prepareData();
  mkdirSync('dist', { recursive: true });
  writeFileSync(mark, hashOf([...made, ...extensionFiles()]));
}

/** prospectus.config.ts with the files of its folders, which the last build listed. */
function extensionFiles() {
  const config = 'prospectus.config.ts';
  if (!existsSync(config)) return [];
  const folders = existsSync('dist/extensions.json') ? JSON.parse(readFileSync('dist/extensions.json', 'utf8')) : [];
  return [config, ...folders.filter((folder) => existsSync(folder)).flatMap(filesBelow)];
}

/** The data of a first start, with its demo tenants, as embedded database and as rows: made again when tables or demo rows may differ. */
function prepareData() {
  if (process.env.DATABASE_URL) return;
  const hash = hashOf([
    'server/template.ts',
    ...['server/demo', 'server/domain', 'server/store', 'src/schemas'].flatMap(filesBelow),
    ...extensionFiles(),
  ]);
  const mark = 'dist/template/.made-from';
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  run(process.execPath, ['dist/server/template.js'], 'The data of a first start could not be prepared.');
  writeFileSync(mark, hash);
}

/** Signals and exit code pass through, so that a supervisor sees one process. */
function serve() {
  const rest = args.filter((arg) => arg !== '--build-only');
  // DATA_DIR and .env are meant from where the command was given.
  const child = spawn(process.execPath, [join(process.cwd(), 'dist/server/main.js'), ...rest], {
    stdio: 'inherit',
    cwd: calledFrom,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The server could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(one);
    process.kill(process.pid, signal);
  });
}

function run(command, commandArgs, sentence) {
  const { status, error } = spawnSync(command, commandArgs, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error || status !== 0) fail(error ? `${sentence} ${error.message}` : sentence, status ?? 1);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['.git', 'node_modules'].includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
