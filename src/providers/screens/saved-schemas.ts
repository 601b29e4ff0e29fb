import { version as ownManifest } from 'virtual:manifest';
import { loadedChunks, replaceChunk, type ResourceChunk } from './resource-chunk';

/** What the dev server reports about the schema files (scripts/saved-schemas.ts). */
interface SchemaVersions {
  readonly manifest: string;
  readonly resources: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly stack: string };
}
type Hot = Pick<NonNullable<ImportMeta['hot']>, 'on' | 'send'>;

const askMs = 2_000;

/**
 * Under `npm run dev` an open page follows the schema files: after a save it loads each resource whose version differs, until it
 * has the server's version. It also polls every two seconds, so that a lost message or a failed fetch misses no save.
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
    // the menu changed or a resource was added: the page reloads, once for each; a person with unsaved work can stay
    if (versions.manifest === reloadedFor) return;
    reloadedFor = versions.manifest;
    location.reload();
  });
  const ask = (): void => hot.send('schemas:ask', {});
  setInterval(ask, askMs);
  ask();
}

/** A new URL each time, because browsers cache modules, and failed imports too. Vite's timestamps have 13 digits. */
let stamp = Math.trunc(performance.timeOrigin);
const fetchAnew = (name: string): Promise<ResourceChunk> =>
  import(/* @vite-ignore */ `/@id/__x00__virtual:resource/${name}?t=${stamp++}`);

let shown: { readonly message: string; readonly overlay: HTMLElement } | undefined;
/** Vite's own overlay; it closes when the file is fixed, also if that restores the previous content. */
function showMistake(error: SchemaVersions['error']): void {
  if (error && shown?.message === error.message && shown.overlay.isConnected) return;
  shown?.overlay.remove();
  shown = undefined;
  const Shown = error && customElements.get('vite-error-overlay');
  if (!Shown) return;
  shown = { message: error.message, overlay: document.body.appendChild(new Shown(error)) };
}
