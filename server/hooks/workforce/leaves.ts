import sql from 'sql-template-tag';
import { dayText } from '../../../src/kinds/day-text';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Leave, leaves } from '../../../src/schemas/workforce/leaves';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { decidersOf } from '../../workforce/deciders';
import { refuseBeyondBalance } from '../../workforce/leave-balance';
import { tellTeams } from '../../automation/teams-post';
import { notify } from '../../live/notify';

export const hooks: Hooks<typeof leaves> = {
  async beforeCreate(draft, context) {
    const { session } = context;
    await checkType(draft.leave_type_id, context);
    await refuseOverlap(draft, null, context);
    await refuseBeyondBalance(draft, null, context);
    return { ...draft, user_id: session.userId, state: 'pending' };
  },
  async beforeUpdate(patch, before, context) {
    if (before.user_id !== context.session.userId) throw problem(403, notAllowed);
    if (before.state !== 'pending') throw problem(409, `This request was ${String(before.state)} and cannot be changed.`);
    if (patch.leave_type_id) await checkType(patch.leave_type_id, context);
    await refuseOverlap({ ...before, ...patch }, before.id, context);
    await refuseBeyondBalance({ ...before, ...patch }, before.id, context);
    return patch;
  },
  /** A new request notifies the person who decides it: the manager, or the administrators if there is none. */
  async afterWrite(row, before, { tx, session, services }) {
    if (before) return;
    const days = `from ${dayText(row.from_date)} to ${dayText(row.to_date)}`;
    await tellTeams(tx, services, session, 'leave', `${session.name} requested leave ${days}.`);
    await notify(tx, session.tenantId, {
      to: await decidersOf({ tx, session }),
      type: 'leave',
      message: `${session.name} requested leave ${days}`,
    });
  },
};

async function checkType(id: string, { tx, session }: Context): Promise<void> {
  const type = await tx.row(sql`
    select 1 from "leave_types" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "status" = 1 and "deleted_at" is null`);
  if (!type) throw invalid('leave_type_id', 'This leave type is no longer available');
}

/** Nobody is away twice at once. Two requests of one person at the same moment wait for each other. */
async function refuseOverlap(leave: Partial<Leave>, own: string | null, { tx, session }: Context): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`leave of ${session.userId}`}, 0))`);
  const other = await tx.row<{ from_date: string; to_date: string }>(sql`
    select "from_date", "to_date" from "leaves" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
      and "state" in ('pending', 'approved') and "deleted_at" is null and "id" is distinct from ${own}::text
      and "from_date" <= ${leave.to_date}::date and "to_date" >= ${leave.from_date}::date limit 1`);
  if (!other) return;
  const message = `You already have a leave request from ${dayText(other.from_date)} to ${dayText(other.to_date)}.`;
  throw problem(409, message, [{ path: 'from_date', message }]);
}
