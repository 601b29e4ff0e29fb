import sql from 'sql-template-tag';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { isPast, pastFollowUp } from '../../src/schemas/kit/stage-rules';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { actingOf } from '../leads/acting';
import { finishFirst, mustFinishFirst, refreshFollowUps } from '../leads/follow-up';
import { leadOf } from '../leads/lead-access';
import { newId } from '../store/ids';

/** A follow-up added alone. */
const beforeCreate: Hooks['beforeCreate'] = async (draft, context) => {
  const { session, services } = context;
  const lead = await leadOf(context, draft['lead_id'] as string, 'lock');
  const now = services.now();
  if (isPast(draft['call_date_time'] as string, now)) throw invalid('call_date_time', pastFollowUp);
  if (await mustFinishFirst(actingOf(context), lead.id)) throw problem(409, finishFirst);
  const userId = (draft['user_id'] as string | null | undefined) ?? session.userId;
  await checkPerson(context, userId);
  const id = newId();
  return {
    ...draft,
    id,
    call_action_id: id, // one added alone answers under its own id (catalogue 45)
    user_id: userId,
    btn_message: lead.last_callaction_btn_message,
    created_date: now.toISOString(),
    state: 'pending',
    reschedule_count: 0,
  };
};

/** Moved to another time (counted, up to the tenant's limit), given to somebody else, or its note changed. */
const beforeUpdate: Hooks['beforeUpdate'] = async (patch, before, context) => {
  const { tx, session, services } = context;
  await leadOf(context, before['lead_id'] as string, 'lock');
  const current = await tx.row<{ state: string; reschedule_count: number; call_date_time: string }>(
    sql`select "state", coalesce("reschedule_count", 0) as "reschedule_count", "call_date_time" from "follow_ups"
        where "tenant_id" = ${session.tenantId} and "id" = ${before['id'] as string}`,
    'follow-up-now',
  );
  if (current?.state !== 'pending') throw problem(409, `This follow-up is ${current?.state ?? 'gone'} and cannot be changed.`);
  if (patch['user_id']) await checkPerson(context, patch['user_id'] as string);
  const at = patch['call_date_time'] as string | undefined;
  if (!at || Date.parse(at) === Date.parse(current.call_date_time)) return patch;
  if (isPast(at, services.now())) throw invalid('call_date_time', pastFollowUp);
  const most = (
    await tx.row<{ most: number | null }>(
      sql`select ("report_settings"->>'max_reschedules')::int as "most" from "tenant" where "tenant_id" = ${session.tenantId}`,
      'most-reschedules',
    )
  )?.most;
  if (most != null && current.reschedule_count >= most)
    throw problem(409, `This follow-up was moved ${current.reschedule_count} times already; more is not allowed.`);
  return { ...patch, reschedule_count: current.reschedule_count + 1 };
};

async function checkPerson({ tx, session }: Context, userId: string): Promise<void> {
  if (userId === session.userId) return;
  const person = await tx.row(
    sql`select 1 from "users" where "tenant_id" = ${session.tenantId} and "id" = ${userId} and "type" = 'org' and "status" = 1
          and "deleted_at" is null`,
    'follow-up-person',
  );
  if (!person) throw invalid('user_id', 'This user does not exist or is not active.');
}

const afterWrite: Hooks['afterWrite'] = async (row, before, context) => {
  await refreshFollowUps(actingOf(context), row['lead_id'] as string, before ? null : 'follow_up_added');
};

export const hooks: Hooks = { beforeCreate, beforeUpdate, afterWrite };
