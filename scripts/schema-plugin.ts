import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { hashForSchema, type RJSFSchema } from '@rjsf/utils';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { multipleOfPrecision } from '../src/schemas/kit/multiples.ts';
import { isRunnableDevEnvironment, runnerImport, type Plugin, type ResolvedConfig } from 'vite';
import type { Access } from '../src/schemas/kit/access';
import { actionSubject } from '../src/schemas/kit/record-calls.ts';
import { wiresOf, type AnyResource } from '../src/schemas/kit/resource.ts';
import { endBuild } from './end-build.ts';
import { checkResourceNames } from './extension-names.ts';
import { extensions, extensionsNow } from './extension-plugin.ts';
import { hashOf } from './file-hashes.mjs';
import { checkPagePlaces, extensionScreens, productScreens } from './screen-places.ts';
import { SavedSchemas, type SchemaVersions } from './saved-schemas.ts';

type Kit = typeof import('../src/schemas/kit/all') &
  typeof import('../src/kinds/every-kind') &
  typeof import('../src/schemas/kit/draft-schema') &
  typeof import('../src/schemas/kit/access');
const manifestId = 'virtual:manifest';
const rightsId = 'virtual:rights';
const reportsId = 'virtual:reports';
const chunkPrefix = 'virtual:resource/';
const formPrefix = 'virtual:resource-form/';
/** What compiled validators import: the dev server prepares it at its start, or the first chunk with one would reload the page. */
const validatorParts = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];

/**
 * Brings the schema files to the browser: `virtual:manifest` with what menu and routes need of every resource, `virtual:rights` with
 * the access that resources, their actions and calls declare, and two chunks a resource: its object, and what its form needs, the
 * precompiled validators (a strict content-security policy forbids compiling there). Chunks are loaded by address, so the first
 * bundle holds no map of them. Under `npm run dev` both are one module that follows every save (SavedSchemas).
 */
export function schemaChunks(): Plugin[] {
  let config: ResolvedConfig | undefined;
  let saved: SavedSchemas<Kit> | undefined;
  let kit: Promise<Kit> | undefined;
  const load = (): Promise<Kit> =>
    saved?.current() ?? (kit ??= readKit(async (path) => (await runnerImport<object>(path, { plugins: [extensions()] })).module));

  const chunks: Plugin = {
    name: 'prospectus-schemas',
    config: () => ({ optimizeDeps: { include: validatorParts.map((part) => `${part}.js`) } }),
    configResolved(resolved) {
      config = resolved;
    },
    async configureServer(server) {
      const { ssr } = server.environments;
      if (!ssr || !isRunnableDevEnvironment(ssr)) return;
      saved = new SavedSchemas(
        server,
        () => readKit((path) => ssr.runner.import<object>(path)),
        versionsOf,
        (await extensionsNow()).folders,
      );
    },
    async buildStart() {
      if (config?.command !== 'build' || this.environment.name !== 'client') return;
      const all = await load().catch(endBuild);
      const { resources } = all;
      const folder = folderOf(all);
      for (const { name } of resources) {
        this.emitFile({ type: 'chunk', id: chunkPrefix + name, fileName: `${folder}/${name}.js`, preserveSignature: 'strict' });
        this.emitFile({
          type: 'chunk',
          id: formPrefix + name,
          fileName: `${folder}/${name}.form.js`,
          preserveSignature: 'strict',
        });
      }
    },
    resolveId(id) {
      const bare = id.replace(/^\//, '');
      if ([manifestId, rightsId, reportsId].includes(bare) || bare.startsWith(chunkPrefix) || bare.startsWith(formPrefix))
        return `\0${bare}`;
      return undefined;
    },
    async load(id) {
      if (!id.startsWith('\0virtual:')) return this.environment.name === 'ssr' ? saved?.read(id) : undefined;
      const all = await load();
      const version = saved ? (name: string) => `export const version = '${versionOf(name, all)}';\n` : () => '';
      if (id === `\0${manifestId}`) return manifest(all, config?.command === 'build') + version('');
      if (id === `\0${rightsId}`) return rights(all);
      if (id === `\0${reportsId}`) return reportsOf(all);
      const prefix = [chunkPrefix, formPrefix].find((one) => id.startsWith(`\0${one}`));
      if (!prefix) return undefined;
      const name = id.slice(prefix.length + 1);
      const resource = all.resources.find((one) => one.name === name);
      if (!resource) throw new Error(`no resource '${name}'`);
      if (prefix === formPrefix) return formModule(resource, all);
      return config?.command === 'build' ? objectOf(resource, all) : resourceModule(resource, all) + version(name);
    },
    /** What the pages import of the saved file itself is Vite's; nothing else runs where the server reads the folder. */
    hotUpdate({ file }) {
      if (!saved || !saved.watches(file)) return undefined;
      saved.notice();
      return this.environment.name === 'ssr' ? [] : undefined;
    },
  };
  return [extensions(), chunks];
}

/** What a page compares with its own: the manifest (another menu, other rights, a new resource), and each resource with its validator. */
const versionsOf = (kit: Kit): Omit<SchemaVersions, 'error'> => ({
  manifest: versionOf('', kit),
  resources: Object.fromEntries(kit.resources.map(({ name }) => [name, versionOf(name, kit)])),
});

/** Of one resource, or of the manifest where no name is given. */
function versionOf(name: string, kit: Kit): string {
  if (name === '') return hashOf(manifest(kit, false) + rights(kit) + reportsOf(kit));
  const resource = kit.resources.find((one) => one.name === name)!;
  return hashOf(JSON.stringify([resource, kit.validationSchema(resource)]));
}

/** Tables that no screen asks for stay on the server; where the audit names one, its chunk is not requested. */
const isShown = (resource: AnyResource): boolean => resource.access !== 'nobody';

type Importer = (path: string) => Promise<object>;

/** One file after the other: the second must not be on its way when the first has a mistake and both are read again. */
async function readKit(read: Importer): Promise<Kit> {
  const all = await read('./src/schemas/kit/all.ts');
  const validation = await read('./src/schemas/kit/draft-schema.ts');
  const access = await read('./src/schemas/kit/access.ts');
  const kinds = await read('./src/kinds/every-kind.ts');
  const kit = { ...all, ...validation, ...access, ...kinds } as Kit;
  checkResourceNames(
    await extensionsNow(),
    kit.resources.map(({ name }) => name),
  );
  checkPagePlaces(kit, [...productScreens(), ...extensionScreens(await extensionsNow())]);
  return { ...kit, resources: kit.resources.filter(isShown) };
}

/** Browsers keep its files for ever: its name follows all that they are made from, the packages and this file included. */
export function folderOf({
  resources,
  validationSchema,
  kindsOnDemand,
}: Pick<Kit, 'resources' | 'validationSchema' | 'kindsOnDemand'>): string {
  const made = ['package-lock.json', 'scripts/schema-plugin.ts', 'vite.config.ts']
    .filter(existsSync)
    .map((file) => readFileSync(file));
  const content = JSON.stringify(resources.map((one) => [one, validationSchema(one), kindsOnDemand(one)]));
  return `r-${made
    .reduce((hash, bytes) => hash.update(bytes), createHash('sha256').update(content))
    .digest('hex')
    .slice(0, 10)}`;
}

function manifest(kit: Kit, built: boolean): string {
  const { resources } = kit;
  const light = resources.map((one) => ({ ...shortOf(one), lacks: one.menu && lackedBy(one) }));
  const loader = built
    ? `(name, end) => import(/* @vite-ignore */ '/${folderOf(kit)}/' + name + end)`
    : `(name) => chunks[name]()`;
  const chunks = built
    ? ''
    : `const chunks = {${resources.map(({ name }) => `'${name}': () => import('${chunkPrefix}${name}')`).join(', ')}};\n`;
  // As a text: a browser reads hundreds of resources faster as JSON than as a program.
  return `${chunks}export const manifest = JSON.parse(${JSON.stringify(JSON.stringify(light))});
export const reportScreens = ${JSON.stringify(kit.reports.map(screenOf))};
const names = new Set(manifest.map((one) => one.name));
const load = ${loader};
const known = (name, end) => names.has(name) ? load(name, end) : Promise.reject(new Error('No page shows ' + name + '.'));
export const loadChunk = (name) => known(name, '.js');
export const loadFormParts = (name) => known(name, '.form.js');
`;
}

/** What menu and routes need of a report; its page loads the rest with `virtual:reports`. */
const screenOf = ({ name, report: { path, title, order, openRoute } }: Kit['reports'][number]) => ({
  path,
  title,
  access: { of: name, ...(openRoute ? { route: 'signed-in' } : {}) },
  menu: { group: 'Reports and Activity', entry: title, order },
});
const reportsOf = ({ reports }: Kit): string =>
  `export const reports = ${JSON.stringify(reports.map(({ report }) => report))};\n`;

const shortOf = ({ name, label, plural, menu, key, page }: AnyResource) => ({ name, label, plural, menu, key, page });

/** The calls that it does not have: no page is offered for those. */
function lackedBy(resource: AnyResource): string[] | undefined {
  const lacked = (['read', 'create', 'update', 'delete'] as const).filter((one) => wiresOf(resource, one).length === 0);
  return lacked.length ? lacked : undefined;
}

/**
 * Every subject of the browser's ability by the access that it declares: resources and calls by name, an action with a rule of its
 * own as 'leaves.decision'. Names of one access stand together, which is a third of the size. What is public is never asked.
 */
function rights({ resources, calls, narrowed }: Kit): string {
  const names = new Map<string, string[]>();
  const add = (access: Access, name: string): void => {
    const key = JSON.stringify(access);
    names.set(key, [...(names.get(key) ?? []), name]);
  };
  for (const resource of resources) {
    add(resource.access, resource.name);
    for (const [name, action] of Object.entries(resource.actions ?? {}))
      if (action.access) add(narrowed(resource.access, action.as, action.access), actionSubject(resource.name, name, action));
  }
  for (const { name, access } of calls) if (access !== 'public') add(access, name);
  return `export const rights = [${[...names].map(([access, of]) => `[${access}, ${JSON.stringify(of)}]`).join(',')}];\n`;
}

/** Validators of a schema and of its conditions, as the form library wants them: CommonJS, each under the library's name for its schema. */
export const validatorsCode = (schema: RJSFSchema): string =>
  compileSchemaValidatorsCode(schema, {
    AjvClass: Ajv2020,
    ajvOptionsOverrides: { verbose: false, multipleOfPrecision, code: { lines: false } },
  });

function objectOf(resource: AnyResource, { kindsOnDemand }: Pick<Kit, 'kindsOnDemand'>): string {
  const kinds = kindsOnDemand(resource);
  const named = kinds.length ? `export const kinds = ${JSON.stringify(kinds)};\n` : '';
  return `export const resource = ${JSON.stringify(resource)};\n${named}`;
}

/** A resource with what its form needs, in one module. */
export const resourceModule = (resource: AnyResource, kit: Pick<Kit, 'validationSchema' | 'kindsOnDemand'>): string =>
  `${objectOf(resource, kit)}${formModule(resource, kit)}export const form = { schema, validators, validate };\n`;

/** What a form needs. The library's code is CommonJS, and what it requires may stand under `default`, as it was bundled. */
function formModule(resource: AnyResource, { validationSchema }: Pick<Kit, 'validationSchema'>): string {
  const schema: RJSFSchema = JSON.parse(JSON.stringify(validationSchema(resource)));
  const code = validatorsCode(schema);
  const used = validatorParts.filter((part) => code.includes(`require("${part}")`));
  return [
    ...used.map((part, at) => `import * as part${at} from '${part}.js';`),
    `const parts = { ${used.map((part, at) => `'${part}': part${at}`).join(', ')} };`,
    `const part = (name) => (parts[name].default?.__esModule ? parts[name].default : parts[name]);`,
    `export const validators = {};`,
    `(function (exports, require) {${code}})(validators, part);`,
    `export const schema = ${JSON.stringify(schema)};`,
    `const whole = validators['${hashForSchema(schema)}'];`,
    `export const validate = (draft) => (whole(draft) ? [] : whole.errors);`,
    '',
  ].join('\n');
}
