import sql, { empty } from 'sql-template-tag';
import * as listWorkCalls from '../../../src/schemas/calls/list-work';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { wiresOf, type AnyResource } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { uniqueRules } from '../../../src/schemas/kit/unique';
import { bulkChange, type BulkPayload } from '../../bulk/bulk-job';
import { actOf, type Change } from '../../bulk/change-rows';
import { allowedList, listOf } from '../../bulk/list-of';
import { bulkUndo, rightToUndo, undoableJob } from '../../bulk/undo-job';
import { asKey, type Key } from '../../catalogue/drafts';
import { seenBy } from '../../catalogue/field-rules';
import { chosenRows } from '../../catalogue/chosen-rows';
import { refuseInvalid, unknownFields } from '../../catalogue/validate';
import type { Context, Handlers } from '../../context/context';
import type { ActValues } from '../../context/hooks';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hooksOf } from '../../hooks/all';

export const handlers: Handlers = {
  ...handle(listWorkCalls.bulk, bulk),
  ...handle(listWorkCalls.jobRowsOf, jobRows),
};

/** Checks rights (level 5 and the operation's own), fields and query before anything is queued. */
async function bulk(context: CallContext<typeof listWorkCalls.bulk>): Promise<CallReply<typeof listWorkCalls.bulk>> {
  const { params, session, services, tx } = context;
  const { action, ids, query, values, job_id: jobId } = context.body;
  const resource = listOf(params.resource, session, ['list']);
  context.afterCommit(() => services.jobs.wake());
  if (action === 'undo') {
    if (!jobId) throw invalid('job_id', 'Choose which change to undo');
    const { kind, resource: of, action: done, act } = await undoableJob(tx, session, jobId, services.now());
    if (of !== resource.name) throw problem(404, 'There is nothing to undo.');
    allowedList(of, session, rightToUndo({ kind, action: done }), act ?? undefined);
    const payload = { of: jobId, kind, resource: of, action: done, act };
    return { data: { job_id: await services.jobs.add(tx, session, { kind: bulkUndo, payload }) } };
  }
  const operation = action === 'delete' ? 'delete' : 'update';
  const act = action === 'act' ? (context.body.act ?? '') : undefined;
  allowedList(resource.name, session, operation, act);
  if (act === undefined && !wiresOf(resource, operation).length) throw problem(403, notAllowed);
  if ((ids === undefined) === (query === undefined)) throw invalid('ids', 'Choose rows, or choose all that match');
  const change = await changeOf(resource, action, values, context, act);
  const keys = ids?.map((id) => asKey(resource, id) satisfies Key);
  if (query) await chosenRows(resource, hooksOf(resource), context, query);
  const payload: BulkPayload = {
    resource: resource.name,
    change,
    ...(keys ? { ids: keys } : { query: query! }),
    until: services.now().toISOString(),
  };
  return { data: { job_id: await services.jobs.add(tx, session, { kind: bulkChange, payload }) } };
}

async function changeOf(
  resource: AnyResource,
  action: 'update' | 'delete' | 'done' | 'act',
  values: Readonly<ActValues> | undefined,
  context: Context,
  act: string = '',
): Promise<Change> {
  if (action === 'delete') return { action };
  if (action === 'act') return { action, act, values: await actOf(hooksOf(resource), act).check(values ?? {}, context) };
  if (action === 'update') return { action, values: checkedValues(resource, values, context) };
  const { finish } = hooksOf(resource);
  if (!finish) throw invalid('action', 'These rows cannot be marked done');
  if (!finish.roles.includes(context.session.role)) throw problem(403, notAllowed);
  const reason = values?.['reason'];
  if (typeof reason !== 'string' || !reason.trim() || reason.length > 300)
    throw invalid('reason', 'Enter why they are done (maximum: 300 characters)');
  return { action, reason: reason.trim() };
}

function checkedValues(
  resource: AnyResource,
  values: Readonly<ActValues> | undefined,
  { session }: Context,
): Readonly<ActValues> {
  if (!values || !Object.keys(values).length) throw invalid('values', 'Choose what to change');
  refuseInvalid(unknownFields(seenBy(resource, session), values));
  const alone = new Set(
    uniqueRules(resource).flatMap(({ fields, unless }) => (fields.length === 1 && !unless.length ? fields : [])),
  );
  for (const name of Object.keys(values))
    if (alone.has(name) || resource.uniqueEverywhere?.includes(name) || resource.secret?.includes(name))
      throw invalid(name, 'This field cannot be changed for many records at once');
  return values;
}

const page = 200;

/** The results of a job that someone started: everyone sees their own, role 1 all (the jobs' scope). */
async function jobRows({
  tx,
  session,
  params,
  query,
}: CallContext<typeof listWorkCalls.jobRowsOf>): Promise<CallReply<typeof listWorkCalls.jobRowsOf>> {
  const job = await tx.row(sql`
    select "id" from "jobs" where "tenant_id" = ${session.tenantId} and "id" = ${params.job_id ?? ''} and "deleted_at" is null
      and (${isAdministrator(session)} or "created_by" = ${session.userId})`);
  if (!job) throw problem(404, 'This job does not exist.');
  const rows = await tx.rows<listWorkCalls.JobRowResult & { id: string }>(sql`
    select "id", "record_id", "name", "outcome", "reason" from "job_rows"
    where "tenant_id" = ${session.tenantId} and "job_id" = ${params.job_id}
      ${query.outcome ? sql`and "outcome" = ${String(query.outcome)}` : empty}
      ${query.after ? sql`and "id" > ${String(query.after)}` : empty}
    order by "id" limit ${page + 1}`);
  const more = rows.length > page;
  if (more) rows.pop();
  return { data: rows, more: { next: more ? rows.at(-1)!.id : null } };
}
