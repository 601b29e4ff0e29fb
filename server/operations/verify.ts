import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../src/schemas/kit/all';
import { readConfig, type Config } from '../config';
import { bytesOf } from '../outbound/stream-bytes';
import { filesFolder } from '../files/disk-files';
import { schemaFindings, tenantFindings, type Finding } from '../store/checks/invariants';
import { storedFiles } from '../store/checks/stored-files';
import type { Connection } from '../store/connection';
import { readSealed } from '../store/checks/sealed-columns';
import { makeSecrets } from '../store/secrets';
import type { Command } from './command';
import { withReadable } from './databases';
import { auditedTenants } from '../store/audit/verify-audit';
import { verifyTrail } from './verify-trail';

export const verify: Command = {
  about: 'checks the audit trail against its seals, and the rules that rows and stored files must meet',
  place: 'directory',
  options: {},
  async run(given) {
    const config = readConfig(undefined, { makeKey: false, dataDir: given.place });
    return withReadable(config, async (connection) => {
      const secrets = makeSecrets(config.secretKey, config.secretKeyBefore);
      const broken = await verifyTrail(connection, secrets);
      const findings = await allFindings(connection, config, secrets);
      for (const [what, wrong] of findings)
        console.log(`${wrong === 0 ? 'ok  ' : 'MISS'} ${what}${wrong === 0 ? '' : `: ${wrong} wrong`}`);
      const missed = [...findings.values()].filter((wrong) => wrong > 0).length;
      return {
        inputs: { database: config.databaseUrl ? 'postgres' : config.dataDir, checks: findings.size + 1 },
        failures: broken + missed,
      };
    });
  },
};

async function allFindings(
  connection: Connection,
  config: Config,
  secrets: ReturnType<typeof makeSecrets>,
): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>();
  const add = (findings: readonly Finding[]): void => {
    for (const { what, wrong } of findings) all.set(what, (all.get(what) ?? 0) + wrong);
  };
  add(await schemaFindings(connection, resources));
  for (const tenantId of await auditedTenants(connection)) {
    if (tenantId === '*') continue;
    add(await tenantFindings(connection, resources, tenantId));
    add([
      {
        what: 'every secret can be opened, and none is stored as plain text',
        wrong: await readSealed(connection, resources, secrets, tenantId),
      },
    ]);
    let lost = 0;
    for (const { key, sha256 } of await storedFiles(connection, tenantId))
      if ((await hashOf(join(filesFolder(config.dataDir), key))) !== sha256) lost++;
    add([{ what: 'every stored file is there and complete', wrong: lost }]);
  }
  return all;
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of bytesOf(createReadStream(path))) hash.update(piece);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
