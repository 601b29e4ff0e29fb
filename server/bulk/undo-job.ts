import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { asKey } from '../catalogue/drafts';
import { hooksOf } from '../hooks/all';
import type { Session } from '../context/session';
import { jobContext } from '../jobs/job-context';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Tx } from '../store/store';
import { keepResults, noted, stepSize, sumOf } from './bulk-job';
import { actOf, type RowResult } from './change-rows';
import { allowedList } from './list-of';
import { undoRow, type DoneRow } from './undo-row';

export const bulkUndo = new JobKind<Undoing>('bulk-undo');
export const jobKinds: JobKinds = runs(bulkUndo, runUndo);

/** How long a bulk change can be undone. */
export const undoHours = 72;
export const undoable = ['bulk-change', 'resource-import'] as const;

interface Made extends Omit<DoneRow, 'key' | 'job'> {
  readonly id: string;
  readonly record_id: string;
}

/** The job that is taken back. */
interface Undoing {
  readonly of: string;
  readonly kind: string;
  readonly resource: string;
  readonly action?: string | null;
  /** Of a change by name: its own right is asked. */
  readonly act?: string | null;
}
/** The right by which it was done, besides level 5: who has lost it since does not do it backwards. */
export const rightToUndo = ({ kind, action }: Pick<Undoing, 'kind' | 'action'>): 'create' | 'update' | 'delete' =>
  kind === 'resource-import' ? 'create' : action === 'delete' ? 'delete' : 'update';

interface Place {
  readonly before: string | null;
  readonly done: number;
  readonly ended?: true;
}

interface UndoableJob {
  readonly kind: string;
  readonly resource: string;
  readonly action: string | null;
  readonly act: string | null;
}

/** Checks that this person can undo the job now, and only once; returns its kind and resource. */
export async function undoableJob(tx: Tx, session: Session, jobId: string, now: Date): Promise<UndoableJob> {
  const job = await tx.row<UndoableJob & { state: string; finished_at: string | null }>(sql`
    select "kind", "state", "payload" ->> 'resource' as resource, "payload" -> 'change' ->> 'action' as action,
      "payload" -> 'change' ->> 'act' as act, "finished_at" from "jobs"
    where "tenant_id" = ${session.tenantId} and "id" = ${jobId} and "kind" = any(${[...undoable]}::text[])
      and (${isAdministrator(session)} or "created_by" = ${session.userId}) for update`);
  if (!job) throw problem(404, 'There is nothing to undo.');
  if (job.act !== null && actOf(hooksOf(resourceNamed(job.resource)), job.act).undoes === null)
    throw problem(409, 'This cannot be undone.');
  if (!['done', 'cancelled', 'failed'].includes(job.state)) throw problem(409, 'This change is still running. Cancel it first.');
  const ended = Date.parse(job.finished_at ?? '');
  if (!(now.getTime() - ended <= undoHours * 3_600_000))
    throw problem(409, `A change can be undone for ${undoHours} hours only.`);
  const again = await tx.row(sql`
    select "id" from "jobs" where "tenant_id" = ${session.tenantId} and "kind" = 'bulk-undo' and "payload" ->> 'of' = ${jobId}
      and "state" <> 'failed'`);
  if (again) throw problem(409, 'This change has already been undone.');
  return job;
}

/** The newest change first, so that what was added last goes first. */
async function runUndo(job: RunningJob<Undoing, Place>, steps: Steps): Promise<object> {
  const { of, kind, resource: name } = job.payload;
  const resource = resourceNamed(name);
  const size = stepSize[job.services.store.kind];
  let cursor: Place = job.cursor ?? { before: null, done: 0 };
  while (!cursor.ended) {
    const step = await steps.commit(async (tx) => {
      const own = await jobContext(job, tx);
      const { session } = own.context;
      allowedList(resource.name, session, rightToUndo(job.payload), job.payload.act ?? undefined);
      const rows = await madeBy(tx, session, kind, of, cursor.before, size);
      const results: RowResult[] = [];
      for (const row of rows) {
        const done = { ...row, key: keyOfRow(resource, row), job: of };
        results.push(await undoRow(resource, hooksOf(resource), done, own.context));
      }
      await keepResults(tx, job, results);
      const now: Place = {
        before: rows.at(-1)?.id ?? cursor.before,
        done: cursor.done + rows.length,
        ...(rows.length < size ? { ended: true } : {}),
      };
      const value = { now, after: own.after };
      return { cursor: now, done: now.done, value, message: 'Undoing' };
    });
    for (const work of step.after) await Promise.resolve(work()).catch(noted(job));
    cursor = step.now;
  }
  return steps.read((tx) => sumOf(tx, job));
}

const keyOfRow = (resource: AnyResource, row: Made) => asKey(resource, row.record_id);

/** What the job made of records, newest first. */
function madeBy(tx: Tx, session: Session, kind: string, of: string, before: string | null, size: number): Promise<Made[]> {
  const beyond = before === null ? sql`true` : sql`r."id" < ${before}`;
  return tx.rows<Made>(
    kind === 'bulk-change'
      ? sql`select r."id", r."record_id", r."name", r."before", r."after", r."version", j."payload" -> 'change' ->> 'act' as act,
            case j."payload" -> 'change' ->> 'action' when 'delete' then 'deleted' when 'done' then 'finished' when 'act' then 'acted' else 'updated' end as made
          from "job_rows" r join "jobs" j on j."tenant_id" = r."tenant_id" and j."id" = r."job_id"
          where r."tenant_id" = ${session.tenantId} and r."job_id" = ${of} and r."outcome" = 'done' and ${beyond}
          order by r."id" desc limit ${size}`
      : sql`select r."id", r."record_id", null as name, r."before", null::jsonb as "after", r."version", null as act, r."outcome" as made
          from "import_rows" r join "imports" i on i."tenant_id" = r."tenant_id" and i."id" = r."import_id"
          where r."tenant_id" = ${session.tenantId} and i."job_id" = ${of} and r."outcome" in ('created', 'updated') and ${beyond}
          order by r."id" desc limit ${size}`,
  );
}
