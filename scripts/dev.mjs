// npm run dev: pages from Vite with hot reload (schema files too), calls from a server that is built and restarted when its
// sources change. PORT is the pages' port (3000), the API listens on the next one.
import { spawn } from 'node:child_process';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';
import { fileHashes } from './file-hashes.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
let child;
let ended = false;
/** Ends the wait for the next save. */
let wake = () => undefined;

let extensions = [];

/** What the server writes while it runs: a first start changes thousands of files of its database, and none of a page. */
const written = [process.env.DATA_DIR ?? 'data', 'dist', 'tests/.tmp', 'tests/.report'].map((path) => resolve(path));
const isWritten = (path) => written.some((folder) => path === folder || path.startsWith(folder + sep));

const vite = await createServer({
  server: {
    host: '127.0.0.1', // as PUBLIC_URL below says
    port,
    strictPort: true,
    watch: { ignored: isWritten },
    warmup: { clientFiles: ['src/main.tsx', 'src/app.tsx'] }, // while the server is built
    proxy: Object.fromEntries(
      ['/api', '/azsocket', '/healthz', '/readyz'].map((path) => [
        path,
        { target: `http://127.0.0.1:${apiPort}`, ws: path === '/azsocket' },
      ]),
    ),
  },
});
extensions = vite.config.plugins.find(({ name }) => name === 'prospectus-extensions').api.folders;
void keepServer();
await vite.listen();
vite.printUrls();
vite.watcher.on('all', (_, file) => {
  if (/^(src|server)[\\/]/.test(relative('.', file)) || extensions.some((folder) => file.startsWith(folder))) wake();
});

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    ended = true;
    await Promise.all([vite.close(), stop()]);
    process.exit(0);
  });

/**
 * The server's half alone, into a folder of its own: `npm start` finds its build untouched. What was built is compared with what the
 * files say now, so a save during a build, or one that no event reported, is built next. One with a mistake waits for its repair.
 */
async function keepServer() {
  const look = fileHashes(['src', 'server', ...extensions]);
  const sources = () => JSON.stringify([...look()]);
  for (let built; !ended;) {
    const now = sources();
    if (now === built) {
      await nextSave();
      continue;
    }
    built = now;
    try {
      await build({
        configFile: 'vite.config.ts',
        logLevel: 'warn',
        build: { ssr: true },
        environments: { ssr: { build: { outDir: 'dist/dev-server' } } },
      });
      await restart();
    } catch (error) {
      console.error(error.message);
    }
  }
}

/** A moment after a save, so that the open pages have the processor first; without any news, every two seconds. */
async function nextSave() {
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, 2_000);
    wake = () => {
      clearTimeout(timer);
      setTimeout(resolve, 400);
    };
  });
}

async function restart() {
  await stop();
  if (ended) return;
  child = spawn(process.execPath, ['dist/dev-server/main.js'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: `http://127.0.0.1:${port}` },
  });
  void tellPages(child);
}

/** Once the server answers, the open pages read again: what it answers may have changed with the save. */
async function tellPages(started) {
  while (!ended && child === started && started.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/readyz`).catch(() => undefined);
    if (answer?.ok) return vite.environments.client.hot.send('server:ready', {});
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Waits until the database's directory is free again. */
function stop() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return gone;
}
