// npm run audit: licences, versions and install scripts of every package in the lock, known weaknesses (npm audit, where the registry
// answers), secrets in tracked files; writes the bill of materials to dist/sbom.json.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { billOfMaterials, packagesOf, secretsIn } from './supply-chain.mjs';

const started = Date.now();
const product = JSON.parse(readFileSync('package.json', 'utf8'));
const packages = packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8')));
let failures = 0;
const miss = (line) => {
  failures++;
  console.log(`MISS ${line}`);
};

for (const { name, version, wrong } of packages) for (const what of wrong) miss(`${name}@${version} ${what}`);
const licences = new Map();
for (const { licence } of packages) licences.set(licence, (licences.get(licence) ?? 0) + 1);
console.log(
  [...licences]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
for (const path of tracked) {
  if (statSync(path).size > 2_000_000) continue;
  for (const found of secretsIn(readFileSync(path, 'utf8'))) miss(`${path} holds what looks like a secret: ${found}…`);
}

const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--audit-level=high'], { encoding: 'utf8' });
const known = parsed(stdout)?.metadata?.vulnerabilities;
if (known) {
  console.log(`known weaknesses: ${known.critical} critical, ${known.high} high, ${known.moderate} moderate, ${known.low} low`);
  if (known.critical + known.high > 0)
    miss(`${known.critical + known.high} packages with a high or critical weakness: npm audit`);
} else console.log('known weaknesses: not run, the registry did not answer');

mkdirSync('dist', { recursive: true });
writeFileSync('dist/sbom.json', `${JSON.stringify(billOfMaterials(product, packages), null, 2)}\n`);
const runtime = packages.filter((one) => one.runtime).length;
const inputs = {
  packages: packages.length,
  runtime,
  direct: Object.keys(product.dependencies).length,
  files: tracked.length,
  audited: Boolean(known),
};
console.log(JSON.stringify({ name: 'audit', inputs, failures, seed: 0, seconds: Math.round((Date.now() - started) / 1000) }));
process.exit(failures ? 1 : 0);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
