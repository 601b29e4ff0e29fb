import { builtinEnvironments, type Environment } from 'vitest/runtime';

declare global {
  /** Puts an empty window in the place of the one there is. */
  var freshWindow: () => Promise<void>;
}

/**
 * A window of happy-dom for each file of a process. There is always one: what React or antd left to do of a page that is gone still
 * asks for it.
 */
const pageEnvironment: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global) {
    const { setup } = builtinEnvironments['happy-dom'];
    let page = await setup(global, {});
    global.freshWindow = async () => {
      await page.teardown(global);
      page = await setup(global, {});
    };
    return { teardown: () => page.teardown(global) };
  },
};
export default pageEnvironment;
