import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig, type Config } from './config';
import { auditedTenants, verifyAudit, type AuditReport } from './store/audit/verify-audit';
import { CannotStart } from './store/cannot-start';
import type { Connection } from './store/connection';
import { lockDirectory } from './store/embedded/directory-lock';
import { startEngine } from './store/embedded/engine';
import { withClient } from './store/postgres';
import { makeSecrets } from './store/secrets';

/** `node dist/server/verify.js`, run by `npm run verify`: ends with 0 when every sealed audit row is as it was sealed, else with 1. */
try {
  const config = readConfig();
  const whole = await withDatabase(config, (connection) => verifyAll(connection, config));
  process.exit(whole ? 0 : 1);
} catch (error) {
  const foreseen = error instanceof ConfigError || error instanceof CannotStart;
  console.error(foreseen ? error.message : error);
  process.exit(error instanceof ConfigError ? 78 : error instanceof CannotStart ? error.exitCode : 70);
}

async function verifyAll(connection: Connection, config: Config): Promise<boolean> {
  const secrets = makeSecrets(config.secretKey);
  let whole = true;
  for (const tenantId of await auditedTenants(connection)) {
    const report = await verifyAudit(connection, secrets, tenantId);
    console.log(lineOf(report));
    whole &&= !report.broken;
  }
  console.log(whole ? 'The audit trail is whole.' : 'The audit trail is BROKEN.');
  return whole;
}

function lineOf({ tenantId, seals, rows, head, unsealed, oldestUnsealed, broken }: AuditReport): string {
  if (broken) return `${tenantId}: BROKEN at row ${broken.seq}: ${broken.what} (${rows} rows before it are whole)`;
  const tail = unsealed ? `${unsealed} not sealed yet, the oldest ${Math.round(oldestUnsealed)} s old` : 'none unsealed';
  return `${tenantId}: ${rows} rows whole under ${seals} seals, ${tail}, head ${head.slice(0, 16) || 'none'}`;
}

async function withDatabase<T>(config: Config, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return withClient(config.databaseAdminUrl ?? config.databaseUrl, work);
  const directory = join(config.dataDir, 'database');
  if (!existsSync(directory)) throw new CannotStart(`There is no database in ${config.dataDir}. Set DATA_DIR.`);
  const release = lockDirectory(config.dataDir);
  try {
    const engine = await startEngine(directory, undefined);
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  } finally {
    release();
  }
}
