import { MemoryFS } from '@electric-sql/pglite';

interface File {
  readonly path: string;
  /** Undefined for a folder. */
  readonly bytes?: Uint8Array;
}

/** The files of a dump as PGlite writes it; their bytes are views of the array, never a Buffer, whose slices are no copies. */
export function filesOfTar(tar: Uint8Array): File[] {
  const text = (at: number, length: number): string => {
    const field = tar.subarray(at, at + length);
    const end = field.indexOf(0);
    return Buffer.from(end < 0 ? field : field.subarray(0, end)).toString();
  };
  const files: File[] = [];
  for (let at = 0; tar[at];) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const path = text(at + 345, 155) + text(at, 100);
    const bytes = new Uint8Array(tar.buffer, tar.byteOffset + at + 512, size);
    files.push(text(at + 156, 1) === '5' ? { path } : { path, bytes });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/**
 * A memory file system filled with a database. PGlite's own `loadDataDir` copies and reads the whole dump three times for each
 * database, which was more than half the time of a test's database.
 */
export class FilledMemory extends MemoryFS {
  readonly #files: readonly File[];

  constructor(files: readonly File[]) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module;
    for (const { path, bytes } of this.#files)
      if (bytes) FS.writeFile(folder + path, bytes);
      else FS.mkdirTree(folder + path);
  }
}
/** The folder in which PGlite expects its database. */
const folder = '/pglite/data';
