import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { isInside } from './extension-files.ts';
import { emptyFile, fileHashes, hashOf } from './file-hashes.mjs';

/** The content of the schema files, by hash, as the pages under `npm run dev` receive it (src/providers/screens/saved-schemas.ts). */
export interface SchemaVersions {
  readonly manifest: string;
  readonly resources: Readonly<Record<string, string>>;
  /** The mistake in the files, while there is one; the versions are those before it. */
  readonly error?: { readonly message: string; readonly stack: string };
}

/** How long a file may be away while an editor puts the new one in its place. */
const renameMs = 500;

/**
 * The schema files as they were read last under `npm run dev`, one reading at a time. A reading counts once the files still say what
 * was read, so that no save is lost to another: what was evaluated is compared with the disk at each event, and whenever a page asks.
 */
export class SavedSchemas<Kit> {
  readonly #server: ViteDevServer;
  readonly #readKit: () => Promise<Kit>;
  readonly #versionsOf: (kit: Kit) => Omit<SchemaVersions, 'error'>;
  readonly #files: () => Map<string, string>;
  readonly #extensions: readonly string[];
  /** file → hash of the text that was evaluated last */
  readonly #evaluated = new Map<string, string>();
  #names = '';
  #kit: Kit | undefined;
  #shown: Omit<SchemaVersions, 'error'> | undefined;
  #error: Error | undefined;
  #told = '';
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(
    server: ViteDevServer,
    readKit: () => Promise<Kit>,
    versionsOf: (kit: Kit) => Omit<SchemaVersions, 'error'>,
    extensions: readonly string[] = [],
  ) {
    this.#server = server;
    this.#readKit = readKit;
    this.#versionsOf = versionsOf;
    this.#extensions = extensions;
    const look = fileHashes([...['src/schemas', 'src/kinds'].map((one) => resolve(server.config.root, one)), ...extensions]);
    this.#files = () => new Map([...look()].filter(([, hash]) => hash !== emptyFile));
    const { hot } = server.environments.client;
    hot.on('schemas:ask', (_: unknown, page: { send(name: string, versions: unknown): void }) =>
      this.notice(() => {
        const versions = this.#versions();
        if (versions) page.send('schemas:are', versions);
      }),
    );
  }

  /** The last without a mistake, as the open pages have it. */
  async current(): Promise<Kit> {
    if (!this.#kit) await this.look();
    if (!this.#kit) throw this.#error!;
    return this.#kit;
  }

  /** The text of a schema file for its evaluation; undefined for any other module. */
  read(id: string): string | undefined {
    const file = resolve(id);
    if (!/[\\/]src[\\/](schemas|kinds)[\\/].*\.ts$/.test(file) && !(this.#isOwn(file) && file.endsWith('.ts'))) return undefined;
    const text = readFileSync(file);
    this.#evaluated.set(file, hashOf(text));
    return text.toString();
  }

  /** Reads what was saved; once it ends, the content of the files at the time of the call has been read and sent. */
  look(): Promise<void> {
    this.#again = true;
    return (this.#looking ??= this.#settle().finally(() => (this.#looking = undefined)));
  }

  /** Whether a saved file can change what the schema files say. */
  watches(file: string): boolean {
    return isInside(resolve(file), join(this.#server.config.root, 'src')) || this.#isOwn(resolve(file));
  }
  #isOwn(file: string): boolean {
    return this.#extensions.some((folder) => isInside(file, folder));
  }

  /** A look that nobody waits for: what fails is written out, and the next look tries again. */
  notice(then = (): void => {}): void {
    this.look()
      .then(then)
      .catch((error: unknown) => this.#server.config.logger.error(`The schema files could not be read: ${String(error)}`));
  }

  async #settle(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      while (await this.#isBehind()) await this.#readAnew();
      this.#tell();
    }
  }

  async #isBehind(): Promise<boolean> {
    if (!this.#kit && !this.#error) return true;
    if (this.#changed().gone) await pause(renameMs);
    const { files, gone, added } = this.#changed();
    return files.length > 0 || gone || added;
  }

  #changed(): { files: (readonly [string, string])[]; names: string; gone: boolean; added: boolean } {
    const now = this.#files();
    const files = [...now].filter(([file, hash]) => (this.#evaluated.get(file) ?? hash) !== hash);
    const known = new Set(this.#names.split('\n'));
    return {
      files,
      names: [...now.keys()].join('\n'),
      gone: this.#names !== '' && [...known].some((file) => !now.has(file)),
      added: [...now.keys()].some((file) => !known.has(file)),
    };
  }

  async #readAnew(): Promise<void> {
    const { ssr } = this.#server.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) return;
    const { files, names, gone, added } = this.#changed();
    this.#names = names;
    if (gone || added) ssr.moduleGraph.invalidateAll(); // the folder is read again
    for (const [file, hash] of files) {
      this.#evaluated.set(file, hash); // also of one that another's mistake keeps from being read: it will be, with that one's repair
      ssr.moduleGraph.onFileChange(file.replaceAll('\\', '/'));
    }
    if (this.#error) ssr.runner.clearCache(); // the modules around the mistake are half evaluated
    try {
      this.#kit = await this.#readKit();
      this.#shown = this.#versionsOf(this.#kit);
      this.#error = undefined;
    } catch (error) {
      this.#error = error as Error;
    }
  }

  #versions(): SchemaVersions | undefined {
    if (!this.#shown) return undefined;
    const { message, stack = '' } = this.#error ?? {};
    return { ...this.#shown, ...(message === undefined ? {} : { error: { message, stack } }) };
  }

  /** To every open page, when it is news; a page that loads now is given the same. */
  #tell(): void {
    const versions = this.#versions();
    const text = JSON.stringify(versions);
    if (!versions || text === this.#told) return;
    this.#told = text;
    const { moduleGraph, hot } = this.#server.environments.client;
    for (const module of moduleGraph.idToModuleMap.values())
      if (module.id?.startsWith('\0virtual:')) moduleGraph.invalidateModule(module);
    hot.send('schemas:are', versions);
  }
}
