import sql from 'sql-template-tag';
import { users, type User } from '../../../src/schemas/access-control/users';
import type { PlannedMove } from '../../../src/schemas/access-control/planned-moves';
import { mayDo } from '../../../src/schemas/kit/access';
import { notAllowed, problem, Problem } from '../../../src/schemas/kit/problem';
import { administrator } from '../../../src/schemas/kit/roles';
import { dayText } from '../../../src/kinds/day-text';
import { attempt } from '../../bulk/change-rows';
import { updateRecord } from '../../catalogue/update';
import { fetchRow } from '../../catalogue/rows';
import type { Context } from '../../context/context';
import { JobKind } from '../../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../../context/running-job';
import { dayOf, startOfDay } from '../../domain/days';
import { hooksOf } from '../../hooks/all';
import { jobContext } from '../../jobs/job-context';
import { notify } from '../../live/notify';
import { zoneOf } from '../../lead-events/tenant-rules';
import type { Tx } from '../../store/store';

interface Planned {
  readonly id: string;
}
export const plannedMove = new JobKind<Planned>('planned-move');
export const jobKinds: JobKinds = runs(plannedMove, carryOut);

/** Moves a person as the tree and the form do, with every check; returns the record as it was. */
export async function movePerson(context: Context, userId: string, manager: string | null): Promise<User> {
  const before = await fetchRow(users, userId, context);
  await updateRecord(users, hooksOf(users), userId, { values: { reports_to: manager } }, context);
  return before;
}

/** In the name of the one who planned it, with the rights that they have now. */
async function carryOut(job: RunningJob<Planned>, steps: Steps): Promise<void> {
  const { tenantId, services } = job;
  const after = await steps.commit(async (tx) => {
    const move: PlannedMove | undefined = await tx.row(sql`
      select * from "planned_moves" where "tenant_id" = ${tenantId} and "id" = ${job.payload.id} and "ended_at" is null
        and "deleted_at" is null for update`);
    if (!move) return { value: [] };
    const zone = await zoneOf(tx, tenantId);
    if (dayOf(services.now(), zone) < move.on) {
      // the tenant's clock was changed meanwhile
      await services.jobs.add(tx, job, { kind: plannedMove, payload: job.payload, runAt: startOfDay(move.on, zone) });
      return { value: [] };
    }
    const { reason, after: work } = await attempt<Moved>(
      tx,
      async () => ({ reason: null, after: await moveNow(job, tx, move) }),
      (why) => ({ reason: why, after: [] }),
    );
    await tx.run(sql`update "planned_moves" set "state" = ${reason === null ? 'done' : 'refused'}, "reason" = ${reason},
      "ended_at" = ${services.now().toISOString()}::timestamptz where "tenant_id" = ${tenantId} and "id" = ${move.id}`);
    await tell(tx, job, move, reason);
    return { value: work };
  });
  for (const work of after) await work();
}

interface Moved {
  /** Null: it was carried out. */
  readonly reason: string | null;
  readonly after: readonly (() => void | Promise<void>)[];
}

async function moveNow(job: RunningJob, tx: Tx, move: PlannedMove): Promise<(() => void | Promise<void>)[]> {
  const { context, after } = await jobContext(job, tx);
  if (!mayDo(context.session, users.access, 'update')) throw problem(403, notAllowed);
  try {
    await movePerson(context, move.user_id, move.reports_to ?? null);
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, sentenceOf(error)) : error;
  }
  return after;
}

/** The sentence at the field says more than that of the whole. */
const sentenceOf = ({ message, errors }: Problem): string => errors?.[0]?.message ?? message;

/** Notifies the one who planned it; where they can no longer sign in, the administrators. */
async function tell(tx: Tx, job: RunningJob, move: PlannedMove, reason: string | null): Promise<void> {
  const { tenantId, userId } = job;
  const people: { id: string; name: string; role: number; status: number | null; gone: boolean }[] = await tx.rows(sql`
    select "id", "name", "role", "status", "deleted_at" is not null as "gone" from "users" where "tenant_id" = ${tenantId}
      and ("id" = any(${[move.user_id, move.reports_to, userId].filter((id) => id !== null)}::text[]) or "role" = ${administrator})`);
  const nameOf = (id: string | null | undefined): string => people.find((one) => one.id === id)?.name ?? 'someone';
  const active = people.filter(({ status, gone }) => status === 1 && !gone);
  const planner = active.filter(({ id }) => id === userId);
  const where = move.reports_to ? `under ${nameOf(move.reports_to)}` : 'to the top';
  await notify(tx, tenantId, {
    to: (planner.length ? planner : active.filter(({ role }) => role === administrator)).map(({ id }) => id),
    type: 'planned_move',
    message:
      reason === null
        ? `${nameOf(move.user_id)} has moved ${where}, as planned for ${dayText(move.on)}`
        : `${nameOf(move.user_id)} could not be moved ${where} on ${dayText(move.on)}: ${reason}`,
    once: `planned-move:${move.id}`,
  });
}
