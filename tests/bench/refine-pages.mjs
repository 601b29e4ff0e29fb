// npm run size:refine: the size of screens written with @refinedev/antd, measured with the pages of tests/fixtures/refine-pages.
// KB after brotli: what each page adds to the shell when opened, and what their presence adds to the lead list, which opens none
// of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const started = Date.now();
const dir = 'tests/.tmp/refine-pages';
const shell = ['index.html', 'src/app.tsx'];
const leadList = [...shell, 'src/custom/leads/leads-page.tsx', 'virtual:resource/leads'];
if (!existsSync('dist/client/.vite/manifest.json')) {
  console.log('size:refine not run: there is no build (npm run build)');
  process.exit(0);
}
execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'tests/support/refine-pages.config.ts']);

const manifestOf = (folder) => JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
const manifest = manifestOf(dir);
const shellFiles = filesOf(manifest, shell);
const pages = Object.keys(manifest).filter((key) => /^tests\/fixtures\/refine-pages\/(?!main)/.test(key));
for (const page of pages) {
  const more = [...filesOf(manifest, [page])].filter((file) => !shellFiles.has(file));
  console.log(`${kilobytes(dir, more)}  ${page}`);
}
const without = kilobytes('dist/client', filesOf(manifestOf('dist/client'), leadList));
console.log(`${without}  lead list, without such pages\n${kilobytes(dir, filesOf(manifest, leadList))}  lead list, with them`);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'size:refine', inputs: pages.length, failures: 0, seed: 0, seconds }));

/** The files of these modules and of all their static imports. */
function filesOf(built, keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(built[key].file)) continue;
    found.add(built[key].file);
    filesOf(built, built[key].imports ?? [], found);
  }
  return found;
}

function kilobytes(folder, files) {
  const bytes = [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(`${folder}/${file}`)).length, 0);
  return (bytes / 1024).toFixed(1).padStart(6);
}
