import sql, { raw } from 'sql-template-tag';
import type { Secrets } from '../secrets';
import type { Actor, Store, Tx } from '../store';
import { entryLength, hashOfSeal, rowsOfSeal, sealEntry, sealUse, seqOfEntry, type SealedPart } from './seal-content';

/** Rows up to `upTo` are final once no transaction older than `mark` runs: their numbers were given out before it. */
export interface Horizon {
  readonly upTo: number;
  readonly mark: bigint;
}
export interface Sealing {
  readonly sealed: number;
  /** There is more to seal now, or once the transactions before `horizon` are over. */
  readonly more: boolean;
  readonly horizon?: Horizon;
}

/**
 * Adds one link to the tenant's chain: the next rows in the order of their numbers. A number is given out before its
 * transaction commits, so rows are sealed only up to where nothing that is still running can put one in between;
 * `horizon` is what the call before answered. Several processes may call it at once.
 */
export async function sealAudit(store: Store, secrets: Secrets, tenantId: string, horizon?: Horizon): Promise<Sealing> {
  const actor: Actor = { tenantId, userId: null, ip: '', agent: 'seal', requestId: 'seal' };
  return store.transaction(actor, async (tx) => {
    // With its number as a value the index is entered there; a subquery in its place reads the tenant's whole audit.
    const sealedTo = (await lastSeal(tx, tenantId))?.last_seq ?? 0;
    const unsealed = await tx.row(
      sql`select 1 from "audit" where "tenant_id" = ${tenantId} and "seq" > ${sealedTo}::bigint limit 1`,
    );
    if (!unsealed) return { sealed: 0, more: false };
    const now = await horizonOf(tx, tenantId);
    // A statement of its own: its snapshot is younger than the mark.
    const oldest = BigInt(
      (await tx.one<{ oldest: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`)).oldest,
    );
    const final = oldest >= now.mark ? now : horizon && oldest >= horizon.mark ? horizon : undefined;
    if (!final) return { sealed: 0, more: true, horizon: horizon ?? now };
    const sealed = await addSeal(tx, secrets, tenantId, final.upTo);
    if (sealed === rowsOfSeal) return { sealed, more: true, horizon: final };
    return { sealed, more: final.upTo < now.upTo, horizon: now };
  });
}

const lastSeal = (tx: Tx, tenantId: string): Promise<{ last_seq: number; hash: string } | undefined> =>
  tx.row(
    sql`select "last_seq", "hash" from "audit_seals" where "tenant_id" = ${tenantId} order by "number" desc limit 1`,
    'audit-seal-last',
  );

/**
 * After a rotation: an empty link, signed with the new key over the hash of all links before. They need the former key no more.
 * Nothing is added to a chain whose newest link of that kind is signed so already, or that has none to vouch for.
 */
export async function sealKeyChange(store: Store, secrets: Secrets, tenantId: string): Promise<boolean> {
  const actor: Actor = { tenantId, userId: null, ip: '', agent: 'rotate', requestId: 'rotate' };
  return store.transaction(actor, async (tx) => {
    const number = await nextNumber(tx, tenantId);
    const last = await lastSeal(tx, tenantId);
    const known = await tx.row<{ hash: string; signature: string }>(sql`select "hash", "signature" from "audit_seals"
      where "tenant_id" = ${tenantId} and octet_length("entries") = 0 order by "number" desc limit 1`);
    if (!last || (known && secrets.verify(sealUse, known.hash, known.signature))) {
      await releaseNumber(tx, tenantId);
      return false;
    }
    await writeSeal(tx, secrets, { tenantId, number, lastSeq: last.last_seq, entries: '' }, last.hash);
    return true;
  });
}

async function horizonOf(tx: Tx, tenantId: string): Promise<Horizon> {
  const row = await tx.one<{ up_to: number; mark: string }>(sql`
    select coalesce(max("seq"), 0) as up_to, pg_current_xact_id()::text as mark from "audit" where "tenant_id" = ${tenantId}`);
  return { upTo: Number(row.up_to), mark: BigInt(row.mark) };
}

async function addSeal(tx: Tx, secrets: Secrets, tenantId: string, upTo: number): Promise<number> {
  const number = await nextNumber(tx, tenantId);
  const before = await lastSeal(tx, tenantId);
  const { entries } = await tx.one<{ entries: string | null }>(sql`
    select string_agg(${raw(sealEntry)}, '' order by a."seq") as entries from (
      select * from "audit" where "tenant_id" = ${tenantId} and "seq" > ${before?.last_seq ?? 0}::bigint and "seq" <= ${upTo}::bigint
      order by "seq" limit ${rowsOfSeal}::int) a`);
  if (!entries) {
    // Someone else was quicker.
    await releaseNumber(tx, tenantId);
    return 0;
  }
  const lastSeq = seqOfEntry(entries.slice(-entryLength));
  await writeSeal(tx, secrets, { tenantId, number, lastSeq, entries }, before?.hash ?? '');
  return entries.length / entryLength;
}

/** The counter is the lock between processes, and remembers how many links there were should the last be taken away. */
async function nextNumber(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx.one<{ number: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, 'audit_seals', 1)
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last" as number`);
  return row.number;
}
const releaseNumber = (tx: Tx, tenantId: string): Promise<number> =>
  tx.run(sql`update "counters" set "last" = "last" - 1 where "tenant_id" = ${tenantId} and "name" = 'audit_seals'`);

async function writeSeal(tx: Tx, secrets: Secrets, part: SealedPart, before: string): Promise<void> {
  const { tenantId, number, lastSeq, entries } = part;
  const hash = hashOfSeal(part, before);
  await tx.run(sql`
    insert into "audit_seals" ("tenant_id", "number", "last_seq", "entries", "hash", "signature")
    values (${tenantId}, ${number}, ${lastSeq}, decode(${entries}, 'hex'), ${hash}, ${secrets.sign(sealUse, hash)})`);
}
