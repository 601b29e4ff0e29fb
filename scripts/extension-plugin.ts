import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { endBuild } from './end-build.ts';
import { filesOf, isInside, isPart, type Part } from './extension-files.ts';
import { checkNames } from './extension-names.ts';
import { configFile, readExtensions, root, shownPath, type Extensions } from './prospectus-config.ts';

const prefix = 'virtual:extensions/';
const own = 'prospectus/';
/** Read once: a changed file starts `npm run dev` again. */
let reading: Promise<Extensions> | undefined;
export const extensionsNow = (): Promise<Extensions> => (reading ??= readExtensions().then(checkNames));

/**
 * The files of the folders that prospectus.config.ts names, for server and browser alike: `virtual:extensions/hooks` exports them by
 * path. They import the product as 'prospectus/…', and packages as the product has them.
 */
export function extensions(): Plugin {
  const api: { folders: readonly string[] } = { folders: [] };
  return {
    name: 'prospectus-extensions',
    api,
    enforce: 'pre',
    async config(_, { command }) {
      const { folders } = await (command === 'build' ? extensionsNow().catch(endBuild) : extensionsNow());
      api.folders = folders;
      return folders.length ? { server: { fs: { allow: [root, ...folders] } } } : {};
    },
    configResolved(config) {
      if (existsSync(configFile)) config.configFileDependencies.push(configFile.replaceAll('\\', '/'));
    },
    async configureServer({ watcher }) {
      watcher.add([...(await extensionsNow()).folders]);
    },
    async buildStart() {
      const { folders } = await extensionsNow();
      if (this.environment.name === 'client' && this.environment.mode === 'build' && folders.length) keepList(folders);
    },
    async resolveId(id, importer) {
      if (id.startsWith(prefix)) return `\0${id}`;
      if (id.startsWith(own)) return this.resolve(join(root, id.slice(own.length)), importer, { skipSelf: true });
      if (!importer || !/^[@a-z]/i.test(id) || id.startsWith('virtual:')) return undefined;
      const { folders } = await extensionsNow();
      const isOutside = folders.some((folder) => isInside(resolve(importer), folder)) && !isInside(resolve(importer), root);
      return isOutside ? this.resolve(id, join(root, 'src/main.tsx'), { skipSelf: true }) : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      return moduleOf(id.slice(prefix.length + 1), await extensionsNow());
    },
  };
}

/** `npm start` compares these folders with what was built (scripts/start.mjs). */
function keepList(folders: readonly string[]): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/extensions.json'), JSON.stringify(folders));
}

/** What the browser loads with a page is a function by name; the rest is imported at once, by path. */
function moduleOf(part: string, all: Extensions): string {
  if (part === 'parts') return later(namedFiles(all, 'parts').map(([file, name]) => [name, file]));
  if (part === 'kind-parts') return later(kindParts(all));
  if (!isPart(part)) throw new Error(`there is no part '${part}' of an extension`);
  const files = all.folders
    .flatMap((folder) => filesOf(folder, part))
    .filter((file) => part !== 'translations' || basename(file, '.ts') === all.language);
  const imports = files.map((file, at) => `import * as file${at} from ${JSON.stringify(file)};`);
  const entries = files.map((file, at) => `${JSON.stringify(shownPath(file))}: file${at}`);
  return `${imports.join('\n')}\nexport const files = { ${entries.join(', ')} };\n`;
}

const later = (files: readonly (readonly [name: string, file: string])[]): string =>
  `export const files = { ${files.map(([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`).join(', ')} };\n`;

const namedFiles = ({ folders }: Extensions, part: Part): (readonly [file: string, name: string])[] =>
  folders.flatMap((folder) => filesOf(folder, part)).map((file) => [file, basename(file).replace(/\.tsx?$/, '')] as const);

/** 'meal-plan/widget.tsx': each file of a kind's folder. */
const kindParts = ({ folders }: Extensions): (readonly [string, string])[] =>
  folders
    .flatMap((folder) => filesOf(folder, 'kinds'))
    .flatMap((file) =>
      ['kind.ts', 'browser.tsx', 'widget.tsx', 'filter.tsx']
        .map((name) => join(dirname(file), name))
        .filter(existsSync)
        .map((one) => [`${basename(dirname(one))}/${basename(one)}`, one] as const),
    );
