import type { Page } from '@playwright/test';
import { runnerImport, type InlineConfig, type Plugin } from 'vite';
import { schemaChunks } from '../../scripts/schema-plugin';

/** The declarations are read outside of a browser: what their modules look like is of no use there. */
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

/** Goes to an address as a link would, within the document, and waits until the page shows what it has; false: it never did. */
export async function goWithin(page: Page, address: string): Promise<boolean> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  return settled(page);
}

/** A heading, and nothing that is still on its way. */
export async function settled(page: Page): Promise<boolean> {
  const isWhole = (): boolean =>
    document.querySelector('main h1, main [role=alert], [role=dialog]') !== null &&
    document.querySelector('main :is([aria-busy=true], .p-loader, .p-bone)') === null;
  const done = await page.waitForFunction(isWhole, undefined, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  // An animation may be paused, or begin anew for ever: it is not waited for longer than any of ours takes.
  await page.evaluate(() => {
    const ended = Promise.allSettled(document.getAnimations().map((one) => one.finished));
    return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  return done;
}
