import { fileURLToPath } from 'node:url';
import { parseSync, type Plugin } from 'vite';

/** What a group is asked with: a module and what it imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * `import { Button, Input } from 'antd'` as one import a component. Through the one file that exports them all, every page would
 * seem to need every component, and no chunk could be drawn around a page.
 */
export function componentImports(): Plugin {
  return {
    name: 'prospectus-component-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: `from 'antd'` },
      handler: (code, id) => oneByOne(code, id),
    },
  };
}

function oneByOne(code: string, id: string): string {
  const { staticImports } = parseSync(id, code).module;
  return staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === 'antd')
    .reduceRight((rest, { start, end, entries }) => {
      const names = entries.flatMap(({ isType, importName, localName }) =>
        isType || !importName.name ? [] : [`import ${localName.value} from 'antd/es/${kebab(importName.name)}/index.js';`],
      );
      return rest.slice(0, start) + names.join(' ') + rest.slice(end);
    }, code);
}
const kebab = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/**
 * The chunk a module belongs to: what the shell needs besides the sign-in pages, what lists need besides the shell, and what the
 * lead list needs besides those, each come as one file (ADR 7): a file costs the browser some milliseconds on three threads,
 * whatever is in it. The rest is left to the bundler.
 */
export function firstPageChunks(): {
  name(id: string, graph: ModuleGraph): string | null;
  priority: number;
  debugName: string;
}[] {
  let known: ReadonlyMap<string, string> | undefined;
  return ['sign-in', 'shell', 'list', 'leads'].map((layer, at) => ({
    name: (id, graph) => ((known ??= layersOf(graph)).get(id) === layer ? layer : null),
    debugName: layer,
    priority: 4 - at,
  }));
}

function layersOf(graph: ModuleGraph): ReadonlyMap<string, string> {
  const of = (file: string): ReadonlySet<string> => closure(own(file), graph);
  const leads = of('src/custom/leads/leads-page.tsx');
  const lists = of('src/resources/resource-routes.tsx');
  const without = (root: string): readonly string[] => [...of(root)].filter((id) => id !== own(root));
  const button = [...leads].filter((id) => id.endsWith('/antd/es/button/index.js')); // every page has one
  const layers: readonly (readonly [string, Iterable<string>])[] = [
    ['sign-in', without('src/main.tsx')],
    ['shell', [...without('src/app.tsx'), ...button.flatMap((id) => [...closure(id, graph)])]],
    ['list', [...leads].filter((id) => lists.has(id))],
    ['leads', without('src/custom/leads/leads-page.tsx')],
  ];
  const found = new Map<string, string>();
  for (const [name, ids] of layers) for (const id of ids) if (!found.has(id)) found.set(id, name);
  return found;
}

/**
 * Puts above every script the hint that lets Chromium compile all of its functions in the background while it loads, in place of each
 * at its first call on the way to the first row. It counts only at the very top, where Vite's list of further files comes in between
 * when the hint is added earlier. Other browsers read a comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'prospectus-compileAhead',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** A module with everything it imports at once, not on demand. */
function closure(id: string, graph: ModuleGraph, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) closure(next, graph, found);
  return found;
}
const own = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
