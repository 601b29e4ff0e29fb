import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { antdStyles } from './scripts/antd-styles-plugin.ts';
import { firstReads } from './scripts/first-reads-plugin.ts';
import { schemaChunks } from './scripts/schema-plugin.ts';
import { extraKinds } from './tests/support/extra-kinds.ts';

/** They end a test that would hang; none judges how fast a machine is, so tests have no limits of their own. */
const limits = {
  environment: 'node',
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
} as const;

/**
 * Three parts. What tests the browser's code changes globals and has each file in a world of its own. What tests the server keeps to
 * databases and ports of its own; its files share the loaded modules, since loading the server took half of their time. What tests
 * field kinds finds those of tests/fixtures too, which the others must not.
 */
export default defineConfig({
  plugins: [antdStyles(), schemaChunks(), firstReads()],
  // Its CommonJS half brings a second copy of the router.
  resolve: {
    alias: { 'react-router-dom': fileURLToPath(new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url)) },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...limits,
          name: 'browser',
          setupFiles: ['tests/ui/wait-limit.ts'],
          server: { deps: { inline: ['@refinedev/react-router', 'react-router-dom'] } }, // left to Node they find a second copy of the router
          include: ['tests/{architecture,schemas,ui,ops}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        plugins: [extraKinds('tests/fixtures/kinds')],
        test: { ...limits, name: 'kinds', setupFiles: ['tests/ui/wait-limit.ts'], include: ['tests/kinds/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'server',
          isolate: false,
          include: ['tests/{store,catalogue,server,jobs,leads,measures,automation,campaigns,attack}/**/*.test.ts'],
        },
      },
    ],
    reporters: ['default', ['json', { outputFile: 'tests/.report/vitest.json' }]],
    maxWorkers: 2,
  },
});
