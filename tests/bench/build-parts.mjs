// npm run size:build [-- name …]: what each part of vite.config.ts saves. The browser half is built once without it; KB of script after
// brotli, and files, of the sign-in page and the lead list. `-- --first 9 name` also asks for the time of the first row, in turn with
// the whole build.
import { execFileSync } from 'node:child_process';
import { isClientBuilt, routeSizes } from './client-sizes.mjs';

const parts = [
  '@ucast/mongo2js',
  '../tooltip/UniqueProvider',
  './useScrollLocker',
  'component-imports',
  'plain-qs',
  'antd-styles',
  'compileAhead',
  'firstPageChunks',
  'libraryChunks',
  'dropped',
];
const started = Date.now();
const wanted = process.argv.slice(2);
if (!isClientBuilt()) {
  console.log('size:build not run: there is no build (npm run build)');
  process.exit(0);
}
const shown = ['login', 'lead list (/leads)', 'any form'];
const whole = sizes();
console.log(`${''.padEnd(28)}${shown.map((name) => name.padStart(30)).join('')}`);
line('all of it', whole);
for (const part of wanted.length > 0 ? wanted : parts) {
  const dir = `tests/.tmp/without/${part.replace(/\W+/g, '-')}/dist/client`;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'tests/support/without.config.ts'], {
    env: { ...process.env, WITHOUT: part, WITHOUT_DIR: dir },
  });
  line(`without ${part}`, sizes(dir));
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'size:build', inputs: wanted, failures: 0, seed: 0, seconds }));

function sizes(dir) {
  return routeSizes(dir).filter(({ name }) => shown.includes(name));
}

/** KB, what that is more than in the whole build, and how many scripts. */
function line(name, rows) {
  const said = rows.map(({ script, scripts }, at) => {
    const more = script.brotli - whole[at].script.brotli;
    return `${script.brotli.toFixed(1)} KB ${more >= 0 ? '+' : ''}${more.toFixed(1)}, ${scripts.length} files`.padStart(30);
  });
  console.log(`${name.padEnd(28)}${said.join('')}`);
}
