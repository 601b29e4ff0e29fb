import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { extensions } from '../../scripts/extension-plugin';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the server, built as `npm run build` does; cached in tests/.tmp under the hash of its sources. */
export const builtServer = (): Promise<string> => (built ??= makeServer());
let built: Promise<string> | undefined;

async function makeServer(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['server', 'src/schemas', 'src/kinds'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).toSorted(byPath))
      if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
  hash.update(readFileSync(join(root, 'tests/support/store-child.ts')));
  const out = join(root, 'tests/.tmp', `server-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(out)) return out;
  const draft = `${out}.${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [extensions()],
    build: {
      ssr: true,
      outDir: draft,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          operate: 'server/operate.ts',
          child: 'tests/support/store-child.ts',
          'store-worker': 'server/store/embedded/worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  try {
    renameSync(draft, out);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another test file was quicker
  }
  return out;
}

export interface Ran {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Null while it is running. */
  readonly code: number | null;
  /** The line of JSON that a command ends with. */
  readonly told: { name: string; inputs: Record<string, unknown>; failures: number; seconds: number };
}

/**
 * Runs a built file to its end, or until a line satisfies `until` while it keeps running; throws if it ends without such a line.
 * `input` is its standard input.
 */
export async function runBuilt(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { until, input = '' }: { readonly until?: (line: string) => boolean; readonly input?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(await builtServer(), file), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'error', ...env },
  });
  started.add(child);
  child.stdin!.on('error', () => {});
  child.stdin!.end(input);
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const end = (code: number | null): void => {
      const last = lines.findLast((line) => line.startsWith('{"name"'));
      resolve({ child, lines, code, told: (last ? JSON.parse(last) : {}) as Ran['told'] });
    };
    for (const stream of [child.stdout!, child.stderr!]) {
      let rest = '';
      stream.on('data', (data: Buffer) => {
        const parts = (rest + String(data)).split('\n');
        rest = parts.pop()!;
        for (const line of parts) {
          lines.push(line);
          if (until?.(line)) end(null);
        }
      });
    }
    child.once('close', (code) => {
      if (until && !lines.some(until))
        reject(new Error(`${file} ended (${code}) without the line waited for:\n${lines.join('\n')}`));
      else end(code ?? -1);
    });
  });
}

const started = new Set<ChildProcess>();
/** Ends the processes that a test left running. */
export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
}
export const gone = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

const byPath = (a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number =>
  join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;
