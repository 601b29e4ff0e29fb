import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The pages about extensions, in the order in which a reader follows them. */
export const pages = ['extend', 'own-fields', 'own-hooks', 'own-actions', 'own-calls', 'own-screens', 'own-pages', 'own-words'];
const product = [
  'src',
  'server',
  'scripts',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
export const guide = (page: string): string => readFileSync(`docs/guides/${page}.md`, 'utf8');

/** A copy of the product in `folder`/prospectus, and next to it in `folder`/hostel what these pages say, word for word. */
export function followGuides(folder: string): { readonly root: string; readonly extension: string } {
  const [root, extension] = [join(folder, 'prospectus'), join(folder, 'hostel')];
  mkdirSync(extension, { recursive: true });
  for (const one of product) cpSync(one, join(root, one), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const [, link = ''] = /`ln -s (\S+) node_modules`/.exec(guide('extend')) ?? [];
  symlinkSync(link, join(extension, 'node_modules'));
  for (const page of pages)
    for (const [, file = '', language, text = ''] of guide(page).matchAll(/`([\w./-]+)`:\n\n```(\w+)\n([\s\S]+?)```/g)) {
      const path = join(file === 'prospectus.config.ts' ? root : extension, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, language === 'diff' ? changed(readFileSync(path, 'utf8'), text) : text);
    }
  return { root, extension };
}

/** The file after a change: each '-' line goes, and '+' lines follow the line before them. Throws for a line that is not there. */
function changed(file: string, diff: string): string {
  const lines = file.split('\n');
  let at = 0;
  for (const line of diff.trimEnd().split('\n')) {
    const [sign, text] = [line[0], line.slice(1)];
    if (sign === '+') {
      lines.splice(at, 0, text);
      at += 1;
      continue;
    }
    at = lines.indexOf(text, at);
    if (at < 0) throw new Error(`no line '${text}'`);
    if (sign === '-') lines.splice(at, 1);
    else at += 1;
  }
  return lines.join('\n');
}
