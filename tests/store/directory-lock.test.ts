import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lockDirectory } from '../../server/store/embedded/directory-lock';
import { isRunning } from '../../server/store/embedded/process-identity';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'tests/.tmp', `lock-${process.pid}`);
const children: ChildProcess[] = [];
let dir: string;
const lock = (): string => join(dir, 'lock');

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: out,
      target: 'node20',
      rollupOptions: { input: { 'directory-lock': 'server/store/embedded/directory-lock.ts' } },
    },
  });
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'prospectus-lock-'));
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(out, { recursive: true, force: true });
});

/** Locks the directory when it receives a byte, prints 'held' or the refusal, and lives until it is killed. */
const contender = `
import { lockDirectory } from ${JSON.stringify(join(out, 'directory-lock.js'))};
process.stdin.once('data', () => {
  try { lockDirectory(process.argv[1]); console.log('held'); } catch (error) { console.log('refused ' + error.message); }
});
console.log('ready');
setInterval(() => {}, 1000);`;
function contend(): { child: ChildProcess; said: Promise<string>; ready: Promise<void> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  let ready = (): void => {};
  let say: (text: string) => void = () => {};
  child.stdout!.on('data', (data: Buffer) => {
    const text = String(data).trim();
    if (text === 'ready') ready();
    else say(text);
  });
  return { child, ready: new Promise((resolve) => (ready = resolve)), said: new Promise((resolve) => (say = resolve)) };
}

it('a dead process that has not been reaped holds no lock', async () => {
  // The shell's child ends while its parent, which never waits for it, keeps running.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(parent);
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  const stat = (): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  writeFileSync(lock(), JSON.stringify({ pid, started: stat()[19] }));
  await expect.poll(() => stat()[0]).toBe('Z');
  lockDirectory(dir)();
  expect(existsSync(lock())).toBe(false);
});

it('a reused process id, or the same id and start time of another boot, holds no lock; a living process does', () => {
  const release = lockDirectory(dir);
  const own = JSON.parse(readFileSync(lock(), 'utf8')) as { pid: number; started: string; boot?: string };
  expect(isRunning(own)).toBe(true);
  expect(() => lockDirectory(dir)).toThrow(`in use by another Prospectus (process ${process.pid})`);
  release();
  for (const other of [
    { ...own, started: '1' },
    { ...own, boot: 'another' },
    { pid: own.pid },
    { pid: 2 ** 22 + 1, started: '1' },
  ]) {
    writeFileSync(lock(), JSON.stringify(other));
    lockDirectory(dir)();
  }
  // the format of earlier versions
  writeFileSync(lock(), JSON.stringify({ pid: own.pid, started: own.started }));
  expect(() => lockDirectory(dir)).toThrow('in use');
});

it('of many processes that find the lock of a dead one exactly one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
    const all = Array.from({ length: 6 }, contend);
    await Promise.all(all.map((one) => one.ready));
    for (const { child } of all) child.stdin!.write('x');
    const said = await Promise.all(all.map((one) => one.said));
    expect(said.filter((text) => text === 'held')).toHaveLength(1);
    expect(said.filter((text) => text.includes('in use by another Prospectus'))).toHaveLength(5);
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ child }) => new Promise((resolve) => child.once('exit', resolve))));
    rmSync(lock(), { force: true });
  }
});
