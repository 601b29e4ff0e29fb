import { mergeConfig, runnerImport, type Plugin } from 'vite';
import { resourceModule } from '../../scripts/schema-plugin.ts';
import product from '../../vite.config.ts';

type Fixture = typeof import('../fixtures/long-form/resource');
type Kit = typeof import('../../src/schemas/kit/draft-schema');
const id = 'virtual:long-form';

/** The chunk of tests/fixtures/long-form, compiled as the product's resources are. */
const longForm: Plugin = {
  name: 'long-form',
  resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
  async load(asked) {
    if (asked !== `\0${id}`) return undefined;
    const { module: fixture } = await runnerImport<Fixture>('./tests/fixtures/long-form/resource.ts');
    const { module: kit } = await runnerImport<Kit>('./src/schemas/kit/draft-schema.ts');
    return resourceModule(fixture.longForm, { ...kit, kindsOnDemand: () => [] });
  },
};

/** The browser part of the product with its own build settings and one more page: a form of 120 fields. */
export default mergeConfig(product, {
  logLevel: 'error',
  plugins: [longForm],
  environments: {
    client: {
      build: {
        outDir: 'tests/.tmp/long-form',
        emptyOutDir: true,
        rolldownOptions: { input: { 'long-form': 'tests/fixtures/long-form/index.html' } },
      },
    },
  },
});
