import sql, { raw } from 'sql-template-tag';
import type { Secrets } from '../secrets';
import type { Actor, Store, Tx } from '../store';
import { entryLength, hashOfSeal, rowsOfSeal, sealEntry, sealUse, seqOfEntry } from './seal-content';

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
    const unsealed = await tx.row(sql`select 1 from "audit" where "tenant_id" = ${tenantId} and "seq" > coalesce(
      (select "last_seq" from "audit_seals" where "tenant_id" = ${tenantId} order by "number" desc limit 1), 0) limit 1`);
    if (!unsealed) return { sealed: 0, more: false };
    const now = await horizonOf(tx, tenantId);
    // A statement of its own: its snapshot is younger than the mark.
    const oldest = BigInt(
      (await tx.row<{ oldest: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`))!.oldest,
    );
    const final = oldest >= now.mark ? now : horizon && oldest >= horizon.mark ? horizon : undefined;
    if (!final) return { sealed: 0, more: true, horizon: horizon ?? now };
    const sealed = await addSeal(tx, secrets, tenantId, final.upTo);
    if (sealed === rowsOfSeal) return { sealed, more: true, horizon: final };
    return { sealed, more: final.upTo < now.upTo, horizon: now };
  });
}

async function horizonOf(tx: Tx, tenantId: string): Promise<Horizon> {
  const row = await tx.row<{ up_to: number; mark: string }>(sql`
    select coalesce(max("seq"), 0) as up_to, pg_current_xact_id()::text as mark from "audit" where "tenant_id" = ${tenantId}`);
  return { upTo: Number(row!.up_to), mark: BigInt(row!.mark) };
}

async function addSeal(tx: Tx, secrets: Secrets, tenantId: string, upTo: number): Promise<number> {
  // The counter is the lock between processes, and remembers how many links there were should the last be taken away.
  const { number } = (await tx.row<{ number: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, 'audit_seals', 1)
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last" as number`))!;
  const before = await tx.row<{ last_seq: number; hash: string }>(sql`
    select "last_seq", "hash" from "audit_seals" where "tenant_id" = ${tenantId} order by "number" desc limit 1`);
  const { entries } = (await tx.row<{ entries: string | null }>(sql`
    select string_agg(${raw(sealEntry)}, '' order by a."seq") as entries from (
      select * from "audit" where "tenant_id" = ${tenantId} and "seq" > ${before?.last_seq ?? 0}::bigint and "seq" <= ${upTo}::bigint
      order by "seq" limit ${rowsOfSeal}::int) a`))!;
  if (!entries) {
    // Somebody else was quicker.
    await tx.run(sql`update "counters" set "last" = "last" - 1 where "tenant_id" = ${tenantId} and "name" = 'audit_seals'`);
    return 0;
  }
  const lastSeq = seqOfEntry(entries.slice(-entryLength));
  const hash = hashOfSeal({ tenantId, number, lastSeq, entries }, before?.hash ?? '');
  await tx.run(sql`
    insert into "audit_seals" ("tenant_id", "number", "last_seq", "entries", "hash", "signature")
    values (${tenantId}, ${number}, ${lastSeq}, decode(${entries}, 'hex'), ${hash}, ${secrets.sign(sealUse, hash)})`);
  return entries.length / entryLength;
}
