import type { Page } from '@playwright/test';
import { runnerImport, type InlineConfig, type Plugin } from 'vite';
import { schemaChunks } from '../../scripts/schema-plugin';

/** The declarations are read outside of a browser, where style sheets cannot be imported. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

/** Every page of the product, from the declarations that the routes come from. */
export async function everyAddress(): Promise<readonly string[]> {
  const inline: InlineConfig = { configFile: false, logLevel: 'error', plugins: [schemaChunks(), noStyles] };
  const { module } = await runnerImport<typeof import('../support/addresses')>('./tests/support/addresses.ts', inline);
  return module.addresses;
}

/** Goes to an address within the document, as a link would, and waits until the page has loaded; false if it never did. */
export async function goWithin(page: Page, address: string): Promise<boolean> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  return settled(page);
}

/** Waits for a heading, and until nothing is loading. */
export async function settled(page: Page): Promise<boolean> {
  const isWhole = (): boolean =>
    document.querySelector('main h1, main [role=alert], [role=dialog]') !== null &&
    document.querySelector('main :is([aria-busy=true], .p-loader, .p-bone)') === null;
  const done = await page.waitForFunction(isWhole, undefined).then(
    () => true,
    () => false,
  );
  // An animation may be paused or endless: wait no longer than our longest animation takes.
  await page.evaluate(() => {
    const ended = Promise.allSettled(document.getAnimations().map((one) => one.finished));
    return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  return done;
}
