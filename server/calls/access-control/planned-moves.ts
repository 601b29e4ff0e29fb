import sql from 'sql-template-tag';
import * as hierarchyCalls from '../../../src/schemas/calls/user-hierarchy';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { dayText } from '../../../src/kinds/day-text';
import { refuseUnreachedUsers } from '../../catalogue/reach';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, dayOf, startOfDay } from '../../domain/days';
import { newId } from '../../store/ids';
import { movePerson, plannedMove } from './planned-move-job';

export const handlers: Handlers = {
  ...handle(hierarchyCalls.planMove, plan),
  ...handle(hierarchyCalls.cancelPlannedMove, cancel),
};

/** As far ahead as a move can be planned. */
const mostDays = 366;

/** What would be refused today is refused at once; the day it takes effect, everything is checked again. */
async function plan(context: CallContext<typeof hierarchyCalls.planMove>): Promise<CallReply<typeof hierarchyCalls.planMove>> {
  const { tx, session, services, params, body } = context;
  const { tenantId, timezone } = session;
  const userId = String(params.id);
  const { reports_to: manager, on } = body;
  const today = dayOf(services.now(), timezone);
  if (on <= today) throw invalid('on', 'Choose a later day, or move the person now');
  if (on > addDays(today, mostDays)) throw invalid('on', 'Choose a day within a year');
  await tx.run(sql`savepoint tried_move`, 'savepoint_tried_move');
  const before = await movePerson(context, userId, manager);
  await tx.run(sql`rollback to savepoint tried_move`, 'rollback_tried_move');
  await tx.run(sql`release savepoint tried_move`, 'release_tried_move');
  if (before.reports_to === manager) throw invalid('reports_to', 'Choose another manager than the current one');
  await end(context, userId);
  const id = newId();
  await tx.run(sql`insert into "planned_moves" ("tenant_id", "id", "user_id", "reports_to", "on", "state")
    values (${tenantId}, ${id}, ${userId}, ${manager}, ${on}, 'planned')`);
  await services.jobs.add(tx, session, { kind: plannedMove, payload: { id }, runAt: startOfDay(on, timezone) });
  return { message: `The move is planned for ${dayText(on)}.` };
}

async function cancel(
  context: CallContext<typeof hierarchyCalls.cancelPlannedMove>,
): Promise<CallReply<typeof hierarchyCalls.cancelPlannedMove>> {
  const userId = String(context.params.id);
  await refuseUnreachedUsers([userId], 'id', context);
  if (!(await end(context, userId))) throw problem(404, 'No move is planned for this person.');
  return { message: 'The planned move is cancelled.' };
}

/** The job of a plan that has ended does nothing. */
const end = ({ tx, session, services }: Pick<Context, 'tx' | 'session' | 'services'>, userId: string): Promise<number> =>
  tx.run(sql`update "planned_moves" set "state" = 'cancelled', "ended_at" = ${services.now().toISOString()}::timestamptz
    where "tenant_id" = ${session.tenantId} and "user_id" = ${userId} and "ended_at" is null and "deleted_at" is null`);
