import sql, { empty } from 'sql-template-tag';
import { statementName } from '../store/statement-name';
import type { Tx } from '../store/store';
import type { Progress } from '../context/running-job';

/** Seconds a worker may be silent before another one takes its job. */
export const leaseSeconds = 30;
const mostAttempts = 6;

/**
 * What a claim answers; `fence` rises with every claim, so that a worker which lost its lease can be distinguished from its
 * successor.
 */
export interface Claim {
  readonly id: string;
  readonly kind: string;
  readonly fence: number;
  readonly attempts: number;
  /** This and the cursor are for the kind's own runner only. */
  readonly payload: never;
  readonly cursor: never;
  readonly created_by: string | null;
}
export interface Held {
  readonly tenantId: string;
  readonly id: string;
  readonly fence: number;
}

/**
 * Takes the job if it is still due; undefined when someone else has it. `ahead` counts leases that end within so many seconds as
 * ended.
 */
export function claim(tx: Tx, tenantId: string, id: string, ahead: number): Promise<Claim | undefined> {
  return tx.row<Claim>(
    sql`
    update "jobs" set "state" = 'running', "fence" = "fence" + 1, "attempts" = "attempts" + 1,
      "lease_until" = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)
    where "tenant_id" = ${tenantId} and "id" = (
      select "id" from "jobs" where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('queued', 'running')
        and ("run_at" is null or "run_at" <= clock_timestamp())
        and ("lease_until" is null or "lease_until" <= clock_timestamp() + make_interval(secs => ${ahead}::int))
      for update skip locked)
    returning "id", "kind", "fence", "attempts", coalesce("payload", '{}'::jsonb) as "payload", "cursor", "created_by"`,
    'jobs-claim',
  );
}

/**
 * Writes progress and prolongs the lease; false when the lease is lost or the job is no longer running. A moved cursor clears the
 * attempts.
 */
export async function advance(tx: Tx, held: Held, progress: Progress): Promise<boolean> {
  const cursor = progress.cursor ? sql`, "cursor" = ${JSON.stringify(progress.cursor)}::jsonb, "attempts" = 1` : empty;
  const done = progress.done === undefined ? empty : sql`, "done" = ${progress.done}::bigint`;
  const total = progress.total === undefined ? empty : sql`, "total" = ${progress.total}::bigint`;
  const message = progress.message === undefined ? empty : sql`, "message" = ${progress.message}`;
  const statement = sql`
    update "jobs" set "lease_until" = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)${cursor}${done}${total}${message}
    where "tenant_id" = ${held.tenantId} and "id" = ${held.id} and "fence" = ${held.fence} and "state" = 'running'`;
  const touched = await tx.run(statement, statementName(statement));
  return touched === 1;
}

/** Why this worker lost the job; read after `advance` returned false. */
export async function whyStopped(tx: Tx, held: Held): Promise<'lease lost' | 'paused' | 'cancelled'> {
  const row = await tx.row<{ state: string; fence: number }>(
    sql`select "state", "fence" from "jobs" where "tenant_id" = ${held.tenantId} and "id" = ${held.id}`,
  );
  if (row?.fence !== held.fence) return 'lease lost';
  return row.state === 'paused' || row.state === 'cancelled' ? row.state : 'lease lost';
}

export function finish(tx: Tx, held: Held, result: object | undefined): Promise<number> {
  return tx.run(
    sql`
    update "jobs" set "state" = 'done', "finished_at" = clock_timestamp(), "lease_until" = null,
      "result" = ${result ? JSON.stringify(result) : null}::jsonb
    where "tenant_id" = ${held.tenantId} and "id" = ${held.id} and "fence" = ${held.fence} and "state" = 'running'`,
    'jobs-finish',
  );
}

/** Permanently; the sentence is for the person who started the job. */
export function fail(tx: Tx, held: Held, message: string): Promise<number> {
  return tx.run(sql`
    update "jobs" set "state" = 'failed', "finished_at" = clock_timestamp(), "lease_until" = null, "message" = ${message.slice(0, 500)}
    where "tenant_id" = ${held.tenantId} and "id" = ${held.id} and "fence" = ${held.fence} and "state" = 'running'`);
}

/** Gives the job back: `delaySeconds` from now anyone may take it. Without a delay the attempt does not count. */
export function releaseLease(tx: Tx, held: Held, delaySeconds: number, message?: string): Promise<number> {
  return tx.run(sql`
    update "jobs" set "state" = 'queued', "lease_until" = null,
      "attempts" = greatest(0, "attempts" - ${delaySeconds > 0 ? 0 : 1}::int),
      "run_at" = clock_timestamp() + make_interval(secs => ${delaySeconds}::int)
      ${message === undefined ? empty : sql`, "message" = ${message}`}
    where "tenant_id" = ${held.tenantId} and "id" = ${held.id} and "fence" = ${held.fence} and "state" = 'running'`);
}

/** Seconds until the next try: 2, 4, 8, … at most five minutes; undefined when it has been tried often enough. */
export function backoff(attempts: number): number | undefined {
  return attempts >= mostAttempts ? undefined : Math.min(2 ** attempts, 300);
}
