// npm run prove, npm run bench: runs every prove:… or bench:… of package.json one after the other, shows what each prints, and closes
// with one table. `-- import rules` runs those alone. A run that says `not run` counts as neither passed nor missed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [prefix, ...only] = process.argv.slice(2);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const all = Object.keys(scripts).filter((name) => name.startsWith(`${prefix}:`));
const unknown = only.filter((area) => !all.includes(`${prefix}:${area}`));
if (unknown.length > 0) {
  console.error(`There is no ${prefix}:${unknown[0]}; there are ${all.join(', ')}.`);
  console.log(JSON.stringify({ name: prefix, inputs: {}, failures: 1, seed: 0, seconds: 0 }));
  process.exit(1);
}
const started = Date.now();
const rows = [];
for (const name of only.length > 0 ? only.map((area) => `${prefix}:${area}`) : all) rows.push(await run(name));

console.log(`\n${prefix.padEnd(24)} ${'result'.padEnd(10)} ${'seconds'.padStart(8)}  inputs`);
for (const { name, result, seconds, inputs } of rows)
  console.log(`${name.padEnd(24)} ${result.padEnd(10)} ${String(seconds).padStart(8)}  ${JSON.stringify(inputs)}`);
const failures = rows.filter(({ result }) => result === 'MISS').length;
const inputs = { runs: rows.length, 'not run': rows.filter(({ result }) => result === 'not run').length };
console.log(JSON.stringify({ name: prefix, inputs, failures, seed: 0, seconds: Math.round((Date.now() - started) / 1000) }));
process.exit(failures ? 1 : 0);

/** What the last line of JSON says; a run without one, or with another exit code than 0, is a miss. */
async function run(name) {
  console.log(`\n> npm run ${name}`);
  const begun = Date.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    printed += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const seconds = Math.round((Date.now() - begun) / 1000);
  const told = lastJson(printed);
  if (code === 0 && !told && /not run/.test(printed)) return { name, result: 'not run', seconds, inputs: {} };
  const ok = code === 0 && told && told.failures === 0;
  return { name, result: ok ? 'ok' : 'MISS', seconds, inputs: told?.inputs ?? {} };
}

function lastJson(text) {
  const line = text.split('\n').findLast((one) => one.startsWith('{"name"'));
  try {
    return line && JSON.parse(line);
  } catch {
    return undefined;
  }
}
