import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealAudit } from '../../server/store/audit/seal-audit';
import { withClient } from '../../server/store/postgres';
import { makeSecrets } from '../../server/store/secrets';
import { endAll, gone, runBuilt, type Ran } from '../support/built-server';
import { actor } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';
import { makeDataDir, secretKey, storedBytes } from './data-dir';

/** The commands that move data, as separate processes on real data directories. */
const folder = mkdtempSync(join(tmpdir(), 'move-'));
const dataDir = join(folder, 'data');
const operate = (args: readonly string[], env: Record<string, string> = {}, input?: string): Promise<Ran> =>
  runBuilt('operate.js', args, { DATA_DIR: dataDir, ...env }, input === undefined ? {} : { input });

beforeAll(async () => {
  await makeDataDir(dataDir, async (store) => {
    const secrets = makeSecrets(secretKey);
    await store.transaction(actor('t1'), async (tx) => {
      await tx.run(sql`insert into "tenant" ("tenant_id", "id", "name") values ('t1', 't1', 'Writers')`);
      await tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "tags", "custom", "date_of_birth", "next_followup_at")
        select 't1', 'lead' || n, 'O''Neil "\\' || n || E'\\n😀', '["a", {"b": 1.50}]', '{"x": null}', '2001-02-03', now() from generate_series(1, 1500) n`);
    });
    for (;;) if (!(await sealAudit(store, secrets, 't1')).more) break;
  });
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('backup and restore', () => {
  it('TRUST-R18 a backup taken while the server writes restores everything acknowledged before it, complete and sealed', async () => {
    const server = await runBuilt('child.js', [dataDir, 'write'], {}, { until: (line) => line === 'saved 20' });
    const saved = (): number => Number(server.lines.findLast((line) => line.startsWith('saved'))!.split(' ')[1]);
    {
      const before = saved();
      const made = await operate(['backup', '--to', join(folder, 'one')]);
      expect([made.code, made.lines.join('\n'), made.told.failures]).toEqual([0, expect.stringContaining('1 files'), 0]);
      const after = saved();
      // What follows reads the backup alone: a server that went on writing would only take its core, and its rows the time of all tests.
      server.child.kill('SIGKILL');
      await gone(server.child);
      const restored = await operate(['restore', '--from', join(folder, 'one'), '--to', join(folder, 'one-restored')]);
      expect(restored.lines.join('\n')).toContain(': restored ');
      expect(restored.code).toBe(0);
      const counted = await runBuilt('child.js', [join(folder, 'one-restored'), 'count'], {});
      const [, rows, audited] = counted.lines
        .find((line) => line.startsWith('count'))!
        .split(' ')
        .map(Number);
      expect(rows).toBeGreaterThanOrEqual(before);
      expect(rows).toBeLessThanOrEqual(after + 1);
      expect(audited).toBe(rows);
      const verified = await operate(['verify', join(folder, 'one-restored')]);
      expect(verified.lines.filter((line) => line.startsWith('MISS') || line.includes('BROKEN'))).toEqual([]);
      expect([verified.code, verified.told.inputs['checks']]).toEqual([0, 15]);
    }
    expect(readdirSync(join(dataDir, 'copies'))).toEqual([]);
    const stored = readdirSync(join(folder, 'one-restored/files'), { recursive: true, encoding: 'utf8' });
    const bytes = stored.map((name) => join(folder, 'one-restored/files', name)).find((path) => /[\w-]{32}$/.test(path))!;
    expect(readFileSync(bytes).equals(storedBytes)).toBe(true);
    expect(readFileSync(join(folder, 'one-restored/secret.key'), 'utf8')).toBe(secretKey);
  });

  it('TRUST-R18 a flipped byte or a target that is not empty is refused with the reason; nothing is left behind', async () => {
    const bytes = readFileSync(join(folder, 'one'));
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(join(folder, 'flipped'), bytes);
    const target = join(folder, 'nothing');
    const flipped = await operate(['restore', '--from', join(folder, 'flipped'), '--to', target]);
    expect([flipped.code, flipped.told.failures]).toEqual([1, 1]);
    expect(flipped.lines[0]).toMatch(/is damaged in block \d+, bytes \d+ to \d+\. Nothing was restored/);
    expect(readdirSync(target)).toEqual([]);
    const taken = await operate(['restore', '--from', join(folder, 'one'), '--to', dataDir]);
    expect([taken.code, taken.lines[0]]).toEqual([1, expect.stringContaining('is not empty')]);
    const other = await operate(['restore', '--from', join(folder, 'one'), '--to', target], { SECRET_KEY: 'x'.repeat(40) });
    expect([other.code, other.lines[0]]).toEqual([1, expect.stringContaining('made with another SECRET_KEY')]);
    expect(existsSync(join(target, 'database'))).toBe(false);
  });

  it('TRUST-R18 a passphrase opens a backup where there is no key', async () => {
    const kept = join(folder, 'kept');
    const short = await operate(['backup', '--passphrase', '--to', kept], {}, 'short\n');
    expect([short.code, short.lines.join()]).toEqual([1, expect.stringContaining('12 characters or more')]);
    expect((await operate(['backup', '--passphrase', '--to', kept], {}, 'correct horse battery\n')).code).toBe(0);
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };
    const wrong = await operate(['restore', '--from', kept], elsewhere, 'correct horse\n');
    expect(wrong.lines.join()).toContain('made with another passphrase');
    const right = await operate(['restore', '--from', kept], elsewhere, 'correct horse battery\n');
    expect(right.code).toBe(0);
    expect(readFileSync(join(folder, 'elsewhere/secret.key'), 'utf8')).toBe(secretKey);
  });
});

describe.skipIf(!(await isReachable()))('move', () => {
  it('carries every row to PostgreSQL, where the audit verifies and the product starts with the login it prints', async () => {
    const target = await emptyDatabase();
    const login = `${target.name}_login`;
    try {
      const moved = await operate(['move', '--to', target.owner.url, '--login', login]);
      expect([moved.lines.filter((line) => line.includes('BROKEN')), moved.code]).toEqual([[], 0]);
      expect(moved.lines.join('\n')).toMatch(/leads\s+1500 rows/);
      const url = moved.lines.find((line) => line.startsWith('DATABASE_URL='))!.slice('DATABASE_URL='.length);
      const again = await operate(['move', '--to', target.owner.url, '--login', login]);
      expect([again.code, again.lines[0]]).toEqual([78, expect.stringContaining('already has tables')]);

      const env = { DATABASE_URL: url, SECRET_KEY: secretKey, PORT: '0', DATA_DIR: dataDir };
      const server = await runBuilt('main.js', [], env, { until: (line) => line.includes('is ready at') });
      const address = /http:\S+/.exec(server.lines.at(-1)!)![0];
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      const backup = await operate(['backup', '--to', join(folder, 'of-postgres')], env);
      expect([backup.lines.join('\n'), backup.code]).toEqual([expect.stringContaining('1 files'), 0]);
      server.child.kill('SIGTERM');
      await gone(server.child);
      const verified = await operate(['verify'], { ...env, DATABASE_ADMIN_URL: target.owner.superuser });
      expect(verified.lines.filter((line) => line.startsWith('MISS') || line.includes('BROKEN'))).toEqual([]);
      expect(verified.code).toBe(0);
      const back = await operate(['restore', '--from', join(folder, 'of-postgres'), '--to', join(folder, 'back')], {
        SECRET_KEY: secretKey,
      });
      expect([back.lines.join('\n'), back.code]).toEqual([expect.stringContaining(': restored '), 0]);
    } finally {
      endAll();
      await target.drop();
      await withClient(target.owner.superuser.replace(`/${target.name}`, '/postgres'), (connection) =>
        connection.script(`drop role if exists ${login}`),
      );
    }
  });
});
