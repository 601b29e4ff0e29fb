import sql, { empty } from 'sql-template-tag';
import type { Tx } from '../store/store';
import type { Progress } from '../context/running-job';

/** Seconds a worker may be silent before another one takes its job. */
export const leaseSeconds = 30;
const mostAttempts = 6;

/** What a claim answers; `fence` rises with every claim, so that a worker which lost its lease can be told from its successor. */
export interface Claim {
  readonly id: string;
  readonly kind: string;
  readonly fence: number;
  readonly attempts: number;
  /** This and the cursor are for the kind's own runner alone. */
  readonly payload: never;
  readonly cursor: never;
  readonly created_by: string | null;
}
export interface Held {
  readonly tenantId: string;
  readonly id: string;
  readonly fence: number;
}

/** Takes the job if it is still due; undefined when somebody else has it. `ahead` counts leases that end within so many seconds as ended. */
export function claim(tx: Tx, tenantId: string, id: string, ahead: number): Promise<Claim | undefined> {
  return tx.row<Claim>(sql`
    UPDATE "jobs" SET "state" = 'running', "fence" = "fence" + 1, "attempts" = "attempts" + 1,
      "lease_until" = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)
    WHERE "tenant_id" = ${tenantId} AND "id" = (
      SELECT "id" FROM "jobs" WHERE "tenant_id" = ${tenantId} AND "id" = ${id} AND "state" IN ('queued', 'running')
        AND ("run_at" IS NULL OR "run_at" <= clock_timestamp())
        AND ("lease_until" IS NULL OR "lease_until" <= clock_timestamp() + make_interval(secs => ${ahead}::int))
      FOR UPDATE SKIP LOCKED)
    RETURNING "id", "kind", "fence", "attempts", coalesce("payload", '{}'::jsonb) AS "payload", "cursor", "created_by"`);
}

/** Writes progress and prolongs the lease; false when the lease is lost or the job is no longer running. A moved cursor clears the attempts. */
export async function advance(tx: Tx, held: Held, progress: Progress): Promise<boolean> {
  const cursor = progress.cursor ? sql`, "cursor" = ${JSON.stringify(progress.cursor)}::jsonb, "attempts" = 1` : empty;
  const done = progress.done === undefined ? empty : sql`, "done" = ${progress.done}::bigint`;
  const total = progress.total === undefined ? empty : sql`, "total" = ${progress.total}::bigint`;
  const message = progress.message === undefined ? empty : sql`, "message" = ${progress.message}`;
  const touched = await tx.run(sql`
    UPDATE "jobs" SET "lease_until" = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)${cursor}${done}${total}${message}
    WHERE "tenant_id" = ${held.tenantId} AND "id" = ${held.id} AND "fence" = ${held.fence} AND "state" = 'running'`);
  return touched === 1;
}

/** Why a job that was mine is not: read after `advance` answered false. */
export async function whyStopped(tx: Tx, held: Held): Promise<'lease lost' | 'paused' | 'cancelled'> {
  const row = await tx.row<{ state: string; fence: number }>(
    sql`SELECT "state", "fence" FROM "jobs" WHERE "tenant_id" = ${held.tenantId} AND "id" = ${held.id}`,
  );
  if (row?.fence !== held.fence) return 'lease lost';
  return row.state === 'paused' || row.state === 'cancelled' ? row.state : 'lease lost';
}

export function finish(tx: Tx, held: Held, result: object | undefined): Promise<number> {
  return tx.run(sql`
    UPDATE "jobs" SET "state" = 'done', "finished_at" = clock_timestamp(), "lease_until" = NULL,
      "result" = ${result ? JSON.stringify(result) : null}::jsonb
    WHERE "tenant_id" = ${held.tenantId} AND "id" = ${held.id} AND "fence" = ${held.fence} AND "state" = 'running'`);
}

/** For good: the sentence is for the person who started the job. */
export function fail(tx: Tx, held: Held, message: string): Promise<number> {
  return tx.run(sql`
    UPDATE "jobs" SET "state" = 'failed', "finished_at" = clock_timestamp(), "lease_until" = NULL, "message" = ${message.slice(0, 500)}
    WHERE "tenant_id" = ${held.tenantId} AND "id" = ${held.id} AND "fence" = ${held.fence} AND "state" = 'running'`);
}

/** Gives the job back: `delaySeconds` from now anybody may take it. Without a delay the attempt does not count. */
export function giveBack(tx: Tx, held: Held, delaySeconds: number, message?: string): Promise<number> {
  return tx.run(sql`
    UPDATE "jobs" SET "state" = 'queued', "lease_until" = NULL,
      "attempts" = GREATEST(0, "attempts" - ${delaySeconds > 0 ? 0 : 1}::int),
      "run_at" = clock_timestamp() + make_interval(secs => ${delaySeconds}::int)
      ${message === undefined ? empty : sql`, "message" = ${message}`}
    WHERE "tenant_id" = ${held.tenantId} AND "id" = ${held.id} AND "fence" = ${held.fence} AND "state" = 'running'`);
}

/** Seconds until the next try: 2, 4, 8, … at most five minutes; undefined when it has been tried often enough. */
export function backoff(attempts: number): number | undefined {
  return attempts >= mostAttempts ? undefined : Math.min(2 ** attempts, 300);
}
