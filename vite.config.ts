import react from '@vitejs/plugin-react';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { antdStyles } from './scripts/antd-styles-plugin.ts';
import { bundlePackages } from './scripts/bundle-packages-plugin.ts';
import { compileAhead, componentImports, firstPageChunks } from './scripts/first-page-chunks.ts';
import { firstReads } from './scripts/first-reads-plugin.ts';
import { pageFiles } from './scripts/page-files-plugin.ts';
import { plainQs } from './scripts/plain-qs-plugin.ts';
import { plainText } from './scripts/plain-text-plugin.ts';
import { precompress } from './scripts/precompress-plugin.ts';
import { schemaChunks } from './scripts/schema-plugin.ts';

/** Libraries that others import for functions nobody here calls: without effects of their own they fall out of the bundle. */
const dropped =
  /\/node_modules\/(@rc-component\/[^/]+|@refinedev\/antd|react-markdown|remark-gfm|papaparse|error-stack-parser|stackframe|pluralize)\//;
const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The time of each plugin does not help someone who starts the product for the first time. */
const quiet = { bundlerTimings: false };
const worker = 'server/store/embedded/worker.ts';

/** Pages that people open all day: the list of the files they need comes with the first page, so that all are fetched at once. */
const daily = /\/(dashboard|leads|lead|follow-ups)-page-|\/(resource-list|resource-form|list)-/;
/** Other pages name only their styles ahead; their code is found as it arrives. The lists would be 2 KB of every first page. */
function filesAhead(file: string, needs: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' || daily.test(file) ? needs : needs.filter((one) => one.endsWith('.css') || one === file);
}

/** One build for both halves: `vite build --app` makes dist/client and dist/server. */
export default defineConfig({
  appType: 'spa',
  plugins: [
    componentImports(),
    plainQs(),
    react(),
    schemaChunks(),
    antdStyles(),
    firstReads(),
    pageFiles(),
    compileAhead(),
    precompress(),
    bundlePackages(),
    plainText(),
  ],
  resolve: {
    alias: [
      { find: './useScrollLocker', replacement: own('scripts/plain-scroll-lock.ts') }, // @rc-component/portal's, for TRUST-S26
      { find: /^lodash-es\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' }, // refine's helpers, at half the size (ADR 31)
    ],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        modulePreload: { polyfill: false, resolveDependencies: filesAhead },
        assetsInlineLimit: 0,
        rolldownOptions: {
          checks: quiet,
          input: { main: 'index.html', early: 'src/early.ts', 'visit-script': 'src/visit-script.ts' },
          treeshake: { moduleSideEffects: (id) => !dropped.test(id) },
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
                {
                  name: 'query',
                  test: /node_modules\/(@tanstack|@refinedev\/(core|react-router)|react-router(-dom)?)\//,
                  priority: 9,
                },
                ...firstPageChunks(),
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: {
          checks: quiet,
          input: {
            main: 'server/main.ts',
            template: 'server/template.ts',
            operate: 'server/operate.ts',
            ...(existsSync(worker) ? { 'store-worker': worker } : {}),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {},
});
