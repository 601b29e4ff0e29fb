import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { isRunnableDevEnvironment, runnerImport, type Plugin, type ResolvedConfig } from 'vite';
import type { AnyResource } from '../src/schemas/kit/resource';

type Kit = typeof import('../src/schemas/kit/all') & typeof import('../src/schemas/kit/validation-schema');
const manifestId = 'virtual:manifest';
const chunkPrefix = 'virtual:resource/';
/** What compiled validators import: the dev server prepares it at its start, or the first chunk with one would load the page anew. */
const validatorParts = ['ajv/dist/runtime/equal.js', 'ajv/dist/runtime/ucs2length.js', 'ajv-formats/dist/formats.js'];

/**
 * Brings the schema files to the browser: `virtual:manifest` with what menu and routes need of every resource, and one chunk a
 * resource with its object and its precompiled validator (a strict content-security policy forbids compiling there). Chunks are
 * loaded by address, so the first bundle holds no map of them.
 */
export function schemaChunks(): Plugin {
  let config: ResolvedConfig | undefined;
  let kit: Promise<Kit> | undefined;
  let importer: Importer = async (path) => (await runnerImport<object>(path)).module;
  let shown: Kit | undefined; // the last without a mistake, as the open pages have it
  const load = (): Promise<Kit> => (kit ??= readKit(importer).then((now) => (shown = now)));

  return {
    name: 'prospectus-schemas',
    config: () => ({ optimizeDeps: { include: validatorParts } }),
    configResolved(resolved) {
      config = resolved;
    },
    /** The dev server keeps what it has read: after a save only the saved file, and what imports it, is read again. */
    configureServer({ environments: { ssr } }) {
      if (ssr && isRunnableDevEnvironment(ssr)) importer = (path) => ssr.runner.import<object>(path);
    },
    async buildStart() {
      if (config?.command !== 'build' || this.environment.name !== 'client') return;
      const { resources } = await load();
      const folder = folderOf(resources);
      for (const { name } of resources)
        this.emitFile({ type: 'chunk', id: chunkPrefix + name, fileName: `${folder}/${name}.js`, preserveSignature: 'strict' });
    },
    resolveId(id) {
      const bare = id.replace(/^\//, '');
      if (bare === manifestId || bare.startsWith(chunkPrefix)) return `\0${bare}`;
      return undefined;
    },
    async load(id) {
      if (!id.startsWith('\0virtual:')) return undefined;
      const all = await load();
      if (id === `\0${manifestId}`) return manifest(all, config?.command === 'build');
      if (!id.startsWith(`\0${chunkPrefix}`)) return undefined;
      const name = id.slice(chunkPrefix.length + 1);
      const resource = all.resources.find((one) => one.name === name);
      if (!resource) throw new Error(`no resource '${name}'`);
      return chunk(resource, all) + (config?.command === 'serve' ? follow(name) : '');
    },
    /** A saved schema file: each resource that reads otherwise now is sent to the open pages, and they stay as they are. */
    async hotUpdate({ file, modules, type, server }) {
      if (!file.includes('/src/schemas/')) return undefined;
      if (this.environment.name !== 'client') return []; // load() below has read it; nothing else runs there
      if (type !== 'update') server.environments.ssr.moduleGraph.invalidateAll(); // the folder is read anew
      const before = shown;
      kit = undefined;
      try {
        const now = await load();
        const graph = this.environment.moduleGraph;
        const changed = [...graph.idToModuleMap.values()].filter(
          ({ id }) => id?.startsWith('\0virtual:') && (!before || textOf(id, before) !== textOf(id, now)),
        );
        for (const module of changed) graph.invalidateModule(module);
        return [...modules, ...changed];
      } catch (error) {
        const { message, stack = '' } = error as Error;
        this.environment.hot.send({ type: 'error', err: { message, stack } });
        return [];
      }
    },
  };
}

/** What a virtual module says of the schemas; a manifest that changed (another menu, a new resource) loads the pages anew. */
const textOf = (id: string, kit: Kit): string =>
  id === `\0${manifestId}`
    ? manifest(kit, false)
    : JSON.stringify(kit.resources.find(({ name }) => id === `\0${chunkPrefix}${name}`));

/** Under `npm run dev` a saved resource comes to src/providers/resource-chunk.ts by this event. */
const follow = (name: string): string =>
  `\nif (import.meta.hot) import.meta.hot.accept((next) => next && dispatchEvent(new CustomEvent('schema-saved', { detail: { name: '${name}', chunk: next } })));\n`;

/** Tables that no screen asks for stay on the server. */
const isShown = (resource: AnyResource): boolean => resource.access !== 'nobody';

type Importer = (path: string) => Promise<object>;

async function readKit(read: Importer): Promise<Kit> {
  const [all, validation] = await Promise.all(['all', 'validation-schema'].map((one) => read(`./src/schemas/kit/${one}.ts`)));
  const kit = { ...all, ...validation } as Kit;
  return { ...kit, resources: kit.resources.filter(isShown) };
}

const folderOf = (resources: readonly AnyResource[]): string =>
  `r-${createHash('sha256').update(JSON.stringify(resources)).digest('hex').slice(0, 10)}`;

function manifest({ resources }: Kit, built: boolean): string {
  const light = resources
    .filter((one) => one.menu)
    .map(({ name, label, plural, menu, access, key }) => ({
      name,
      label,
      ...(plural ? { plural } : {}),
      menu,
      access,
      ...(key ? { key } : {}),
    }));
  const loader = built
    ? `(name) => import(/* @vite-ignore */ '/${folderOf(resources)}/' + name + '.js')`
    : `(name) => chunks[name]()`;
  const chunks = built
    ? ''
    : `const chunks = {${resources.map(({ name }) => `'${name}': () => import('${chunkPrefix}${name}')`).join(', ')}};\n`;
  return `${chunks}export const manifest = ${JSON.stringify(light)};\nexport const loadChunk = ${loader};\n`;
}

function chunk(resource: AnyResource, { validationSchema }: Kit): string {
  const schema = validationSchema(resource);
  const ajv = new Ajv2020({ allErrors: true, strict: false, code: { source: true, esm: true } });
  addFormats.default(ajv);
  const code = standalone(ajv, ajv.compile(schema as object));
  // The generated code requires ajv's run time as CommonJS. Imported, a module may stand under `default` once or twice,
  // depending on who bundles it: `member` finds it in either, or a minLength rule would fail at run time.
  const imports: string[] = [];
  const body = code
    .replace('"use strict";', '')
    .replace(/require\("([^"]+)"\)\.(\w+)/g, (_match: string, from: string, name: string) => {
      imports.push(`import * as required${imports.length} from '${from}.js';`);
      return `member(required${imports.length - 1}, '${name}')`;
    })
    .replace(/export const validate = (\w+);/, 'const compiled = $1;')
    .replace(/export default \w+;/, '');
  const member = imports.length
    ? `function member(module, name) { const inner = module.default ?? module; return name === 'default' ? (inner.default ?? inner) : (module[name] ?? inner[name]); }`
    : '';
  return `${imports.join('\n')}\n${member}\n${body}\nexport const resource = ${JSON.stringify(resource)};\nexport const schema = ${JSON.stringify(schema)};\nexport function validate(draft) { return compiled(draft) ? [] : compiled.errors; }\n`;
}
