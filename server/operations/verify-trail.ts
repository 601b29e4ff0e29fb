import { auditedTenants, verifyAudit, type AuditReport } from '../store/audit/verify-audit';
import type { Connection } from '../store/connection';
import type { Secrets } from '../store/secrets';

/** Checks every tenant's audit trail against its seals, prints a line for each, and returns how many are broken. */
export async function verifyTrail(connection: Connection, secrets: Secrets): Promise<number> {
  let broken = 0;
  for (const tenantId of await auditedTenants(connection)) {
    const report = await verifyAudit(connection, secrets, tenantId);
    console.log(lineOf(report));
    if (report.broken) broken++;
  }
  console.log(broken === 0 ? 'The audit trail is intact.' : 'The audit trail is BROKEN.');
  return broken;
}

function lineOf({ tenantId, seals, rows, head, unsealed, oldestUnsealed, broken }: AuditReport): string {
  if (broken) return `${tenantId}: BROKEN at row ${broken.seq}: ${broken.what} (${rows} rows before it are intact)`;
  const tail = unsealed ? `${unsealed} not sealed yet, the oldest ${Math.round(oldestUnsealed)} s old` : 'none unsealed';
  return `${tenantId}: ${rows} rows intact under ${seals} seals, ${tail}, head ${head.slice(0, 16) || 'none'}`;
}
