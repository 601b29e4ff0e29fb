// npm run size:build [-- name …]: what each part of vite.config.ts saves, and each own component that antd has too. The browser
// part is built without it, or with antd's in its place: KB of script after brotli, and files, of three pages. `-- --visits 15
// [name …]` also visits the lead list, alternating with the whole build: ms to the first row, and CPU time of all browser
// processes; `--slow` at 1.6 Mbit/s and 150 ms. (Sizes are always those of compressed files, so the effect of `precompress` shows
// only in the visits.)
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { isClientBuilt, routeSizes } from './client-sizes.mjs';
import { visitsInTurn } from './visits-in-turn.mjs';

const parts = [
  './useScrollLocker',
  'component-imports',
  'plain-qs',
  'page-files',
  'first-reads',
  'early',
  'precompress',
  'antd-styles',
  'compileAhead',
  'firstPageChunks',
  'libraryChunks',
  'dropped',
  'antd popover',
  'antd menu-button',
  'antd plain-toasts',
  'antd pager',
];
const started = Date.now();
const at = process.argv.indexOf('--visits');
const visits = at > 0 ? Number(process.argv[at + 1]) : 0;
const slow = process.argv.includes('--slow');
const wanted = process.argv.slice(2).filter((one, n) => one !== '--slow' && (at < 0 || (n + 2 !== at && n + 2 !== at + 1)));
if (!isClientBuilt()) {
  console.log('size:build not run: there is no build (npm run build)');
  process.exit(0);
}
const shown = ['login', 'lead list (/leads)', 'any form'];
const whole = sizes();
console.log(`${''.padEnd(28)}${shown.map((name) => name.padStart(30)).join('')}`);
line('all of it', whole);
for (const part of wanted.length > 0 ? wanted : parts) {
  const folder = `tests/.tmp/without/${part.replace(/\W+/g, '-')}`;
  const dir = `${folder}/dist/client`;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'tests/support/without.config.ts'], {
    env: { ...process.env, WITHOUT: part, WITHOUT_DIR: dir },
  });
  line(part.startsWith('antd ') ? part : `without ${part}`, sizes(dir));
  if (visits === 0) continue;
  for (const half of ['server', 'template'].filter((one) => existsSync(`dist/${one}`)))
    cpSync(`dist/${half}`, `${folder}/dist/${half}`, { recursive: true });
  const [own, less] = await visitsInTurn(['.', folder], visits, slow);
  const said = ({ row, cpu }) => `first row ${row.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms`;
  console.log(`${''.padEnd(28)}with it: ${said(own)}; without: ${said(less)}`);
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'size:build', inputs: { parts: wanted, visits }, failures: 0, seed: 0, seconds }));

function sizes(dir) {
  return routeSizes(dir).filter(({ name }) => shown.includes(name));
}

/** Prints the KB, the difference to the whole build, and the number of scripts. */
function line(name, rows) {
  const said = rows.map(({ script, scripts }, at) => {
    const more = script.brotli - whole[at].script.brotli;
    return `${script.brotli.toFixed(1)} KB ${more >= 0 ? '+' : ''}${more.toFixed(1)}, ${scripts.length} files`.padStart(30);
  });
  console.log(`${name.padEnd(28)}${said.join('')}`);
}
