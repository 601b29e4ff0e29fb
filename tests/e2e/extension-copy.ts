import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followGuides } from '../support/followed-guides';

/** A copy of the product, and next to it the extension of the guides, both outside of this repository. */
export interface ExtensionCopy {
  readonly folder: string;
  readonly root: string;
  readonly extension: string;
  /** Writes the file of the extension with this text in place of that one. */
  readonly change: (file: string, from: string, to: string) => void;
  readonly remove: () => void;
}

export function extensionCopy(): ExtensionCopy {
  const folder = mkdtempSync(join(tmpdir(), 'prospectus-own-'));
  const { root, extension } = followGuides(folder);
  cpSync('dist/template', join(root, 'dist/template'), { recursive: true });
  writeFileSync(join(root, 'prospectus.config.ts'), "export default { extensions: ['../hostel'], language: 'hi' };\n");
  return {
    folder,
    root,
    extension,
    change(file, from, to) {
      const path = join(extension, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no '${from}'`);
      writeFileSync(path, text.replace(from, to));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
