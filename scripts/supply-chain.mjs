// What the lock file brings into the product: who may be in it, under which licence, and what it would run at install.
import { existsSync, readFileSync } from 'node:fs';

/** Licences of what ships: they ask for no more than their text. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
];
/** Tools of the build and the tests, none of whose code ships, may be under the MPL too. */
const toolsUnderMpl = /^(lightningcss(-.+)?|axe-core|@axe-core\/playwright)$/;

/** Every package of the lock: name, exact version, licence, whether it is needed at run time, and what is wrong with it. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = entry.license ?? licenceBeside(path);
      const wrong = [
        !/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(entry.version ?? '') && 'has no exact version',
        !(entry.integrity ?? '').startsWith('sha512-') && 'has no checksum',
        entry.resolved !== undefined && 'names the host it came from',
        entry.hasInstallScript === true && 'wants to run a script at install',
        !isAllowed(name, licence) && `is under the licence '${licence}'`,
      ].filter(Boolean);
      return {
        name,
        version: entry.version,
        licence,
        runtime: !entry.dev && !entry.devOptional,
        integrity: entry.integrity,
        wrong,
      };
    });
}

function isAllowed(name, licence) {
  const words = (licence ?? '')
    .replaceAll(/[()]/g, '')
    .split(/ (AND|OR) /)
    .filter((word) => !['AND', 'OR'].includes(word));
  const every = licence?.includes(' OR ') ? 'some' : 'every';
  return (
    (words.length > 0 && words[every]((word) => permissive.includes(word))) || (licence === 'MPL-2.0' && toolsUnderMpl.test(name))
  );
}

/** Older packages say it in another field than the one that npm copies into the lock. */
function licenceBeside(path) {
  const file = `${path}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' AND ');
}

/** The bill of materials, CycloneDX 1.6. */
export function billOfMaterials(product, packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components: packages.map(({ name, version, licence, runtime, integrity }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      scope: runtime ? 'required' : 'excluded',
      licenses: [{ expression: licence }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    })),
  };
}

/** Texts that look like a real secret: kinds by their fixed beginnings. */
const secretShapes = [
  /-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/,
  /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
  /\bsk_live_[A-Za-z0-9]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bEAA[A-Za-z0-9]{80,}\b/,
];
export const secretsIn = (text) => secretShapes.flatMap((shape) => shape.exec(text)?.[0].slice(0, 12) ?? []);
