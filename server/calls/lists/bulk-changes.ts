import sql, { empty } from 'sql-template-tag';
import * as bulkCalls from '../../../src/schemas/calls/bulk-changes';
import { mayDo } from '../../../src/schemas/kit/access';
import { resources } from '../../../src/schemas/kit/all';
import { recordIn } from '../../../src/schemas/kit/is-record';
import type { ActValues } from '../../context/hooks';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { undoable, undoHours } from '../../bulk/undo-job';
import { seenBy } from '../../catalogue/field-rules';
import { leads } from '../../../src/schemas/leads/leads';
import { labelsIn } from '../../catalogue/references';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hooksOf } from '../../hooks/all';
import { leadImports, leadMerges } from './lead-changes';

export const handlers: Handlers = { ...handle(bulkCalls.bulkChanges, changes) };

const page = 30;
const days = 30;

interface Job {
  readonly id: string;
  readonly kind: bulkCalls.BulkChanged['kind'];
  readonly resource: string | null;
  readonly change: ActValues | null;
  readonly state: bulkCalls.BulkChanged['state'];
  readonly cursor: ActValues | null;
  readonly result: ActValues | null;
  readonly total: number | null;
  readonly message: string | null;
  readonly by: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly undo_id: string | null;
  readonly undo_state: bulkCalls.BulkChanged['state'] | null;
  readonly undo_result: ActValues | null;
}

/** Those of lists that the reader may still open; a field that they may not see is not named. */
async function changes(context: CallContext<typeof bulkCalls.bulkChanges>): Promise<CallReply<typeof bulkCalls.bulkChanges>> {
  const { tx, session, query, services } = context;
  const found = await tx.rows<Job>(sql`
    select j."id", j."kind", j."payload" ->> 'resource' as "resource", j."payload" -> 'change' as "change", j."state", j."cursor",
      j."result", j."total", j."message", j."created_at", j."finished_at", u."name" as "by",
      undo."id" as "undo_id", undo."state" as "undo_state", undo."result" as "undo_result"
    from "jobs" j left join "users" u on u."tenant_id" = j."tenant_id" and u."id" = j."created_by"
    left join lateral (select "id", "state", "result" from "jobs" o where o."tenant_id" = j."tenant_id" and o."kind" = 'bulk-undo'
      and o."payload" ->> 'of' = j."id" order by o."id" desc limit 1) undo on true
    where j."tenant_id" = ${session.tenantId} and j."kind" = any(${[...undoable]}::text[]) and j."deleted_at" is null
      and (${isAdministrator(session)} or j."created_by" = ${session.userId})
      and j."created_at" > now() - make_interval(days => ${days}::int)
      ${query.job_id ? sql`and j."id" = ${query.job_id}` : empty} ${query.before ? sql`and j."id" < ${query.before}` : empty}
    order by j."id" desc limit ${page + 1}`);
  const asked = { id: query.job_id, before: query.before, days, limit: page + 1 };
  const ofLeads = mayDo(session, leads.access, 'list')
    ? [...(await leadImports(context, asked)), ...(await leadMerges(context, asked))]
    : [];
  const ids = [...found.map(({ id }) => id), ...ofLeads.map((one) => one.job_id)].toSorted().toReversed();
  const data: bulkCalls.BulkChanged[] = [];
  for (const id of ids.slice(0, page)) {
    const job = found.find((one) => one.id === id);
    const shown = job ? await shownOf(job, context, services.now()) : ofLeads.find((one) => one.job_id === id);
    if (shown) data.push(shown);
  }
  return { data, more: { next: ids.length > page ? (ids[page - 1] ?? null) : null } };
}

async function shownOf(
  job: Job,
  context: CallContext<typeof bulkCalls.bulkChanges>,
  now: Date,
): Promise<bulkCalls.BulkChanged | undefined> {
  const plain = resources.find(({ name }) => name === job.resource);
  if (!plain || !mayDo(context.session, plain.access, 'list')) return undefined;
  const resource = seenBy(plain, context.session);
  const { action, act, done } = recordIn(job.change);
  const way = actionIn(action);
  const sent = recordIn(recordIn(job.change)['values']);
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(resource.fields.properties, name)));
  const names = Object.keys(values);
  const acts = hooksOf(plain).acts?.[String(act)];
  const [labels = {}] = way === 'update' && names.length ? await labelsIn(resource, [values], names, context) : [];
  const undone = job.undo_id !== null && job.undo_state !== 'failed';
  const until = Date.parse(job.finished_at ?? '') + undoHours * 3_600_000;
  const canUndo = changedOf(job) > 0 && !undone && until > now.getTime() && (way !== 'act' || acts?.undoes != null);
  return {
    job_id: job.id,
    resource: plain.name,
    kind: job.kind,
    action: way,
    about: null,
    done_word: typeof done === 'string' ? done : (acts?.done ?? null),
    values: way === 'update' ? values : null,
    labels,
    state: job.state,
    changed: changedOf(job),
    skipped: skippedOf(job),
    total: job.total,
    message: job.state === 'failed' ? job.message : null,
    by: job.by,
    created_at: job.created_at,
    undo_until: canUndo ? new Date(until).toISOString() : null,
    undo:
      job.undo_id !== null && job.undo_state !== null
        ? {
            job_id: job.undo_id,
            state: job.undo_state,
            changed: count(job.undo_result, 'done'),
            skipped: count(job.undo_result, 'skipped'),
          }
        : null,
  };
}

const actionIn = (action: unknown): bulkCalls.BulkChanged['action'] =>
  action === 'update' || action === 'delete' || action === 'done' || action === 'act' ? action : 'import';
const count = (from: ActValues | null, name: string): number => Number(from?.[name] ?? 0);
/** A job that was stopped half-way says in its cursor how far it came. */
const changedOf = ({ kind, result, cursor }: Job): number =>
  kind === 'resource-import' ? count(result, 'created') + count(result, 'updated') : count(result ?? cursor, 'done');
const skippedOf = ({ kind, result, cursor }: Job): number =>
  kind === 'resource-import' ? count(result, 'skipped') + count(result, 'failed') : count(result ?? cursor, 'skipped');
