import { defineConfig } from 'vitest/config';
import { antdStyles } from './scripts/antd-styles-plugin.ts';
import { schemaChunks } from './scripts/schema-plugin.ts';

export default defineConfig({
  plugins: [antdStyles(), schemaChunks()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{architecture,schemas,ui,store,catalogue,server,jobs,leads,automation,attack,ops}/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    reporters: ['default', ['json', { outputFile: 'tests/.report/vitest.json' }]],
    maxWorkers: 2,
  },
});
