import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error a module of scripts, plain JavaScript
import { billOfMaterials, packagesOf, secretsIn } from '../../scripts/supply-chain.mjs';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly runtime: boolean;
  readonly wrong: readonly string[];
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Record<string, unknown>> };
const product = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

it('TRUST-S31 every package in the lock file has an exact version, a checksum, an allowed licence and no install script', () => {
  const packages = packagesOf(lock) as Package[];
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  const spoilt = { version: '^1.0.0', license: 'GPL-3.0', hasInstallScript: true, resolved: 'https://registry.example/x.tgz' };
  expect((packagesOf({ packages: { 'node_modules/x': spoilt } }) as Package[])[0]!.wrong).toHaveLength(5);
});

it('TRUST-S31 the product installs without running any package’s scripts', () => {
  const lifecycle = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(Object.keys(product.scripts).filter((name) => lifecycle.includes(name))).toEqual([]);
  for (const file of ['scripts/start.mjs', 'scripts/test.mjs']) {
    const installs = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes("'ci'"));
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
  }
});

it('TRUST-S31 the bill of materials lists each package as needed at run time or only to build', () => {
  const packages = packagesOf(lock) as Package[];
  const bill = billOfMaterials(product, packages) as { components: { name: string; scope: string; purl: string }[] };
  expect(bill.components).toHaveLength(packages.length);
  const scopes = new Map(bill.components.map(({ name, scope }) => [name, scope]));
  for (const name of Object.keys(product.dependencies)) expect([name, scopes.get(name)]).toEqual([name, 'required']);
  expect(scopes.get('vitest')).toBe('excluded');
});

it('TRUST-S31 no tracked file holds what looks like a real secret', () => {
  const paths = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  const found = paths
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && statSync(path).size < 2_000_000)
    .filter((path) => secretsIn(readFileSync(path, 'utf8')).length > 0);
  expect(found).toEqual([]);
  expect(secretsIn(`key = "AKIA${'ABCDEFGH'.repeat(2)}"`)).toHaveLength(1);
});
