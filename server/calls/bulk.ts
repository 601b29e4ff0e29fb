import * as listWorkCalls from '../../src/schemas/calls/list-work';
import { handle, type CallContext, type CallReply } from '../context/handle';
import sql, { empty } from 'sql-template-tag';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed } from '../../src/schemas/kit/problem';
import { wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { BulkPayload } from '../bulk/bulk-job';
import { listOf } from '../bulk/list-of';
import { undoableJob } from '../bulk/undo-job';
import { asKey, type Key } from '../catalogue/drafts';
import { seenBy } from '../catalogue/field-rules';
import { hooksOf } from '../hooks/all';
import { rowsAsked } from '../catalogue/list';
import { refuseInvalid, unknownFields } from '../catalogue/validate';
import type { Context, Handlers } from '../context/context';

export const handlers: Handlers = {
  ...handle(listWorkCalls.bulk, bulk),
  ...handle(listWorkCalls.jobRowsOf, jobRows),
};

type Values = Record<string, unknown>;
interface Body {
  readonly action: 'update' | 'delete' | 'undo';
  readonly ids?: readonly unknown[];
  readonly query?: Values;
  readonly values?: Values;
  readonly job_id?: string;
}

/** Level 5 and the operation's own, fields that may be written, a query that may be asked: said before anything is queued. */
async function bulk(context: CallContext<typeof listWorkCalls.bulk>): Promise<CallReply<typeof listWorkCalls.bulk>> {
  const { params, session, services, tx } = context;
  const { action, ids, query, values, job_id: jobId } = context.body as unknown as Body;
  const resource = listOf(params.resource, session, ['list', 'export']);
  const job = (kind: string, payload: object) => services.jobs.add(tx, session, { kind, payload: payload as Values });
  context.afterCommit(() => services.jobs.wake());
  if (action === 'undo') {
    if (!jobId) throw invalid('job_id', 'Say which change to undo.');
    const { kind, resource: of } = await undoableJob(tx, session, jobId, services.now());
    if (of !== resource.name) throw problem(404, 'There is nothing to undo.');
    return { data: { job_id: await job('bulk-undo', { of: jobId, kind, resource: of }) } };
  }
  if (!wiresOf(resource, action).length || !mayDo(session, resource.access, action)) throw problem(403, notAllowed);
  if ((ids === undefined) === (query === undefined)) throw invalid('ids', 'Choose rows, or all that match.');
  const change = action === 'delete' ? { action } : { action, values: checkedValues(resource, values, context) };
  const keys = ids?.map((id) => asKey(resource, id) satisfies Key);
  if (query) await rowsAsked(resource, hooksOf(resource), { ...context, query, body: {} }, {});
  const payload: BulkPayload = {
    resource: resource.name,
    change,
    ...(keys ? { ids: keys } : { query: query! }),
    until: services.now().toISOString(),
  };
  return { data: { job_id: await job('bulk-change', payload) } };
}

function checkedValues(resource: AnyResource, values: Values | undefined, { session }: Context): Values {
  if (!values || !Object.keys(values).length) throw invalid('values', 'Choose what to change.');
  refuseInvalid(unknownFields(seenBy(resource, session), values));
  const alone = new Set((resource.unique ?? []).filter((rule): rule is string => typeof rule === 'string'));
  for (const name of Object.keys(values))
    if (alone.has(name) || resource.uniqueEverywhere?.includes(name) || resource.secret?.includes(name))
      throw invalid(name, 'This field differs from record to record.');
  return values;
}

const page = 200;

/** The results of a job that somebody started: everybody sees their own, role 1 all (the jobs' scope). */
async function jobRows({
  tx,
  session,
  params,
  query,
}: CallContext<typeof listWorkCalls.jobRowsOf>): Promise<CallReply<typeof listWorkCalls.jobRowsOf>> {
  const job = await tx.row(sql`
    select "id" from "jobs" where "tenant_id" = ${session.tenantId} and "id" = ${params.job_id ?? ''} and "deleted_at" is null
      and (${session.role === 1} or "created_by" = ${session.userId})`);
  if (!job) throw problem(404, 'There is no such job.');
  const rows = await tx.rows<{ id: string }>(sql`
    select "id", "record_id", "name", "outcome", "reason" from "job_rows"
    where "tenant_id" = ${session.tenantId} and "job_id" = ${params.job_id}
      ${query.outcome ? sql`and "outcome" = ${String(query.outcome)}` : empty}
      ${query.after ? sql`and "id" > ${String(query.after)}` : empty}
    order by "id" limit ${page + 1}`);
  const more = rows.length > page;
  if (more) rows.pop();
  return { data: rows, more: { next: more ? rows.at(-1)!.id : null } };
}
