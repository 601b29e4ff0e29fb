import sql from 'sql-template-tag';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Row } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { attendance } from '../../../src/schemas/workforce/attendance';
import { leaves } from '../../../src/schemas/workforce/leaves';
import { tellTeams } from '../../automation/teams-post';
import { presentRow } from '../../catalogue/answers';
import { insertRecord } from '../../catalogue/create';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { addDays } from '../../domain/days';
import { refuseTransition } from '../../domain/transitions';
import { notify } from '../../live/notify';
import { refuseLocked } from '../../workforce/month-lock';

type Leave = Row<typeof leaves>;

export const handlers: Handlers = {
  ...handleAction(leaves, 'decision', decision),
  ...handleAction(leaves, 'cancel', cancel),
};

/** {status, remark}, by roles 1 to 3 for the people they see; nobody below role 1 decides about themselves. */
async function decision(context: ActionContext<typeof leaves, 'decision'>): Promise<Reply> {
  const { session, body } = context;
  const { status, remark } = body;
  const before = await fetchRow(leaves, keyFrom(leaves, context), context, { lock: true });
  if (status !== 'approved' && status !== 'rejected') throw invalid('status', 'Status must be approved or rejected');
  if (remark !== undefined && remark !== null && (typeof remark !== 'string' || remark.length > 300))
    throw invalid('remark', 'Remark can have up to 300 characters');
  if (before.user_id === session.userId && !isAdministrator(session)) throw problem(403, notAllowed);
  if (before.state !== 'pending') throw problem(409, `This request has already been ${before.state}.`);
  if (status === 'approved') await refuseLocked(context, monthsOf(before));
  const row = await updateRow(leaves, before.id, { state: status, decided_by: session.userId, remark: remark ?? null }, context);
  if (status === 'approved') await markDays(row, context);
  await notify(context.tx, session.tenantId, {
    to: String(row.user_id),
    type: 'leave',
    message: `${session.name} ${status} your leave from ${row.from_date} to ${row.to_date}`,
  });
  await tellTeams(context.tx, context.services, session, 'leave', `${session.name} ${status} leave ${days(row)}.`);
  return answer(row, `Leave ${status}.`, context);
}

/** The person who requested a leave can cancel it before the decision, or while an approved leave is still ahead. */
async function cancel(context: Context): Promise<Reply> {
  const { session, services, tx } = context;
  const before = await fetchRow(leaves, keyFrom(leaves, context), context, { lock: true });
  if (before.user_id !== session.userId) throw problem(403, notAllowed);
  refuseTransition('leaves', before.state, 'cancelled');
  if (before.state === 'approved' && Date.parse(before.from_date) <= services.now().getTime())
    throw problem(409, 'This leave has already started.');
  if (before.state === 'approved') await refuseLocked(context, monthsOf(before));
  const row = await updateRow(leaves, before.id, { state: 'cancelled' }, context);
  await tx.run(sql`
    update "attendance" set "deleted_at" = now() where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
      and "state" = 'leave' and "check_in" is null and "deleted_at" is null
      and "date" between ${row.from_date}::date and ${row.to_date}::date`);
  await tellTeams(tx, services, session, 'leave', `${session.name} cancelled leave ${days(row)}.`);
  return answer(row, 'Leave cancelled.', context);
}

/** A day of each month that the leave touches. */
function monthsOf({ from_date: from, to_date: to }: Leave): string[] {
  const found = [from];
  for (let day = from; day <= to && found.length < 24; day = addDays(day, 1))
    if (day.slice(0, 7) !== found.at(-1)!.slice(0, 7)) found.push(day);
  return found;
}

const days = (row: Leave): string => `from ${row.from_date} to ${row.to_date}`;

/** Days of leave are entered in the attendance; half days are not. */
async function markDays(leave: Leave, context: Context): Promise<void> {
  if (leave.half_day !== 'none') return;
  const { tx, session } = context;
  const known = await tx.rows<{ date: string }>(sql`
    select "date" from "attendance" where "tenant_id" = ${session.tenantId} and "user_id" = ${leave.user_id}
      and "deleted_at" is null and "date" between ${leave.from_date}::date and ${leave.to_date}::date`);
  const taken = new Set(known.map((one) => one.date));
  let day = leave.from_date;
  for (let count = 0; day <= leave.to_date && count < 366; count++, day = addDays(day, 1))
    if (!taken.has(day))
      await insertRecord(attendance, { user_id: String(leave.user_id), date: day, state: 'leave', mode: 'office' }, context);
}

async function answer(row: Leave, message: string, context: Context): Promise<Reply> {
  return { message, data: await presentRow(leaves, {}, row, context) };
}
