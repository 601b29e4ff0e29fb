// To load antd, refine and React takes longer than most of these files, so those of a process share the packages that Node loads. Each
// still begins with an empty window, with modules of the product of its own and without the mocks of the file before.
import { afterAll, vi } from 'vitest';

/** What vitest itself empties between two files that share nothing. */
interface Mocker {
  reset(): void;
  readonly evaluatedModules: {
    readonly idToModuleMap: ReadonlyMap<string, object>;
    invalidateModule(module: object): void;
  };
}
const { __vitest_mocker__: mocker } = globalThis as unknown as { __vitest_mocker__: Mocker };
mocker.reset();
const { idToModuleMap } = mocker.evaluatedModules;
for (const [id, module] of idToModuleMap) if (id.startsWith('mock:')) mocker.evaluatedModules.invalidateModule(module);
vi.resetModules();
await globalThis.freshWindow();

await import('./wait-limit');
const { cleanup } = await import('@testing-library/react');
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
