import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Faults, failAt, instead } from '../src/schemas/kit/schema-fault.ts';
import { filesOf } from './extension-files.ts';
import { root, shownPath, type Extensions } from './prospectus-config.ts';
import { extensionScreens, productScreens } from './screen-places.ts';

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
  const places = new Map(productScreens().map(({ path, file }) => [path, file]));
  for (const { path, file } of extensionScreens(extensions)) {
    const first = places.get(path);
    if (first)
      faults.try(() => failAt(shownPath(file))('path', `${shownPath(first)} has a screen at '${path}' too; choose another path`));
    places.set(path, file);
  }
  faults.end();
  return extensions;
}

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
