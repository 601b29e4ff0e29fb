import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes .br and .gz next to every text asset of the browser build, so that the server compresses nothing. */
export function precompress(): Plugin {
  return {
    name: 'prospectus-precompress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      handler(options) {
        if (this.environment.name !== 'client' || !options.dir) return;
        for (const path of filesBelow(options.dir)) {
          if (!/\.(js|css|svg|json|webmanifest)$/.test(path)) continue;
          const bytes = readFileSync(path);
          if (bytes.length < 600) continue;
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}
