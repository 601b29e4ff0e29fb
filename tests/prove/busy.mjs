// npm run prove:busy: `npm test` three times in a row next to two endless loops, without a second try for anything (CI's setting is
// taken away). `-- 1` runs it once. What each run printed is kept in a file whose name is said; the last failures are shown here.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runs = Number(process.argv[2] ?? 3);
const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'prospectus-busy-'));
const { CI: _taken, ...env } = process.env;
const loops = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
for (const signal of ['exit', 'SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const loop of loops) loop.kill('SIGKILL');
    if (signal !== 'exit') process.exit(1);
  });

let failures = 0;
const inputs = {};
for (let run = 1; run <= runs; run += 1) {
  const begun = Date.now();
  const file = join(folder, `run-${run}.log`);
  const code = await once(file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const total = lines.findLast((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line)) ?? 'no total was printed';
  const second = lines.findLast((line) => / passed on the second try/.test(line));
  if (code !== 0 || second) failures += 1;
  inputs[`run ${run}`] = total;
  console.log(`run ${run}: ${total}, ${Math.round((Date.now() - begun) / 1000)} s, ${file}`);
  for (const line of lines.filter((one) => one.startsWith('FAILED '))) console.log(`  ${line}`);
}
console.log(JSON.stringify({ name: 'busy', inputs, failures, seed: 0, seconds: Math.round((Date.now() - started) / 1000) }));
process.exit(failures ? 1 : 0);

/** Runs the whole of `npm test` and keeps what it prints; answers with its exit code. */
function once(file) {
  const child = spawn('npm', ['test'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = createWriteStream(file);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(kept, { end: false });
  return new Promise((resolve) => child.once('close', (code) => kept.end(() => resolve(code))));
}
