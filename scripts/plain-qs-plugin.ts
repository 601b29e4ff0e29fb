import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const plain = fileURLToPath(new URL('plain-qs.ts', import.meta.url));

/** refine's own addresses are read and written by plain-qs.ts, 11 KB less on the first page; who else imports `qs` gets the package. */
export function plainQs(): Plugin {
  return {
    name: 'prospectus-plain-qs',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === 'qs' && importer && /\/@refinedev\/(core|react-router)\//.test(importer) ? plain : undefined,
  };
}
