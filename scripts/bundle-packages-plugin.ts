import type { Plugin } from 'vite';

/**
 * Puts the server's packages into its own files: a start reads a dozen files instead of nine hundred (ADR 15). Watching builds
 * leave them out, since they are made again at every save.
 */
export function bundlePackages(): Plugin {
  return {
    name: 'prospectus-bundle-packages',
    configEnvironment(name, { build }) {
      if (name !== 'ssr' || build?.watch) return null;
      return { resolve: { noExternal: true, external: [...besideTheirFiles] } };
    },
  };
}

/** Packages that read files of their own: native code, WebAssembly, a thread's script. */
const besideTheirFiles = [
  '@node-rs/argon2',
  '@electric-sql/pglite',
  '@electric-sql/pglite/contrib/btree_gin',
  '@electric-sql/pglite/contrib/pg_trgm',
  'pino',
];
