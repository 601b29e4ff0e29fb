import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { schemaChunks } from '../../scripts/schema-plugin';
import type { SchemaVersions } from '../../scripts/saved-schemas';

/** A dev server without file events: it notices saves only by comparing. */
let root: string;
let server: ViteDevServer;
let page: WebSocket;
const told: SchemaVersions[] = [];
const streams = (): string => join(root, 'src/schemas/settings/streams.ts');
let text: string;

beforeAll(async () => {
  mkdirSync('tests/.tmp', { recursive: true });
  root = mkdtempSync(resolve('tests/.tmp', 'saved-'));
  for (const one of ['src/schemas', 'src/kinds', 'tsconfig.json', 'package.json'])
    cpSync(one, join(root, one), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  text = readFileSync(streams(), 'utf8');
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [schemaChunks()],
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { host: '127.0.0.1', port: 0, watch: null },
  });
  await server.listen();
  const address = server.httpServer!.address() as { port: number };
  page = new WebSocket(`ws://127.0.0.1:${address.port}/?token=${server.config.webSocketToken}`, 'vite-hmr');
  page.on('message', (data: Buffer) => {
    const { event, data: body } = JSON.parse(data.toString()) as { event?: string; data?: SchemaVersions };
    if (event === 'schemas:are') told.push(body!);
  });
  await new Promise((done, failed) => page.once('open', done).once('error', failed));
});
afterAll(async () => {
  page?.close();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (): void => page.send(JSON.stringify({ type: 'custom', event: 'schemas:ask', data: {} }));
/** The server's answer to a question; the last message counts, since it also notifies every page of changes. */
async function answer(): Promise<SchemaVersions> {
  const before = told.length;
  ask();
  await expect.poll(() => told.length).toBeGreaterThan(before);
  return told.at(-1)!;
}
const titled = (title: string): string =>
  text.replace('status,', `motto: { type: 'string', title: '${title}', maxLength: 80 },\n      status,`);
const chunk = async (): Promise<string> => (await server.environments.client.transformRequest('virtual:resource/streams'))!.code;

it('TRUST-R26 a save without a file event is found when a page asks, however the file was written', async () => {
  const first = await answer();
  expect(first.resources['streams']).toMatch(/\S{20}/);
  expect((await answer()).resources).toEqual(first.resources);
  const ways: ((title: string) => void)[] = [
    (title) => writeFileSync(streams(), titled(title)),
    (title) => {
      writeFileSync(`${streams()}~`, titled(title));
      renameSync(`${streams()}~`, streams());
    },
    (title) => {
      writeFileSync(streams(), titled(title));
      utimesSync(streams(), 1_700_000_000, 1_700_000_000);
    },
  ];
  let last = first;
  for (let at = 0; at < 9; at++) {
    ways[at % ways.length]!(`Motto ${at}`); // of the same length as the one before
    const now = await answer();
    expect(now.resources['streams']).not.toBe(last.resources['streams']);
    expect({ ...now.resources, streams: '' }).toEqual({ ...first.resources, streams: '' });
    expect(now.manifest).toBe(first.manifest);
    const code = await chunk();
    expect(code).toContain(`Motto ${at}`);
    expect(code).toContain(now.resources['streams']);
    last = now;
  }
});

it('TRUST-R26 temporarily unreadable files do not stop the server: the error is logged, and the next question is answered', async () => {
  const before = await answer();
  const said: string[] = [];
  const { logger } = server.config;
  const plain = Object.getOwnPropertyDescriptor(logger, 'error')!;
  logger.error = (message) => void said.push(message);
  renameSync(join(root, 'src/kinds'), join(root, 'kinds'));
  ask();
  await expect.poll(() => said).toEqual([expect.stringContaining('The schema files could not be read: Error: ENOENT')]);
  renameSync(join(root, 'kinds'), join(root, 'src/kinds'));
  Object.defineProperty(logger, 'error', plain);
  expect((await answer()).resources).toEqual(before.resources);
});

it('TRUST-R26 with saves while an earlier one is being read, the last one wins', async () => {
  for (let at = 0; at < 15; at++) {
    writeFileSync(streams(), titled(`Early ${at}`));
    ask();
    await new Promise((done) => setTimeout(done, at * 7)); // from before the read starts until after it ends
    writeFileSync(streams(), titled(`Later ${at}`));
    // the first question's answer may come last
    await expect.poll(async () => (await answer(), chunk())).toContain(`Later ${at}`);
  }
});

it('TRUST-R26 a mistake is reported with the last good schemas, and disappears when repaired, even by restoring the same text', async () => {
  writeFileSync(streams(), titled('Before'));
  const before = await answer();
  const mistakes = [titled('Wrong').replace("columns: ['", "columns: ['nmae', '"), titled('Wrong').replace('{', '{{'), ''];
  for (const wrong of mistakes) {
    writeFileSync(streams(), wrong);
    const told = await answer();
    expect(told.error?.message).toMatch(/streams/);
    expect([told.manifest, told.resources]).toEqual([before.manifest, before.resources]);
    expect(await chunk()).toContain('Before'); // a page that loads now has something to show
    writeFileSync(streams(), titled('Before'));
    expect(await answer()).toEqual(before);
  }
});

it('a mistake in one file does not hide a save of another', async () => {
  const states = join(root, 'src/schemas/settings/states.ts');
  const other = readFileSync(states, 'utf8');
  const before = await answer();
  writeFileSync(streams(), titled('Wrong').replace('{', '{{'));
  writeFileSync(states, other.replace(/label: '\w+'/, "label: 'Province'"));
  expect((await answer()).error?.message).toMatch(/streams/);
  writeFileSync(streams(), titled('Right'));
  const now = await answer();
  expect(now.error).toBeUndefined();
  expect(now.resources['states']).not.toBe(before.resources['states']);
  writeFileSync(states, other);
  expect((await answer()).resources['states']).toBe(before.resources['states']);
});

it('TRUST-R26 a file saved while its importer is broken blocks nothing, and is read after the repair', async () => {
  const words = join(root, 'src/schemas/kit/only-of-streams.ts');
  const using = (name: string): string =>
    `import { motto } from '../kit/only-of-streams';\n${titled(name).replace(`title: '${name}'`, 'title: motto')}`;
  writeFileSync(words, "export const motto = 'First';\n");
  writeFileSync(streams(), using('Used'));
  const before = await answer();
  expect(before.error).toBeUndefined();
  writeFileSync(words, "export const motto = 'Second';\n");
  writeFileSync(streams(), using('Used').replace('{', '{{'));
  expect((await answer()).error?.message).toMatch(/streams/);
  writeFileSync(streams(), using('Used'));
  await expect.poll(async () => (await answer()).error).toBeUndefined();
  expect(await chunk()).toContain('Second');
  writeFileSync(streams(), text);
  rmSync(words);
  expect((await answer()).error).toBeUndefined();
});
