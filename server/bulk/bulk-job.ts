import sql, { raw, type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Key } from '../catalogue/drafts';
import { hooksOf } from '../hooks/all';
import { chosenRows } from '../catalogue/chosen-rows';
import type { Context } from '../context/context';
import { jobContext } from '../jobs/job-context';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { keyColumn, table } from '../store/identifiers';
import { newId } from '../store/ids';
import { statementName } from '../store/statement-name';
import { typeOfColumn } from '../store/list-request';
import type { Tx } from '../store/store';
import type { ActValues } from '../context/hooks';
import { actOf, changeRow, type Change, type RowResult } from './change-rows';
import { allowedList } from './list-of';

export const bulkChange = new JobKind<BulkPayload>('bulk-change');
export const jobKinds: JobKinds = runs(bulkChange, runBulk);

/** What `POST res/{resource}/bulk` queues. */
export interface BulkPayload {
  readonly resource: string;
  readonly change: Change;
  readonly ids?: readonly Key[];
  readonly query?: Context['query'];
  /** Only records that matched at that time; later ones are not included. */
  readonly until: string;
}

/** The last key that was done, and the results up to it. */
interface Place {
  readonly at: Key | null;
  readonly done: number;
  readonly skipped: number;
  /** The last step is committed: what comes after it is only counted. */
  readonly ended?: true;
  /** Rows in all, and what the act keeps from row to row. */
  readonly of?: number;
  readonly memo?: ActValues;
}

/** Rows of one step: the embedded database has one connection, which people wait for. */
export const stepSize = { embedded: 25, postgres: 100 } as const;

/** Record after record in the order of the key, so that a record which matches no longer is not looked for again. */
async function runBulk(job: RunningJob<BulkPayload, Place>, steps: Steps): Promise<object> {
  const { payload } = job;
  const resource = resourceNamed(payload.resource);
  const size = stepSize[job.services.store.kind];
  const hooks = hooksOf(resource);
  let total = job.cursor ? undefined : await steps.read((tx) => countOf(job, resource, payload, tx));
  let cursor: Place = job.cursor ?? { at: null, done: 0, skipped: 0, of: total ?? 0 };
  while (!cursor.ended) {
    const step = await steps.commit(async (tx) => {
      const own = await jobContext(job, tx);
      const { change } = payload;
      const act = change.action === 'act' ? change.act : undefined;
      allowedList(resource.name, own.context.session, operationOf(change), act);
      const memo = structuredClone(cursor.memo ?? {}); // a step may run twice
      const before = cursor.done + cursor.skipped;
      const keys = await keysAfter(resource, payload, cursor.at, size, own.context);
      const results: RowResult[] = [];
      for (const [index, key] of keys.entries()) {
        const place = { at: before + index, of: cursor.of ?? 0, memo };
        results.push(await changeRow(resource, hooks, key, change, own.context, place));
      }
      await keepResults(tx, job, results);
      const done = results.filter((one) => one.outcome === 'done').length;
      const isLast = keys.length < size;
      const now: Place = {
        ...cursor,
        at: keys.at(-1) ?? cursor.at,
        done: cursor.done + done,
        skipped: cursor.skipped + results.length - done,
        memo,
        ...(isLast ? { ended: true } : {}),
      };
      const progress = { cursor: now, done: now.done + now.skipped, ...(total === undefined ? {} : { total }) };
      if (isLast && change.action === 'act') await actOf(hooks, change.act).end?.(change.values, own.context, memo);
      return { ...progress, value: { now, after: own.after }, message: isLast ? 'Finished' : 'Working' };
    });
    for (const work of step.after) await Promise.resolve(work()).catch(noted(job));
    total = undefined;
    cursor = step.now;
  }
  return steps.read((tx) => sumOf(tx, job));
}

/** The right that it needs besides level 5. */
const operationOf = ({ action }: Change): 'update' | 'delete' => (action === 'delete' ? 'delete' : 'update');

/** The next keys: of the list that was sent, or of all that match; larger than the last one done. */
async function keysAfter(
  resource: AnyResource,
  payload: BulkPayload,
  at: Key | null,
  size: number,
  context: Context,
): Promise<Key[]> {
  const key = keyColumn(resource);
  const type = raw(typeOfColumn(resource, keyOf(resource).name));
  const beyond = at === null ? sql`true` : sql`${key} > ${at}::${type}`;
  const statement = payload.ids
    ? sql`select one as "key" from unnest(${[...payload.ids].map(String)}::${type}[]) as one
        where ${at === null ? sql`true` : sql`one > ${at}::${type}`} order by one limit ${size}`
    : sql`select ${key} as "key" from ${table(resource)} where ${await matching(resource, payload, context)} and ${beyond}
        order by ${key} limit ${size}`;
  return (await context.tx.rows<{ key: Key }>(statement, statementName(statement))).map((row) => row.key);
}

async function countOf(job: RunningJob, resource: AnyResource, payload: BulkPayload, tx: Tx): Promise<number> {
  if (payload.ids) return payload.ids.length;
  const { context } = await jobContext(job, tx);
  const row = await tx.one<{ n: number }>(
    sql`select count(*) as n from ${table(resource)} where ${await matching(resource, payload, context)}`,
  );
  return row.n;
}

async function matching(resource: AnyResource, payload: BulkPayload, context: Context): Promise<Sql> {
  const asked = await chosenRows(resource, hooksOf(resource), context, payload.query);
  const match = asked.list.matching(context.session.tenantId, asked.request, [...asked.where, asked.scope]);
  return sql`${match} and "created_at" <= ${payload.until}::timestamptz`;
}

export async function keepResults(tx: Tx, job: RunningJob, results: readonly RowResult[]): Promise<void> {
  await tx.insertMany(
    'job_rows',
    ['tenant_id', 'id', 'job_id', 'record_id', 'name', 'outcome', 'reason', 'before', 'after', 'version'],
    results.map((one) => [
      job.tenantId,
      newId(),
      job.id,
      String(one.key),
      one.name,
      one.outcome,
      one.reason,
      one.before === null ? null : JSON.stringify(one.before),
      one.after ? JSON.stringify(one.after) : null,
      one.version,
    ]),
  );
}

export async function sumOf(tx: Tx, job: RunningJob): Promise<{ done: number; skipped: number }> {
  const row = await tx.one<{ done: number; skipped: number }>(sql`
    select count(*) filter (where "outcome" = 'done') as done, count(*) filter (where "outcome" = 'skipped') as skipped
    from "job_rows" where "tenant_id" = ${job.tenantId} and "job_id" = ${job.id}`);
  return { done: row.done, skipped: row.skipped };
}

export const noted =
  (job: RunningJob) =>
  (error: unknown): void =>
    job.services.log.error({ job: job.id, err: error }, 'work after a step failed');
