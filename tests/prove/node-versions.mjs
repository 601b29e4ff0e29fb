// npm run prove:node: on each supported version of Node, `npm ci` prints no warning, and the product builds, starts and answers.
// Node comes from the registry as the package `node`. The product is a fresh clone of this repository. `-- 22.12.0` runs only
// that version.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The first version of each release line that package.json allows, and the newest. */
const supported = ['20.19.0', '20', '22.12.0', '22', '24.0.0', '24'];
const versions = process.argv.length > 2 ? process.argv.slice(2) : supported;
const port = 4390;
const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'prospectus-node-'));
const failures = [];
const found = {};

/** The environment without this machine's npm settings, which could cause warnings that are not the product's. */
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
const run = (command, args, { cwd, env = {} }) =>
  execFileSync(command, args, { cwd, env: { ...bare, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

for (const version of versions) {
  const tools = join(folder, `node-${version}`);
  const product = join(folder, `product-${version}`);
  try {
    execFileSync('npm', ['install', '--prefix', tools, '--no-save', '--silent', `node@${version}`], { stdio: 'ignore' });
    const env = {
      PATH: `${join(tools, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      NPM_CONFIG_USERCONFIG: join(folder, 'npmrc'),
    };
    writeFileSync(env.NPM_CONFIG_USERCONFIG, '');
    const node = run('node', ['--version'], { env }).trim();
    execFileSync('git', ['clone', '--quiet', process.cwd(), product]);
    const said = run('sh', ['-c', 'npm ci --no-audit --no-fund 2>&1'], { cwd: product, env });
    const warnings = said.split('\n').filter((line) => /warn|deprecated/i.test(line));
    failures.push(...warnings.map((line) => `${node}: ${line}`));
    run('node', ['scripts/start.mjs', '--build-only'], { cwd: product, env });
    if (!(await answers(product, env))) failures.push(`${node}: the product did not answer`);
    found[node] = `${warnings.length} warnings`;
  } catch (error) {
    failures.push(`Node ${version}: ${String(error.stderr || error.message).slice(0, 400)}`);
  }
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(failure);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'prove:node', inputs: found, failures: failures.length, seed: 0, seconds }));
process.exitCode = failures.length ? 1 : 0;

/** Starts the built product and requests its page for up to a minute. */
async function answers(cwd, env) {
  const server = spawn('node', ['dist/server/main.js'], {
    cwd,
    env: { ...bare, ...env, PORT: String(port), DATA_DIR: join(cwd, 'data') },
    stdio: 'ignore',
  });
  try {
    for (let tries = 0; tries < 120; tries++) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (answer?.ok) return true;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return false;
  } finally {
    server.kill();
  }
}
