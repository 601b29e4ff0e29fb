// npm run dev: pages from Vite with hot reload (schema files too), calls from a server that is built and started anew when its
// sources change. PORT is the pages' port (3000), the API listens on the next one.
import { spawn } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
let child;
let next = Promise.resolve();

// The server's half alone, into a folder of its own: `npm start` finds its build untouched. It waits a moment after a save, so that
// the open pages have the processor first.
async function watchServer() {
  const watcher = await build({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    build: { ssr: true, watch: {} },
    environments: { ssr: { build: { outDir: 'dist/dev-server', watch: { buildDelay: 400 } } } },
  });
  watcher.on('event', (event) => {
    if (event.code === 'END') next = next.then(restart);
    if (event.code === 'ERROR') console.error(event.error);
  });
  return watcher;
}
let watching = watchServer();

const vite = await createServer({
  server: {
    host: '127.0.0.1', // as PUBLIC_URL below says
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/azsocket', '/healthz', '/readyz'].map((path) => [
        path,
        { target: `http://127.0.0.1:${apiPort}`, ws: path === '/azsocket' },
      ]),
    ),
  },
});
await vite.listen();
vite.printUrls();

// A build that watches follows the files it has read. Where a folder stands for all of its files, a new one is noticed here.
let anew;
vite.watcher.on('all', (event, file) => {
  if (!['add', 'unlink'].includes(event) || !/^(src|server)[\\/].*\.tsx?$/.test(relative('.', file))) return;
  clearTimeout(anew);
  anew = setTimeout(() => (watching = watching.then((watcher) => watcher.close()).then(watchServer)), 400);
});

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await Promise.all([watching.then((watcher) => watcher.close()), vite.close(), stop()]);
    process.exit(0);
  });

async function restart() {
  await stop();
  child = spawn(process.execPath, ['dist/dev-server/main.js'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: `http://127.0.0.1:${port}` },
  });
}

/** Waits until the database's directory is free again. */
function stop() {
  if (!child || child.exitCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return gone;
}
