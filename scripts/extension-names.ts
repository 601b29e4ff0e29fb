import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Faults, failAt, instead } from '../src/schemas/kit/schema-fault.ts';
import { filesOf } from './extension-files.ts';
import { root, shownPath, type Extensions } from './prospectus-config.ts';

/** Files that stand for one thing by their name: no two extensions have the same, and a kind none of the product's. */
export function checkNames(extensions: Extensions): Extensions {
  const faults = new Faults();
  const once = (what: string, files: readonly string[], nameOf: (file: string) => string): void => {
    const seen = new Map<string, string>();
    for (const file of files) {
      const first = seen.get(nameOf(file));
      if (first) faults.try(() => failAt(shownPath(file))('name', `${shownPath(first)} is ${what} of that name; keep one`));
      seen.set(nameOf(file), file);
    }
  };
  const all = (part: 'parts' | 'hooks' | 'kinds'): string[] => extensions.folders.flatMap((folder) => filesOf(folder, part));
  once('a file of parts', all('parts'), (file) => basename(file));
  once('a file of hooks', all('hooks'), (file) => basename(file));
  once('a kind', all('kinds'), (file) => basename(dirname(file)));
  for (const file of all('kinds')) {
    const name = basename(dirname(file));
    if ([name, `on-demand/${name}`].some((one) => existsSync(join(root, 'src/kinds', one, 'kind.ts'))))
      faults.try(() => failAt(shownPath(file))('name', `the product has a kind '${name}'; choose another name`));
  }
  const screens = extensions.folders.flatMap((folder) => filesOf(folder, 'screens'));
  const places = new Map<string, string>();
  for (const file of screens)
    for (const path of pathsOf(file)) {
      const first = places.get(path);
      if (first)
        faults.try(() =>
          failAt(shownPath(file))('path', `${shownPath(first)} has a screen at '${path}' too; choose another path`),
        );
      places.set(path, file);
    }
  faults.end();
  return extensions;
}

/** Paths of the screens that a file declares, read from its text: the build knows no more of it. */
const pathsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\bpath: *['"`](\/[^'"`]*)['"`]/g)].flatMap(([, path]) => path ?? []);

/** Hooks and parts are of the resource that their file is named after. */
export function checkResourceNames({ folders }: Extensions, names: readonly string[]): void {
  const faults = new Faults();
  for (const file of folders.flatMap((folder) => [...filesOf(folder, 'hooks'), ...filesOf(folder, 'parts')])) {
    const name = basename(file).replace(/\.tsx?$/, '');
    if (!names.includes(name))
      faults.try(() => failAt(shownPath(file))('name', `there is no resource '${name}'; ${instead(name, names)}`));
  }
  faults.end();
}
