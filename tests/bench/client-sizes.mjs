// The files that the browser fetches before each page of the built product is usable, from Vite's manifest.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const built = 'dist/client';
const app = ['index.html', 'src/app.tsx'];
/** The entry modules of each page; their imports are added. A resource's own chunk belongs to its pages. */
const routes = {
  login: ['index.html'],
  'dashboard (/dashboard)': [...app, 'src/custom/dashboard/dashboard-page.tsx'],
  'lead list (/leads)': [...app, 'src/custom/leads/leads-page.tsx', 'virtual:resource/leads'],
  'lead page (lp/{id})': [...app, 'src/custom/lead-page/lead-page.tsx', 'virtual:resource/leads'],
  'call action, over any page': ['src/custom/call-action/call-action-modal.tsx'],
  'any list (/lead-sources)': [...app, 'src/resources/resource-routes.tsx', 'virtual:resource/lead-sources'],
  'any form': [
    ...app,
    'src/resources/resource-routes.tsx',
    'src/resources/form/resource-form.tsx',
    'virtual:resource/colleges',
    'virtual:resource-form/colleges',
  ],
};
/**
 * Bars in KB: HTML, CSS and JavaScript after gzip; JavaScript after brotli. The bar of the lead list is that of SPEED-F1, the
 * others are 1 to 2 % above the current sizes.
 */
export const bars = {
  login: { gzipAll: 84 },
  'dashboard (/dashboard)': { brotliScript: 248 },
  'lead list (/leads)': { brotliScript: 245 },
  'lead page (lp/{id})': { brotliScript: 265 },
  'call action, over any page': { brotliScript: 371 },
  'any list (/lead-sources)': { brotliScript: 252 },
  'any form': { brotliScript: 445 },
};
export const pictureBar = 20;

export const isClientBuilt = () => existsSync(`${built}/.vite/manifest.json`);

/** By route: the files, and KB of script and style in gzip and brotli; `html` is the page itself. */
export function routeSizes(dir = built) {
  const manifest = JSON.parse(readFileSync(`${dir}/.vite/manifest.json`, 'utf8'));
  return Object.entries(routes).map(([name, entries]) => {
    const scripts = new Set();
    const styles = new Set();
    const visit = (key) => {
      const chunk = manifest[key];
      if (!chunk) throw new Error(`the manifest has no '${key}': name the entry of this page in tests/bench/client-sizes.mjs`);
      if (scripts.has(chunk.file)) return;
      scripts.add(chunk.file);
      for (const style of chunk.css ?? []) styles.add(style);
      for (const next of chunk.imports ?? []) visit(next);
    };
    for (const entry of entries) visit(entry);
    const sum = (files, size) => [...files].reduce((total, file) => total + size(readFileSync(`${dir}/${file}`)), 0) / 1024;
    const html = gzip(readFileSync(`${dir}/index.html`)) / 1024;
    return {
      name,
      scripts: [...scripts],
      script: { gzip: sum(scripts, gzip), brotli: sum(scripts, brotli) },
      style: { gzip: sum(styles, gzip), brotli: sum(styles, brotli) },
      all: { gzip: html + sum(scripts, gzip) + sum(styles, gzip) },
    };
  });
}

/** Size in KB of every picture in the build. */
export function pictureSizes() {
  return readdirSync(`${built}/assets`)
    .filter((file) => /\.(png|jpe?g|webp|avif|gif|svg)$/.test(file))
    .map((file) => ({ file, size: readFileSync(`${built}/assets/${file}`).length / 1024 }));
}

/** KB after brotli of one built file. */
export const brotliOf = (file) => brotli(readFileSync(`${built}/${file}`)) / 1024;

const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
/** Compressed as the server sends it: at build time with the highest quality. */
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
