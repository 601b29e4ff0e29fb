import type { Connection } from '../connection';
import { literal } from '../parameters';
import type { Secrets } from '../secrets';
import { entryLength, hashOfSeal, sealEntry, sealUse, seqOfEntry } from './seal-content';

export interface AuditReport {
  readonly tenantId: string;
  readonly seals: number;
  readonly rows: number;
  /** Hash of the last link: stored elsewhere, it proves later that the chain was not rebuilt. */
  readonly head: string;
  /** Rows after the last seal, and how many seconds ago the oldest of them was written. */
  readonly unsealed: number;
  readonly oldestUnsealed: number;
  /** The first that is not as it was sealed; undefined: all of it is. */
  readonly broken?: Broken;
}
export interface Broken {
  /** Number of the audit row, or of the first one that the broken seal stands for. */
  readonly seq: number;
  readonly what: string;
}
type Reader = Pick<Connection, 'script'>;
interface SealRow {
  readonly number: number;
  readonly last_seq: number;
  readonly entries: string;
  readonly hash: string;
  readonly signature: string;
}

/** Tenants with an audit, as far as the login may see them. */
export async function auditedTenants(connection: Reader): Promise<string[]> {
  const rows = await connection.script(`select "tenant_id" from tenant_ids() union
    select "tenant_id" from "counters" where "name" = 'audit_seals' order by 1`);
  return rows.map((row) => String(row['tenant_id']));
}

/** Compares the tenant's whole chain with its audit rows in one snapshot and stops at the first difference. */
export async function verifyAudit(connection: Reader, secrets: Secrets, tenantId: string): Promise<AuditReport> {
  const tenant = literal(tenantId);
  await connection.script('begin isolation level repeatable read read only');
  try {
    await connection.script(`select set_config('app.tenant', ${tenant}, true)`);
    return await readChain(connection, secrets, tenantId);
  } finally {
    await connection.script('rollback');
  }
}

async function readChain(connection: Reader, secrets: Secrets, tenantId: string): Promise<AuditReport> {
  const tenant = literal(tenantId);
  const last = { number: 0, seq: 0, hash: '', rows: 0 };
  const report = async (broken?: Broken): Promise<AuditReport> => {
    const [tail] =
      await connection.script(`select count(*) as n, coalesce(extract(epoch from now() - min("at")), 0)::float8 as seconds
      from "audit" where "tenant_id" = ${tenant} and "seq" > ${last.seq}`);
    const unsealed = { unsealed: Number(tail!['n']), oldestUnsealed: Number(tail!['seconds']) };
    return { tenantId, seals: last.number, rows: last.rows, head: last.hash, ...unsealed, ...(broken ? { broken } : {}) };
  };
  const [counter] = await connection.script(
    `select "last" from "counters" where "tenant_id" = ${tenant} and "name" = 'audit_seals'`,
  );
  const vouched = await vouchedUpTo(connection, tenant, secrets);
  for (;;) {
    const [seal] =
      await connection.script<SealRow>(`select "number", "last_seq", encode("entries", 'hex') as entries, "hash", "signature"
      from "audit_seals" where "tenant_id" = ${tenant} and "number" > ${last.number} order by "number" limit 1`);
    if (!seal) break;
    const broken =
      brokenSeal(tenantId, seal, last, seal.number < vouched ? undefined : secrets) ??
      (await brokenRow(connection, tenant, seal, last.seq));
    if (broken) return report(broken);
    last.number = seal.number;
    last.seq = seal.last_seq;
    last.hash = seal.hash;
    last.rows += seal.entries.length / entryLength;
  }
  const sealed = Number(counter?.['last'] ?? 0);
  if (sealed !== last.number)
    return report({
      seq: last.seq + 1,
      what: `${sealed} seals were made but only ${last.number} are there: the last ones are missing`,
    });
  return report();
}

/**
 * Links before this number may be signed with a former key: the newest empty link, made by a rotation and signed with a key that
 * is known, has their hashes in its own.
 */
async function vouchedUpTo(connection: Reader, tenant: string, secrets: Secrets): Promise<number> {
  const [link] = await connection.script(`select "number", "hash", "signature" from "audit_seals"
    where "tenant_id" = ${tenant} and octet_length("entries") = 0 order by "number" desc limit 1`);
  return link && isSigned(secrets, String(link['hash']), String(link['signature'])) ? Number(link['number']) : 0;
}

const isSigned = (secrets: Secrets, hash: string, signature: string): boolean => secrets.verifyLasting(sealUse, hash, signature);

/** `secrets` undefined: who signed it does not matter. */
function brokenSeal(
  tenantId: string,
  seal: SealRow,
  last: { readonly number: number; readonly seq: number; readonly hash: string },
  secrets: Secrets | undefined,
): Broken | undefined {
  const seq = last.seq + 1;
  const { number, last_seq: lastSeq, entries } = seal;
  if (number !== last.number + 1) return { seq, what: `seal ${last.number + 1} is missing` };
  if (hashOfSeal({ tenantId, number, lastSeq, entries }, last.hash) !== seal.hash)
    return { seq, what: `seal ${number} was changed` };
  if (secrets && !isSigned(secrets, seal.hash, seal.signature))
    return { seq, what: `seal ${number} was not signed with this SECRET_KEY` };
  return undefined;
}

/** Both lists ascend by number: the first place where they differ says what happened to which row. */
async function brokenRow(connection: Reader, tenant: string, seal: SealRow, after: number): Promise<Broken | undefined> {
  const [found] = await connection.script(`select string_agg(${sealEntry}, '' order by a."seq") as entries
    from "audit" a where a."tenant_id" = ${tenant} and a."seq" > ${after} and a."seq" <= ${seal.last_seq}`);
  const now = String(found?.['entries'] ?? '');
  if (now === seal.entries) return undefined;
  for (let at = 0; ; at += entryLength) {
    const was = seal.entries.slice(at, at + entryLength);
    const is = now.slice(at, at + entryLength);
    if (was === is && was !== '') continue;
    const wasSeq = was ? seqOfEntry(was) : Infinity;
    const isSeq = is ? seqOfEntry(is) : Infinity;
    if (wasSeq === isSeq) return { seq: wasSeq, what: 'the row was changed' };
    return wasSeq < isSeq
      ? { seq: wasSeq, what: 'the row is missing' }
      : { seq: isSeq, what: 'the row was added after the sealing' };
  }
}
