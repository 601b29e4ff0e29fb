// npm run size:css: the size of antd's styles for the parts that the product's own style sheets draw on the first page. KB: the
// own sheet after gzip; antd's style functions as script after brotli, in addition to the button's; the text that these generate.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const parts = {
  'src/resources/list/list.css': ['table', 'pagination', 'card'],
  'src/ui/theme/ui.css': ['popover', 'dropdown', 'tag', 'avatar', 'skeleton', 'empty', 'result', 'badge'],
  'src/custom/shell/shell.css': ['layout', 'menu'],
  'src/ui/toasts/plain-toasts.css': ['notification'],
};
const started = Date.now();
const sheet = readFileSync('node_modules/antd/dist/antd.css', 'utf8');
const kb = (bytes) => (bytes / 1024).toFixed(1).padStart(8);
const gzip = (text) => gzipSync(text, { level: 9 }).length;

const base = await script([]);
console.log(`${'KB'.padEnd(34)}${['own', 'script', 'text'].map((name) => name.padStart(8)).join('')}`);
for (const [own, names] of [...Object.entries(parts), ['all of them', Object.values(parts).flat()]]) {
  const sheets = own in parts ? [own] : Object.keys(parts);
  const css = sheets.map((path) => readFileSync(path, 'utf8')).join('');
  const more = (await script(names)) - base;
  console.log(`${own.padEnd(34)}${kb(gzip(css))}${kb(more)}${kb(gzip(rulesOf(names)))}  ${names.join(', ')}`);
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'size:css', inputs: parts, failures: 0, seed: 0, seconds }));

/** Bytes after brotli of the style functions of these components and the button's. */
async function script(names) {
  const imports = ['button', ...names].map((name) => `import ${name} from 'antd/es/${name}/style/index.js';`);
  const code = `${imports.join('\n')}\nexport const used = [${['button', ...names]}];`;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:styles' ? id : undefined),
        load: (id) => (id === 'virtual:styles' ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'virtual:styles', preserveEntrySignatures: 'strict', external: /^react/ },
    },
  });
  return brotliCompressSync(built.output.map(({ code: text }) => text ?? '').join('')).length;
}

/** The rules of antd's whole sheet that are about these components. */
function rulesOf(names) {
  const about = new RegExp(`\\.ant-(${names.join('|')})(?![a-z])`);
  return sheet
    .split('}')
    .filter((rule) => about.test(rule.split('{')[0]))
    .join('}');
}
