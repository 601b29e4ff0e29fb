import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const rooms = fileURLToPath(new URL('../src/custom', import.meta.url));
const virtual = 'virtual:first-reads';

/**
 * `virtual:first-reads`: what each page reads first, by its address, from the `first-reads.ts` of the rooms. The values are written
 * into the module, because `src/early.ts` runs before any other script and imports none (ADR 7).
 */
export function firstReads(): Plugin {
  return {
    name: 'prospectus-first-reads',
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load: async (id) => (id === `\0${virtual}` ? `export const firstReads = ${JSON.stringify(await declared())};` : undefined),
  };
}

async function declared(): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = readdirSync(rooms).flatMap((room) => {
    const file = `${rooms}/${room}/first-reads.ts`;
    return existsSync(file) ? [file] : [];
  });
  const modules = await Promise.all(
    files.map((file) => runnerImport<{ readonly firstReads: Readonly<Record<string, readonly string[]>> }>(file)),
  );
  return Object.assign({}, ...modules.map(({ module }) => module.firstReads));
}
