// npm run dev: pages from Vite with hot reload (schema files too), calls from a server that is built and started anew when its
// sources change. PORT is the pages' port (3000), the API listens on the next one.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
let child;
let next = Promise.resolve();

// The server's half alone, into a folder of its own: `npm start` finds its build untouched.
const watcher = await build({
  configFile: 'vite.config.ts',
  logLevel: 'warn',
  build: { ssr: true, watch: {} },
  environments: { ssr: { build: { outDir: 'dist/dev-server', watch: {} } } },
});
watcher.on('event', (event) => {
  if (event.code === 'END') next = next.then(restart);
  if (event.code === 'ERROR') console.error(event.error);
});

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

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await Promise.all([watcher.close(), vite.close(), stop()]);
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
