// The same list written with react-admin as in its tutorial; F3 compares the product's first list with it. It is installed and
// built in its own folder, and served compressed from memory.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const packages = ['react-admin@5', 'ra-data-simple-rest@5', 'react@19', 'react-dom@19'];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Leads</title><div id="root"></div>
<script type="module" src="/main.js"></script>`;
const main = `import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, Datagrid, EmailField, List, Resource, SearchInput, TextField } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
const Leads = () =>
  h(List, { filters: [h(SearchInput, { source: 'q', alwaysOn: true })] },
    h(Datagrid, null, h(TextField, { source: 'name' }), h(TextField, { source: 'phone' }), h(EmailField, { source: 'email' }),
      h(TextField, { source: 'city' }), h(TextField, { source: 'stage' })));
createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider: simpleRestProvider('/api'), disableTelemetry: true }, h(Resource, { name: 'leads', list: Leads })));
`;

/** Undefined when no package registry answers. `row` selects the first row. */
export async function reactAdminPage(rows, port) {
  const root = mkdtempSync(join(tmpdir(), 'bench-react-admin-'));
  writeFileSync(join(root, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(root, 'index.html'), page);
  writeFileSync(join(root, 'main.js'), main);
  try {
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
    execFileSync('npm', install, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
  } catch {
    rmSync(root, { recursive: true, force: true });
    return undefined;
  }
  await build({ root, configFile: false, logLevel: 'error', build: { outDir: 'dist' } });
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/react-admin/package.json'), 'utf8'));
  const files = new Map(
    readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .map((path) => [path.slice(join(root, 'dist').length), brotliCompressSync(readFileSync(path))]),
  );
  rmSync(root, { recursive: true, force: true });

  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://local').pathname;
    if (path.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-range', `leads 0-${rows.length - 1}/${rows.length}`);
      return response.end(JSON.stringify(rows));
    }
    const name = path === '/' ? '/index.html' : path;
    const body = files.get(name);
    if (!body) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
    response.setHeader('content-encoding', 'br');
    response.end(body);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    version,
    url: `http://127.0.0.1:${port}/#/leads`,
    row: '.RaDatagrid-row td, tbody tr td',
    close: () => server.close(),
  };
}
