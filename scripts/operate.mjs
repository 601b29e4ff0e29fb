// npm run setup, db:init, demo, backup, restore, move, verify, rotate: builds what is stale, then runs the command. Each prints what
// it did and ends with one line of JSON; `--help` names its options. They work on the database that the environment names.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = (path) => fileURLToPath(new URL(path, import.meta.url));
run('./start.mjs', '--build-only');
run('../dist/server/operate.js', ...process.argv.slice(2));

function run(path, ...args) {
  const { status } = spawnSync(process.execPath, [script(path), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
