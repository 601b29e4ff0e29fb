import { mergeConfig } from 'vite';
import product from '../../vite.config.ts';

const rooms = "'./custom/*/screen.ts'";

/**
 * The browser part of the product with its own build settings, the pages of tests/fixtures/refine-pages as one more entry, and
 * the guide's screen and these pages among the product's own.
 */
export default mergeConfig(product, {
  logLevel: 'error',
  plugins: [
    {
      name: 'guide-screen',
      enforce: 'pre',
      transform(code: string, id: string) {
        if (!id.endsWith('/src/app-routes.tsx')) return undefined;
        if (!code.includes(rooms)) throw new Error(`src/app-routes.tsx collects the screens otherwise than by ${rooms}`);
        return code.replace(
          rooms,
          `[${rooms}, '../tests/fixtures/refine-pages/screen.ts', '../tests/fixtures/refine-pages/product/screen.ts']`,
        );
      },
    },
  ],
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
