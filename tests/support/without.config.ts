import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type PluginOption, type UserConfig } from 'vite';
import product from '../../vite.config.ts';

/**
 * The browser part of the product, built without one part of vite.config.ts, or with antd's component in place of one of its own
 * ('antd pager'). `WITHOUT` has the name of the part, as build-parts.mjs lists them.
 */
const part = process.env['WITHOUT'] ?? '';

const isPart = (plugin: PluginOption): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === `prospectus-${part}`;

/** The modules of these plugins when nothing was computed or declared. */
const empty: Readonly<Record<string, string>> = {
  'antd-styles': 'export const styles = [];',
  'first-reads': 'export const firstReads = {};',
};
const emptyPart: Plugin = {
  name: 'empty-part',
  resolveId: (id) => (part in empty && id.startsWith(`virtual:${part}`) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0virtual:${part}`) ? empty[part] : undefined),
};

/** Replaces a part such as pager with tests/fixtures/antd-instead/pager.tsx wherever src/ imports it. */
const antdPart: Plugin = {
  name: 'antd-part',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.includes('/src/') && id.endsWith(`/${part.slice('antd '.length)}`)
      ? fileURLToPath(new URL(`../fixtures/antd-instead/${part.slice('antd '.length)}.tsx`, import.meta.url))
      : undefined,
};

const { resolve, environments, plugins = [] } = product;
const build = environments?.['client']?.build;
const options = build?.rolldownOptions;
const output = options?.output;
if (!output || Array.isArray(output) || typeof output.codeSplitting !== 'object') throw new Error('vite.config.ts has changed');
const { groups = [] } = output.codeSplitting;
const { treeshake, ...plainOptions } = options;

const without: UserConfig = {
  ...product,
  logLevel: 'error',
  plugins: [...(part.startsWith('antd ') ? [antdPart] : []), ...plugins.filter((plugin) => !isPart(plugin)), emptyPart],
  resolve: {
    ...resolve,
    alias: Array.isArray(resolve?.alias) ? resolve.alias.filter(({ find }: { find: unknown }) => find !== part) : [],
  },
  environments: {
    client: {
      build: {
        ...build,
        outDir: process.env['WITHOUT_DIR'] ?? 'tests/.tmp/without',
        emptyOutDir: true,
        rolldownOptions: {
          ...(part === 'dropped' ? plainOptions : { ...plainOptions, ...(treeshake === undefined ? {} : { treeshake }) }),
          ...(part === 'early' ? { input: { main: 'index.html' } } : {}),
          output: {
            ...output,
            codeSplitting: {
              groups: groups.filter((group) => !('debugName' in group ? part === 'firstPageChunks' : part === 'libraryChunks')),
            },
          },
        },
      },
    },
  },
};

export default defineConfig(without);
