import sql from 'sql-template-tag';
import type { followUps } from '../../../src/schemas/leads/follow-ups';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { actingOf } from '../../leads/acting';
import { moveFollowUp, refreshFollowUps, whyNotPlan } from '../../leads/follow-up';
import { leadOf } from '../../leads/lead-access';
import { newId } from '../../store/ids';

/** A follow-up added without a call action. */
const beforeCreate: Hooks<typeof followUps>['beforeCreate'] = async (draft, context) => {
  const { session, services } = context;
  const lead = await leadOf(context, draft.lead_id, 'lock');
  const now = services.now();
  const fault = await whyNotPlan(actingOf(context), lead.id, draft.call_date_time);
  if (fault) throw fault.rule === 'past' ? invalid('call_date_time', fault.message) : problem(409, fault.message);
  const userId = draft.user_id ?? session.userId;
  await checkPerson(context, userId);
  const id = newId();
  return {
    ...draft,
    id,
    call_action_id: id, // one added alone answers under its own id
    user_id: userId,
    btn_message: lead.last_callaction_btn_message,
    created_date: now.toISOString(),
    state: 'pending',
    reschedule_count: 0,
  };
};

/** Moved to another time (counted, up to the tenant's limit), given to someone else, or its note changed. */
const beforeUpdate: Hooks<typeof followUps>['beforeUpdate'] = async (patch, before, context) => {
  await leadOf(context, before.lead_id, 'lock');
  if (patch.user_id) await checkPerson(context, patch.user_id);
  const moved = await moveFollowUp(actingOf(context), before.id, patch.call_date_time);
  return moved === undefined ? patch : { ...patch, reschedule_count: moved };
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

const afterWrite: Hooks<typeof followUps>['afterWrite'] = async (row, before, context) => {
  await refreshFollowUps(actingOf(context), row.lead_id, before ? null : 'follow_up_added');
};

export const hooks: Hooks<typeof followUps> = { beforeCreate, beforeUpdate, afterWrite };
