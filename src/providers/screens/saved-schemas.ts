import { version as ownManifest } from 'virtual:manifest';
import { loadedChunks, replaceChunk, type ResourceChunk } from './resource-chunk';

/** What the dev server says of the schema files (scripts/saved-schemas.ts). */
interface SchemaVersions {
  readonly manifest: string;
  readonly resources: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly stack: string };
}
type Hot = Pick<NonNullable<ImportMeta['hot']>, 'on' | 'send'>;

const askMs = 2_000;

/**
 * Under `npm run dev` an open page follows the schema files: told of a save it fetches each resource whose version is not its own,
 * until it has what the server says. It asks too, every two seconds, so that a message or a fetch that failed costs no save.
 */
export function followSavedSchemas(hot: Hot, fetchChunk: (name: string) => Promise<ResourceChunk> = fetchAnew): void {
  let now: SchemaVersions | undefined;
  let bringing = false;
  let reloadedFor = ownManifest;

  async function bring(): Promise<void> {
    if (bringing) return;
    bringing = true;
    for (let seen; now && seen !== now;) {
      seen = now;
      for (const [name, coming] of loadedChunks) {
        const own = await coming.catch(() => undefined);
        const wanted = seen.resources[name];
        if (!own || wanted === undefined || own.version === wanted) continue;
        const chunk = await fetchChunk(name).catch(() => undefined);
        if (chunk && chunk.version !== own.version) replaceChunk(name, chunk);
      }
    }
    bringing = false;
  }

  hot.on('schemas:are', (versions: SchemaVersions) => {
    now = versions;
    showMistake(versions.error);
    void bring();
    // another menu, or a new resource: the page reloads, once for each; a person with unsaved work may choose to stay
    if (versions.manifest === reloadedFor) return;
    reloadedFor = versions.manifest;
    location.reload();
  });
  const ask = (): void => hot.send('schemas:ask', {});
  setInterval(ask, askMs);
  ask();
}

/** An address of its own each time: a browser keeps what it imported, and what it failed to import. Vite's stamps have 13 digits. */
let stamp = Math.trunc(performance.timeOrigin);
const fetchAnew = (name: string): Promise<ResourceChunk> =>
  import(/* @vite-ignore */ `/@id/__x00__virtual:resource/${name}?t=${stamp++}`);

let shown: { readonly message: string; readonly overlay: HTMLElement } | undefined;
/** Vite's own overlay, which goes with the repair, even one that only puts back what stood there before. */
function showMistake(error: SchemaVersions['error']): void {
  if (error && shown?.message === error.message && shown.overlay.isConnected) return;
  shown?.overlay.remove();
  shown = undefined;
  const Shown = error && customElements.get('vite-error-overlay');
  if (!Shown) return;
  shown = { message: error.message, overlay: document.body.appendChild(new Shown(error)) };
}
