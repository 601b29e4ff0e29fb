import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

interface File {
  readonly path: string;
  /** Undefined for a folder. */
  readonly bytes?: Uint8Array;
}

/** The files of a closed database, their paths as from its directory; a folder comes before what it holds. */
export function filesIn(directory: string, folder = directory): File[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): File[] => {
    const at = join(folder, entry.name);
    const path = `/${relative(directory, at)}`;
    return entry.isDirectory() ? [{ path }, ...filesIn(directory, at)] : [{ path, bytes: new Uint8Array(readFileSync(at)) }];
  });
}

/** What is needed of a file of PGlite's memory file system. */
interface Node {
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: StreamCalls;
  readonly node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node };
}
interface StreamCalls {
  write(stream: { stream_ops: StreamCalls; node: Node }, ...rest: unknown[]): number;
}

/**
 * A memory file system filled with a database. All databases of a process share the bytes that were read: a file is copied when it
 * is first written to. Those of the databases `template0` and `template1`, which nothing opens, are left out.
 */
export class FilledMemory extends MemoryFS {
  readonly #files: readonly File[];

  constructor(files: readonly File[]) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module;
    const folders = new Map<string, Node>();
    for (const { path, bytes } of [{ path: '', bytes: undefined }, ...this.#files]) {
      if (!bytes) {
        FS.mkdirTree(folder + path);
        folders.set(path, FS.lookupPath(folder + path, {}).node as unknown as Node);
      } else if (!isOfTemplates.test(path)) {
        const end = path.lastIndexOf('/');
        const parent = folders.get(path.slice(0, end))!;
        shareBytes(parent.node_ops.mknod(parent, path.slice(end + 1), 0o100600, 0), bytes);
      }
    }
  }
}
/** The folder in which PGlite expects its database. */
const folder = '/pglite/data';
const isOfTemplates = /^\/base\/[14]\/(?!PG_VERSION)/;

function shareBytes(file: Node, bytes: Uint8Array): void {
  file.contents = bytes;
  file.usedBytes = bytes.length;
  const own = file.stream_ops;
  file.stream_ops = {
    ...own,
    write(stream, ...rest) {
      if (file.contents === bytes) file.contents = bytes.slice();
      file.stream_ops = stream.stream_ops = own;
      return own.write(stream, ...rest);
    },
  };
}
