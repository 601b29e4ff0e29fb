import { newKey } from '../../providers/calls/new-key';
import { textIn } from '../../providers/drafts';
import { storedFiles } from '../../providers/stored-files';
import { recordIn } from '../../schemas/kit/is-record';
import type { Attachment } from '../../ui/leads/call-action/values';

/** A file chosen for a call's stage; its content is stored under the key. */
export interface KeptFile {
  readonly key: string;
  readonly name: string;
  readonly ext: string;
}
const known = new Map<string, Attachment>();
const keys = new WeakMap<Attachment, string>();
function know(key: string, file: Attachment): void {
  known.set(key, file);
  keys.set(file, key);
}

/** Stores what is not stored yet. */
export const keepFiles = (files: readonly Attachment[]): KeptFile[] =>
  files.map((file) => {
    let key = keys.get(file);
    if (key === undefined) {
      know((key = newKey()), file);
      void storedFiles.write(key, file.img);
    }
    return { key, name: file.name, ext: file.ext };
  });

/** Those whose contents this page has. */
export const filesOf = (kept: readonly KeptFile[]): Attachment[] => kept.flatMap(({ key }) => known.get(key) ?? []);
export const areLoaded = (kept: readonly KeptFile[]): boolean => kept.every(({ key }) => known.has(key));

/** Reads the contents after a reload; answers the files whose contents are there. */
export async function loadFiles(kept: readonly KeptFile[]): Promise<KeptFile[]> {
  await Promise.all(
    kept.map(async ({ key, name, ext }) => {
      const img = known.has(key) ? undefined : await storedFiles.read(key);
      if (img !== undefined) know(key, { img, ext, name });
    }),
  );
  return kept.filter(({ key }) => known.has(key));
}

export function dropFiles(kept: readonly KeptFile[]): void {
  for (const { key } of kept) {
    known.delete(key);
    void storedFiles.remove(key);
  }
}

/** What is stored of files in a draft. */
export const keptFilesIn = (stored: unknown): KeptFile[] =>
  (Array.isArray(stored) ? stored : []).map(recordIn).flatMap(({ key, name, ext }) => {
    const file = { key: textIn(key), name: textIn(name), ext: textIn(ext) };
    return file.key ? [file] : [];
  });
