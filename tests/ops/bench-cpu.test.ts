import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error plain JavaScript without types
import { cpuOfPostgres } from '../bench/processes.mjs';

const cpuOf = cpuOfPostgres as (database: string) => number;

it('the CPU of a database includes its ended connections, and not the connections of another database', async () => {
  mkdirSync('tests/.tmp', { recursive: true });
  const folder = mkdtempSync(resolve('tests/.tmp', 'cpu-'));
  const program = join(folder, 'postgres'); // a process of that name, with the title of a connection
  symlinkSync(process.execPath, program);
  const database = `bench_${process.pid}`;
  const connection = (to: string) => spawn(program, ['-e', 'for (;;);', `login ${to} 127.0.0.1(4567) idle`], { stdio: 'ignore' });
  const own = connection(database);
  const other = connection(`${database}_other`);
  const gone = new Promise((done) => own.once('exit', done));
  try {
    await expect.poll(() => cpuOf(database)).toBeGreaterThan(0.2);
    const before = cpuOf(database);
    own.kill('SIGKILL');
    await gone;
    expect(cpuOf(database)).toBeGreaterThanOrEqual(before);
    const after = cpuOf(database);
    await expect.poll(() => cpuOf(`${database}_other`)).toBeGreaterThan(0.2);
    expect(cpuOf(database)).toBe(after);
  } finally {
    own.kill('SIGKILL');
    other.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
