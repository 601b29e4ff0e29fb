// npm run size [-- --files]: the size of each page of the built product at first load, and its bars.
import { mkdirSync, writeFileSync } from 'node:fs';
import { bars, brotliOf, isClientBuilt, pictureBar, pictureSizes, routeSizes } from './client-sizes.mjs';

const started = Date.now();
if (!isClientBuilt()) {
  console.log('size not run: there is no build (npm run build)');
  process.exit(0);
}
const kb = (number) => number.toFixed(1).padStart(8);
let failures = 0;
const rows = routeSizes().map((route) => {
  const { name, script, style, all } = route;
  const bar = bars[name] ?? {};
  const miss = all.gzip > (bar.gzipAll ?? Infinity) || script.brotli > (bar.brotliScript ?? Infinity);
  if (miss) failures += 1;
  const said = bar.gzipAll
    ? `bar ${bar.gzipAll} KB gzip in all`
    : bar.brotliScript
      ? `bar ${bar.brotliScript} KB brotli script`
      : '';
  return {
    ...route,
    bar,
    miss,
    line: `${said ? (miss ? 'MISS' : 'ok  ') : '    '} ${name.padEnd(28)}${kb(script.gzip)}${kb(script.brotli)}${kb(style.gzip)}${kb(all.gzip)}  ${said}`,
  };
});
console.log(
  `     ${'KB'.padEnd(28)}${'js gzip'.padStart(8)}${'js br'.padStart(8)}${'css gz'.padStart(8)}${'all gz'.padStart(8)}`,
);
for (const { line, scripts } of rows) {
  console.log(line);
  if (process.argv.includes('--files'))
    for (const [file, size] of scripts
      .map((file) => [file, brotliOf(file)])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 14))
      console.log(`       ${kb(size)} ${file}`);
}
for (const { file, size } of pictureSizes().filter((one) => one.size > pictureBar)) {
  failures += 1;
  console.log(`MISS picture ${file} ${kb(size)} bar ${pictureBar} KB`);
}
mkdirSync('bench/results', { recursive: true });
const kept = rows.map(({ name, script, style, all, bar, miss }) => ({ name, script, style, all, bar, miss }));
writeFileSync('bench/results/size.json', `${JSON.stringify(kept, null, 2)}\n`);
console.log(JSON.stringify({ name: 'size', inputs: {}, failures, seed: 0, seconds: Math.round((Date.now() - started) / 1000) }));
process.exit(failures ? 1 : 0);
