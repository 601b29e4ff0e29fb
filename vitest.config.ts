import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { antdStyles } from './scripts/antd-styles-plugin.ts';
import { firstReads } from './scripts/first-reads-plugin.ts';
import { schemaChunks } from './scripts/schema-plugin.ts';
import { extraKinds } from './tests/support/extra-kinds.ts';

/** They end a test that would hang; none judges how fast a machine is, so tests have no limits of their own. */
const limits = {
  environment: 'node',
  // Most of what a test makes is gone at its end: with room for it, V8 looks through it less often. A tenth of the time of the pages.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
} as const;

/** Left to Node they find a second copy of the router. */
const oneRouter = ['@refinedev/react-router', 'react-router-dom'];

/** With resources of their own among the others: every module must be loaded with them, and none may stay so. */
const ownResources = ['tests/catalogue/{audit-renamed,links,dashboard,row-rules}.test.ts', 'tests/jobs/bulk-unique.test.ts'];

/** What the build works out, where there is no window. */
const withoutWindow = ['tests/ui/antd-styles.test.tsx', 'tests/ui/plain-qs.test.ts'];

/**
 * Four parts. What tests pages begins with a window and modules of its own, but the files of a process share the packages, since
 * to load those takes longer than most of these files. What reads the code, or starts the product as its owner does, has each file in a process of
 * its own. What tests the server keeps to databases and ports of its own; its files share the loaded modules too. What tests field
 * kinds finds those of tests/fixtures too, which the others must not.
 */
export default defineConfig({
  plugins: [antdStyles(), schemaChunks(), firstReads()],
  // Its CommonJS half brings a second copy of the router.
  resolve: { alias: { 'react-router-dom': packageFile('react-router-dom/dist/index.mjs') } },
  test: {
    projects: [
      {
        extends: true,
        // Left to Node, as their CommonJS halves are, they would keep the first page's document.
        resolve: {
          alias: {
            '@testing-library/dom': packageFile('@testing-library/dom/dist/@testing-library/dom.esm.js'),
            '@testing-library/react': packageFile('@testing-library/react/dist/@testing-library/react.esm.js'),
          },
        },
        test: {
          ...limits,
          name: 'pages',
          environment: './tests/ui/page-environment.ts',
          isolate: false,
          setupFiles: ['tests/ui/fresh-page.ts'],
          server: { deps: { inline: [...oneRouter, /@testing-library/] } },
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          exclude: withoutWindow,
        },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'code',
          server: { deps: { inline: oneRouter } },
          include: ['tests/{architecture,schemas,ops}/**/*.test.ts', ...withoutWindow, ...ownResources],
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
          env: { TEST_DATABASES: 'kept' },
          globalSetup: ['tests/support/drop-kept.ts'],
          include: ['tests/{store,catalogue,server,jobs,leads,measures,automation,campaigns,attack}/**/*.test.ts'],
          exclude: ownResources,
        },
      },
    ],
    reporters: ['default', ['json', { outputFile: 'tests/.report/vitest.json' }]],
    maxWorkers: 2,
  },
});

function packageFile(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}
