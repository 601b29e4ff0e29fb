import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { leadHomeRoute, leadPageRoute } from '../src/schemas/kit/lead-page.ts';
import { nameOf, nodesBelow, nodesOf, propertyOf, textOf, valueOf } from './parsed-file.ts';

const rooms = fileURLToPath(new URL('../src/custom', import.meta.url));
const reports = fileURLToPath(new URL('../src/schemas/reports', import.meta.url));

/** Addresses that a screen writes by name. */
const named: Readonly<Record<string, string>> = { leadHomeRoute, leadPageRoute };

/**
 * Writes `.vite/pages.json`: the address of every screen and the modules that its page begins with, so that the server can name
 * their files in the page itself (ADR 7). Read from the screens' own declarations.
 */
export function pageFiles(): Plugin {
  return {
    name: 'prospectus-page-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pageModules()) });
    },
  };
}

/** By address pattern: `{ '/leads': ['src/custom/leads/leads-page.tsx', 'virtual:resource/leads'] }`. */
export function pageModules(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    readdirSync(rooms).flatMap((room) => {
      const files = readdirSync(`${rooms}/${room}`);
      if (!files.includes('screen.ts')) return [];
      const declared = nodesOf(`${rooms}/${room}/screen.ts`);
      return declared.flatMap((screen) => {
        const [path, load] = ['path', 'load'].map((name) => propertyOf(screen, name));
        if (!load) return [];
        const within = nodesBelow(valueOf(load, declared));
        const page = within.find(({ type }) => type === 'ImportExpression')?.['source'];
        const name = textOf(page)?.slice('./'.length);
        const file = files.find((one) => one === `${name}.tsx` || one === `${name}.ts`);
        const resource = textOf(propertyOf(screen, 'resource'));
        const modules = [`src/custom/${room}/${file}`, ...(resource ? [`virtual:resource/${resource}`] : [])];
        // the one screen without an address of its own is that of every report
        return (path ? [addressOf(path, room)] : reportPaths()).map((address) => [address, modules] as const);
      });
    }),
  );
}

/** The addresses that the files of the reports declare. */
function reportPaths(): string[] {
  return readdirSync(reports).flatMap((file) => {
    const path = nodesOf(`${reports}/${file}`)
      .map((node) => textOf(propertyOf(node, 'path')))
      .find((one) => one !== undefined);
    return path === undefined ? [] : [path];
  });
}

function addressOf(path: unknown, room: string): string {
  const name = nameOf(path);
  const address = textOf(path) ?? (typeof name === 'string' ? named[name] : undefined);
  if (address === undefined)
    throw new Error(`src/custom/${room}/screen.ts: the plugin of page files does not know '${String(name)}'`);
  return address;
}
