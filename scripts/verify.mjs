// npm run verify: reads the audit trail's chain of seals beside its rows and names the first that differs. It verifies the
// database that the environment names; the embedded one only while no server has it open.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = (path) => fileURLToPath(new URL(path, import.meta.url));
run('./start.mjs', '--build-only');
run('../dist/server/verify.js');

function run(path, ...args) {
  const { status } = spawnSync(process.execPath, [script(path), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
