import sql, { type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { chosenRows } from '../catalogue/chosen-rows';
import type { Context } from '../context/context';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { queueLeads, type Queued } from '../dialer/queue-leads';
import { hooksOf } from '../hooks/all';
import { jobContext } from '../jobs/job-context';
import { table } from '../store/identifiers';

export const fillList = new JobKind<FillPayload>('dialer-fill');
export const jobKinds: JobKinds = runs(fillList, fill);

interface FillPayload {
  readonly list: string;
  /** The query of a leads list without its page. */
  readonly query: Context['query'];
  /** Only leads that were there at that time. */
  readonly until: string;
}
const stepSize = 200;

interface Place extends Queued {
  readonly at: string;
}

/** All leads that match the query, in the order of their ids, with the rights that the person has by now. */
async function fill(job: RunningJob<FillPayload, Place>, steps: Steps): Promise<object> {
  const { list, until } = job.payload;
  let total = job.cursor ? undefined : await steps.read(async (tx) => countOf(await jobContext(job, tx), job.payload));
  let place: Place = job.cursor ?? { at: '', added: 0, again: 0, waiting: 0 };
  for (;;) {
    const step = await steps.commit(async (tx) => {
      const { context } = await jobContext(job, tx);
      const rows: { id: string }[] = await tx.rows(
        sql`select "id" from ${table(resourceNamed(leadRecords))} where ${await matching(context, job.payload)} and "created_at" <= ${until}::timestamptz
            and "id" > ${place.at} order by "id" limit ${stepSize} for update`,
      );
      const ids = rows.map(({ id }) => id);
      const queued = ids.length ? await queueLeads(context, list, ids) : { added: 0, again: 0, waiting: 0 };
      const cursor: Place = {
        at: ids.at(-1) ?? place.at,
        added: place.added + queued.added,
        again: place.again + queued.again,
        waiting: place.waiting + queued.waiting,
      };
      const done = cursor.added + cursor.again + cursor.waiting;
      return { cursor, done, ...(total === undefined ? {} : { total }), value: { cursor, isLast: ids.length < stepSize } };
    });
    total = undefined;
    place = step.cursor;
    if (step.isLast) break;
  }
  const { added, again, waiting } = place;
  return { done: added + again, skipped: waiting };
}

async function matching(context: Context, { query }: FillPayload): Promise<Sql> {
  const leads = resourceNamed(leadRecords);
  const asked = await chosenRows(leads, hooksOf(leads), context, query);
  return asked.list.matching(context.session.tenantId, asked.request, [...asked.where, asked.scope]);
}

async function countOf({ context }: { readonly context: Context }, payload: FillPayload): Promise<number> {
  const row: { n: number } = await context.tx.one(
    sql`select count(*)::int as "n" from ${table(resourceNamed(leadRecords))} where ${await matching(context, payload)} and "created_at" <= ${payload.until}::timestamptz`,
  );
  return row.n;
}
