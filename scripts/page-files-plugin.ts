import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { leadHomeRoute, leadPageRoute } from '../src/schemas/kit/lead-page.ts';

const rooms = fileURLToPath(new URL('../src/custom', import.meta.url));

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
      const text = readFileSync(`${rooms}/${room}/screen.ts`, 'utf8');
      return [...text.matchAll(/\bpath: (?:'([^']+)'|(\w+))([\s\S]*?)import\('\.\/([^']+)'\)/g)].map(
        ([, written, by, between, name]) => {
          const path = written ?? named[by!];
          if (path === undefined) throw new Error(`src/custom/${room}/screen.ts: the plugin of page files does not know '${by}'`);
          const file = files.find((one) => one === `${name}.tsx` || one === `${name}.ts`);
          const resources = [...between!.matchAll(/loadResource\('([^']+)'\)/g)].map(([, one]) => `virtual:resource/${one}`);
          return [path, [`src/custom/${room}/${file}`, ...resources]];
        },
      );
    }),
  );
}
