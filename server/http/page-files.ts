import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../src/schemas/kit/all';
import { isRecord } from '../../src/schemas/kit/is-record';

interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

export interface PageFiles {
  /** The script that asks for data before the code is there, as an address; undefined without one. */
  readonly early: string | undefined;
  /** The file behind /t.js. */
  readonly visitScript: string | undefined;
  /** Links to what the page at this path needs first, so that its files come together and not one after the other. */
  linksFor(path: string): string;
}

/** Read from the list the build wrote next to its files; a folder without one has no links. */
export function pageFilesOf(clientDir: string): PageFiles {
  const built = readBuilt(clientDir, 'manifest.json', isBuiltFile);
  const screens = readBuilt(clientDir, 'pages.json', isTexts);
  const shared = sharedFiles(built);
  const pages = [
    ...Object.entries(screens),
    ...resources.flatMap(({ menu, name }) =>
      menu ? [[`${menu.path.split('?')[0]}/*`, [listModule, `virtual:resource/${name}`]] as const] : [],
    ),
  ].map(([pattern, modules]) => ({ matches: matcher(pattern), modules }));
  const known = new Map<(typeof pages)[number] | undefined, string>();
  return {
    early: built['src/early.ts']?.file,
    visitScript: built['src/visit-script.ts']?.file,
    linksFor(path) {
      const page = pages.find(({ matches }) => matches.test(path));
      const before = known.get(page);
      if (before !== undefined) return before;
      const files = new Set([...shared, ...(page?.modules ?? []).flatMap((module) => [...closure(built, module)])]);
      const links = [...files].map(linkTo).join('');
      known.set(page, links);
      return links;
    },
  };
}

const listModule = 'src/resources/resource-routes.tsx';

/** The shell, and what every list shares with the lead list. */
function sharedFiles(built: Manifest): ReadonlySet<string> {
  if (!built['src/app.tsx']) return new Set();
  const [leads, list] = ['src/custom/leads/leads-page.tsx', listModule].map((module) => closure(built, module));
  return new Set([...closure(built, 'src/app.tsx'), ...[...leads!].filter((file) => list!.has(file))]);
}

/** A module's file, its styles, and those of everything it imports. */
function closure(built: Manifest, module: string, found = new Set<string>()): Set<string> {
  const one = built[module];
  if (!one || found.has(one.file)) return found;
  [one.file, ...(one.css ?? [])].forEach((file) => found.add(file));
  one.imports?.forEach((next) => closure(built, next, found));
  return found;
}

/** `/lp/:id/conversion` and `/config/teams/*` as the router takes them. */
const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/\*$/, '(/.*)?')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  );

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The entries of a file of the build; throws if the server does not know their format. */
function readBuilt<T>(clientDir: string, name: string, isEntry: (entry: unknown) => entry is T): Readonly<Record<string, T>> {
  const path = join(clientDir, '.vite', name);
  const entries: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  if (!isRecord(entries)) throw new Error(`${path} does not contain an object; build the client again`);
  return Object.fromEntries(
    Object.entries(entries).map(([key, entry]): [string, T] => {
      if (!isEntry(entry)) throw new Error(`${path}: '${key}' is not what this server reads; build the client again`);
      return [key, entry];
    }),
  );
}
const isBuiltFile = (entry: unknown): entry is BuiltFile =>
  isRecord(entry) && typeof entry['file'] === 'string' && [entry['imports'] ?? [], entry['css'] ?? []].every(isTexts);
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
