import { mergeConfig } from 'vite';
import product from '../../vite.config.ts';

/** The browser half of the product by its own settings, with the pages of tests/fixtures/refine-pages as one entry more. */
export default mergeConfig(product, {
  logLevel: 'error',
  environments: {
    client: {
      build: {
        outDir: 'tests/.tmp/refine-pages',
        emptyOutDir: true,
        rolldownOptions: { input: { 'refine-pages': 'tests/fixtures/refine-pages/main.tsx' } },
      },
    },
  },
});
