import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceNamed } from '../../src/schemas/kit/all';
import { sealAudit } from '../../server/store/audit/seal-audit';
import { verifyAudit } from '../../server/store/audit/verify-audit';
import { pgliteConnection, pgliteOptions, sendTo } from '../../server/store/pglite';
import { placeOf } from '../../server/store/sealed-values';
import { makeSecrets } from '../../server/store/secrets';
import { endAll, gone, runBuilt } from '../support/built-server';
import { actor } from '../support/database';
import { makeDataDir, secretKey } from './data-dir';

const rows = 10_000;
const webhooks = resourceNamed('webhooks');
const folder = mkdtempSync(join(tmpdir(), 'rotate-'));
const dataDir = join(folder, 'data');
const former = makeSecrets(secretKey);
let tenantId = '';

beforeAll(async () => {
  const { tenants } = await makeDataDir(dataDir, async (store, { tenants: { northstar } }) => {
    const columns = ['tenant_id', 'id', 'name', 'url', 'events', 'secret'];
    const many = Array.from({ length: rows }, (_, n) => {
      const id = `hook${String(n).padStart(6, '0')}`;
      const sealed = former.seal(`secret of ${id}, long enough`, placeOf(northstar, webhooks, 'secret', id));
      // Half of the rows are sealed as in the first release, without the name of the key.
      return [northstar, id, id, 'https://hooks.example/in', '["leads.created"]', n % 2 ? sealed : `v1.${sealed.split('.')[2]}`];
    });
    await store.transaction(actor(northstar), (tx) => tx.insertMany('webhooks', columns, many));
    await store.transaction(actor(northstar), (tx) =>
      tx.run(sql`insert into "provider_settings" ("tenant_id", "id", "channel", "provider", "credentials")
        values (${northstar}, 'p1', 'whatsapp', 'meta', to_jsonb(${former.seal('{"key":"k"}', `${northstar}/provider-settings/credentials/p1`)}::text))`),
    );
    for (;;) if (!(await sealAudit(store, former, northstar)).more) break;
  });
  tenantId = tenants.northstar;
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

it('TRUST-S28 a rotation of 10,000 sealed rows resumes after being killed twice; afterwards the old key opens nothing', async () => {
  let killed = 0;
  for (const at of ['webhooks: 1000 sealed again', 'webhooks: 2000 sealed again']) {
    const ran = await runBuilt('operate.js', ['rotate'], { DATA_DIR: dataDir }, { until: (line) => line === at });
    expect(ran.code).toBeNull();
    ran.child.kill('SIGKILL');
    await gone(ran.child);
    killed++;
    expect(readFileSync(join(dataDir, 'secret.key.before'), 'utf8')).toBe(secretKey);
  }
  expect(killed).toBe(2);
  const ended = await runBuilt('operate.js', ['rotate'], { DATA_DIR: dataDir });
  expect([ended.code, ended.told.failures, ended.lines.join('\n')]).toEqual([
    0,
    0,
    expect.stringContaining('Everyone must sign in again'),
  ]);
  // Rows sealed by the two killed runs were not sealed again.
  expect(Number(ended.told.inputs['sealed'])).toBeLessThan(rows - 2000);
  expect(existsSync(join(dataDir, 'secret.key.before'))).toBe(false);

  const key = readFileSync(join(dataDir, 'secret.key'), 'utf8');
  expect(key).not.toBe(secretKey);
  const now = makeSecrets(key);
  const database = await PGlite.create(join(dataDir, 'database'), pgliteOptions);
  const connection = pgliteConnection(sendTo(database));
  const stored = await connection.script(`select "id", "secret" from "webhooks" order by "id"`);
  expect(stored).toHaveLength(rows);
  for (const { id, secret } of stored) {
    const place = placeOf(tenantId, webhooks, 'secret', id);
    expect(now.open(String(secret), place)).toBe(`secret of ${String(id)}, long enough`);
    expect(() => former.open(String(secret), place)).toThrow();
  }
  const [provider] = await connection.script(`select "credentials" as sealed from "provider_settings" where "id" = 'p1'`);
  expect(now.open(String(provider!.sealed), `${tenantId}/provider-settings/credentials/p1`)).toBe('{"key":"k"}');

  // The new key signs a link over the chain of the old key, and the chain still reveals changes.
  expect((await verifyAudit(connection, now, tenantId)).broken).toBeUndefined();
  expect((await verifyAudit(connection, former, tenantId)).broken?.what).toContain('not signed');
  const [row] = await connection.script(
    `select "seq" from "audit" where "tenant_id" = '${tenantId}' order by "seq" offset 7 limit 1`,
  );
  await connection.script(`update "audit" set "row_key" = 'other' where "seq" = ${Number(row!.seq)}`);
  expect((await verifyAudit(connection, now, tenantId)).broken).toMatchObject({ seq: row!.seq, what: 'the row was changed' });
  await database.close();
});
