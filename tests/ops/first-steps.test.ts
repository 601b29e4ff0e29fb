import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withClient } from '../../server/store/postgres';
import { endAll, gone, runBuilt, type Ran } from '../support/built-server';
import { serverUrl, isReachable } from '../support/postgres';

const folder = mkdtempSync(join(tmpdir(), 'steps-'));
const operate = (args: readonly string[], env: Record<string, string> = {}, input?: string): Promise<Ran> =>
  runBuilt('operate.js', args, { DATA_DIR: join(folder, 'data'), ...env }, input === undefined ? {} : { input });
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!(await isReachable()))('the first steps on PostgreSQL', () => {
  it('db:init creates all that a start with only the runtime login needs; setup creates a tenant whose administrator signs in', async () => {
    const name = `prospectus_test_${process.pid}_init`;
    const admin = new URL(serverUrl);
    admin.pathname = `/${name}`;
    try {
      const made = await operate(['db:init', '--admin', admin.href, '--login', name]);
      expect([made.lines.filter((line) => line.includes('WARN')), made.code]).toEqual([[], 0]);
      expect(made.told).toMatchObject({ name: 'db:init', failures: 0, inputs: { isNewDatabase: true, isNewLogin: true } });
      const setting = (key: string): string =>
        made.lines
          .find((line) => line.startsWith(`${key}=`))!
          .slice(key.length + 1)
          .split(' ')[0]!;
      const env = { DATABASE_URL: setting('DATABASE_URL'), SECRET_KEY: setting('SECRET_KEY') };
      const again = await operate(['db:init', '--admin', admin.href, '--login', name]);
      expect([again.code, again.told.inputs]).toEqual([0, expect.objectContaining({ isNewDatabase: false, isNewLogin: false })]);
      expect(again.lines.join('\n')).toContain('keeps its password');

      const tenant = [
        'setup',
        '--tenant',
        'Asha Classes',
        '--type',
        'coaching',
        '--admin-name',
        'Asha Rao',
        '--email',
        'Asha@classes.example',
      ];
      const weak = await operate(tenant, env, 'password123\n');
      expect([weak.code, weak.told.failures, weak.lines.join()]).toEqual([1, 1, expect.stringContaining('too common')]);
      const first = await operate(tenant, env, 'Mango&tree-2026\n');
      expect([first.code, first.lines.join('\n')]).toEqual([0, expect.stringContaining('Asha Classes is ready')]);
      const twice = await operate(tenant, env, 'Mango&tree-2026\n');
      expect([twice.code, twice.lines.join()]).toEqual([1, expect.stringContaining("A tenant 'Asha Classes' already exists")]);
      const taken = await operate(
        ['setup', '--tenant', 'Other', '--type', 'college', '--admin-name', 'A', '--email', 'asha@classes.example'],
        env,
        'Mango&tree-2026\n',
      );
      expect([taken.code, taken.lines.join()]).toEqual([1, expect.stringContaining('already belongs to another tenant')]);

      const server = await runBuilt(
        'main.js',
        [],
        { ...env, PORT: '0', DATA_DIR: join(folder, 'data') },
        { until: (line) => line.includes('is ready at') },
      );
      const address = /http:\S+/.exec(server.lines.at(-1)!)![0];
      const signedIn = await signIn(server, address, 'asha@classes.example', 'Mango&tree-2026');
      expect(signedIn).toMatchObject({ code: 200, result: { email: 'asha@classes.example', role: 1 } });
      const tables = await withClient(admin.href, (connection) => connection.script(`select count(*) as n from "leads"`));
      expect(tables).toEqual([{ n: 0 }]);
      server.child.kill('SIGTERM');
      await gone(server.child);
    } finally {
      endAll();
      await withClient(serverUrl, async (connection) => {
        await connection.script(`drop database if exists ${name} with (force)`);
        await connection.script(`drop role if exists ${name}`);
      });
    }
  });
});

it('a command reports errors in one sentence and one line of JSON, never with a stack trace', async () => {
  const wrong: readonly (readonly [string[], Record<string, string>, number, RegExp])[] = [
    [['setup', '--colour', 'red'], {}, 1, /^Unknown option '--colour'\. 'npm run setup -- --help' names the options\.$/],
    [['db:init'], {}, 1, /^Name the server: --admin postgres:/],
    [['move', '--to', 'mysql://x'], {}, 1, /^--to must be a URL that starts with postgres:/],
    [['demo', '--leads', 'many'], {}, 1, /^--leads must be a whole number from 1, not 'many'\.$/],
    [['verify', join(folder, 'nowhere')], {}, 78, /^There is no database in .*nowhere\. Set DATA_DIR\.$/],
    [['restore', '--from', join(folder, 'nothing')], {}, 1, /^There is no backup at /],
    [['backup'], { PORT: 'x' }, 78, /^PORT must be a whole number/],
    [
      ['verify'],
      { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none', SECRET_KEY: 'x'.repeat(40) },
      69,
      /^PostgreSQL at 127\.0\.0\.1:1\/none cannot be reached \(ECONNREFUSED\)\.$/,
    ],
    [['verify'], { DATABASE_URL: 'postgres://x', SECRET_KEY: 'short' }, 78, /^SECRET_KEY must have 32 characters or more\.$/],
  ];
  for (const [args, env, code, sentence] of wrong) {
    const ran = await operate(args, env);
    expect([args[0], ran.code, ran.lines.length, ran.told.failures]).toEqual([args[0], code, 2, 1]);
    expect(ran.lines.find((line) => !line.startsWith('{'))).toMatch(sentence);
  }
});

/** Signs in with password and code, as the sign-in page does; the sandbox prints the code. */
async function signIn(server: Ran, address: string, email: string, password: string): Promise<Record<string, unknown>> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status === 503) {
      await new Promise((go) => setTimeout(go, 2000)); // the server is busy: try again after a few seconds, as it says
      return post(path, body);
    }
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return (await answer.json()) as Record<string, unknown>;
  };
  await post('/healthz');
  expect(await post('/api/users/signin', { email, username: email, password })).toMatchObject({ code: 200 });
  expect(await post('/api/users/send-otp', { email })).toMatchObject({ code: 200 });
  const code = () => server.lines.map((line) => new RegExp(`to=${email} .*code=(\\d+)`).exec(line)?.[1]).findLast(Boolean);
  await expect.poll(code).toBeDefined();
  return post('/api/users/verify-otp', { email, otp: code() });
}
