import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { resources } from '../../src/schemas/kit/all';
import { readConfig, type Config } from '../config';
import { sealKeyChange } from '../store/audit/seal-audit';
import { formerKeyFile, keyFile } from '../store/key-files';
import { sealAnew, sealedColumns, sealedValues, type SealedColumn } from '../store/sealed-values';
import { makeSecrets, type Secrets } from '../store/secrets';
import type { Actor, Store } from '../store/store';
import { Refused, type Command } from './command';
import { withDatabase } from './databases';
import { withStore } from './stores';
import { verifyTrail } from './verify-trail';

const atOnce = 200;

export const rotate: Command = {
  about: 'seals every secret again with a new SECRET_KEY; if interrupted, it continues where it stopped',
  options: {},
  async run() {
    const config = await withNewKey(readConfig());
    const secrets = makeSecrets(config.secretKey, config.secretKeyBefore);
    // A rotation signs for the links before it, so none may be broken.
    const broken = await withDatabase(config, (connection) => verifyTrail(connection, secrets));
    if (broken > 0)
      throw new Refused(
        'The audit trail is broken. Nothing was sealed again. Restore a backup, or find out what happened first.',
      );
    const done = await withStore({ ...config, demo: false }, (store) => sealAll(store, secrets));
    console.log(`${done.sealed} secrets sealed again, ${done.links} audit chains signed. Everyone must sign in again.`);
    if (done.apiKeys === 0 && !config.databaseUrl) await rm(formerKeyFile(config.dataDir), { force: true });
    else console.log(afterwards(config, done.apiKeys));
    return { inputs: done, failures: 0 };
  },
};

/** Embedded: the key of the data directory becomes the one before, unless a rotation that was cut off left one. */
async function withNewKey(config: Config): Promise<Config> {
  if (config.secretKeyBefore && config.secretKeyBefore !== config.secretKey) return config;
  const path = keyFile(config.dataDir);
  if (config.databaseUrl || !existsSync(path))
    throw new Refused(
      'Set SECRET_KEY to the new key and SECRET_KEY_BEFORE to the current one, restart the servers with both, then run it again.',
    );
  const secretKey = randomBytes(48).toString('base64url');
  await writeFile(`${path}.new`, secretKey, { mode: 0o600, flush: true });
  await copyFile(path, formerKeyFile(config.dataDir));
  await rename(`${path}.new`, path);
  return { ...config, secretKey, secretKeyBefore: config.secretKey };
}

async function sealAll(store: Store, secrets: Secrets) {
  const done = { sealed: 0, links: 0, apiKeys: 0 };
  for (const { tenant_id: tenantId } of await store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    for (const column of sealedColumns(resources)) done.sealed += await sealColumn(store, secrets, tenantId, column);
    if (await sealKeyChange(store, secrets, tenantId)) done.links++;
    const row = await store.transaction(
      by(tenantId),
      (tx) =>
        tx.one<{ n: number }>(
          sql`select count(*)::int as n from "api_key_hashes" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
        ),
      { readOnly: true },
    );
    done.apiKeys += row.n;
  }
  return done;
}

/** In short transactions: people continue working, and what is done stays done. */
async function sealColumn(store: Store, secrets: Secrets, tenantId: string, column: SealedColumn): Promise<number> {
  let sealed = 0;
  for (let after = ''; ;) {
    const step = await store.transaction(by(tenantId), async (tx) => {
      const values = await sealedValues(tx, tenantId, column, after, atOnce);
      return { last: values.at(-1)?.key, sealed: await sealAnew(tx, secrets, tenantId, column, values) };
    });
    sealed += step.sealed;
    if (step.sealed > 0) console.log(`${column.resource.name}: ${sealed} sealed again`);
    if (step.last === undefined) return sealed;
    after = step.last;
  }
}

const by = (tenantId: string): Actor => ({
  tenantId,
  userId: null,
  ip: '',
  agent: 'rotate',
  requestId: 'rotate',
  reason: 'key rotation',
});

function afterwards({ databaseUrl, dataDir }: Config, apiKeys: number): string {
  const former = databaseUrl ? 'SECRET_KEY_BEFORE' : formerKeyFile(dataDir);
  if (apiKeys === 0) return `${former} is no longer needed. Remove it.`;
  return `${apiKeys} API keys may depend on the previous key until each has been used once. Remove ${former} then, or right away if the key was stolen; unused API keys must then be created again.`;
}
