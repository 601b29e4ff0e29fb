import sql from 'sql-template-tag';
import { followUpTypes } from '../../../src/schemas/calls/call-actions';
import { callActions } from '../../../src/schemas/leads/call-actions';
import type { followUps } from '../../../src/schemas/leads/follow-ups';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { veilAs } from '../../catalogue/field-rules';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { seesLead } from '../../context/data-scope';
import { loadUser } from '../../identity/sessions';
import { actingOf } from '../../leads/acting';
import { countMove, finishFollowUp, refreshFollowUps, reopenFollowUp, whyNotPlan } from '../../leads/follow-up';
import { tabPredicates } from '../../leads/follow-up-tabs';
import { leadOf, type LeadRecord } from '../../leads/lead-access';
import { newId } from '../../store/ids';

/** A follow-up added without a call action. */
const beforeCreate: Hooks<typeof followUps>['beforeCreate'] = async (draft, context) => {
  const { session, services } = context;
  const lead = await leadOf(context, draft.lead_id, 'lock');
  const now = services.now();
  const fault = await whyNotPlan(actingOf(context), lead.id, draft.call_date_time);
  if (fault) throw fault.rule === 'time' ? invalid('call_date_time', fault.message) : problem(409, fault.message);
  const userId = draft.user_id ?? session.userId;
  await checkPerson(context, userId, lead);
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
  const lead = await leadOf(context, before.lead_id, 'lock');
  if (patch.user_id && patch.user_id !== before.user_id) await checkPerson(context, patch.user_id, lead);
  const moved = await countMove(actingOf(context), before.id, patch.call_date_time, context.undoes !== undefined);
  return moved === undefined ? patch : { ...patch, reschedule_count: moved };
};

/** Who cannot see the lead would never find the follow-up, and nobody else looks for it. */
async function checkPerson({ tx, session }: Context, userId: string, lead: LeadRecord): Promise<void> {
  if (userId === session.userId) return;
  const person = await loadUser(tx, session.tenantId, userId);
  if (person?.type !== 'org') throw invalid('user_id', 'This user does not exist or is not active');
  if (!(await seesLead(tx, person.scope, lead)))
    throw invalid('user_id', `${person.name} cannot see this lead. Re-assign the lead, or choose someone who sees it`);
}

const afterWrite: Hooks<typeof followUps>['afterWrite'] = async (row, before, context) => {
  await refreshFollowUps(actingOf(context), row.lead_id, before ? null : 'follow_up_added');
};

/** Managers clear up what is pending, with a reason; others mark one after the other. */
const finish: Hooks<typeof followUps>['finish'] = {
  roles: [1, 2, 3],
  async done({ id, lead_id, state }, reason, context) {
    await leadOf(context, lead_id, 'lock');
    if (state !== 'pending') throw problem(409, `This follow-up is ${state} already.`);
    return { done_at: await finishFollowUp(actingOf(context), id, 'bulk', reason) };
  },
  async reopen({ id, lead_id, done_at }, context) {
    await leadOf(context, lead_id, 'lock');
    await reopenFollowUp(actingOf(context), id, done_at ?? '');
  },
};

/** A tab of /myfollowup. */
const listWhere: Hooks<typeof followUps>['listWhere'] = ({ tab }, { services, session }) => {
  if (tab === undefined) return undefined;
  const name = followUpTypes.find((one) => one === tab);
  if (!name) throw invalid('tab', `There is no tab '${String(tab).slice(0, 40)}'`);
  return tabPredicates(services.now(), session.timezone, 'follow_ups')[name];
};

interface FollowUpFacts {
  readonly id: string;
  readonly lead_phone: string;
  readonly lead_whatsapp: string;
  readonly clg_name: string;
  readonly sub_stage: string;
  readonly message: string | null;
}
/** What a list shows of the lead and of the call action that planned it, whose comment is the note. */
const present: Hooks<typeof followUps>['present'] = async (rows, { tx, session }, of) => {
  if (of !== 'list' || !rows.length) return rows;
  const found = await tx.rows<FollowUpFacts>(
    sql`select f."id", l."phone" as "lead_phone", l."whatsapp_number" as "lead_whatsapp", l."clg_name", c."sub_stage", c."message" from "follow_ups" f
        join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id"
        left join "call_actions" c on c."tenant_id" = f."tenant_id" and c."id" = f."call_action_id"
        where f."tenant_id" = ${session.tenantId} and f."id" = any(${rows.map(({ id }) => id)}::text[])`,
    'follow-up-facts',
  );
  const seen = found.map((one) => veilAs(callActions, session, one, { sub_stage: 'sub_stage', message: 'message' }));
  const byId = new Map(seen.map(({ id, ...facts }) => [id, facts]));
  return rows.map((row) => {
    const { message, ...facts } = byId.get(row.id) ?? { message: null };
    return { ...row, ...facts, ...(message ? { note: message } : {}) };
  });
};

export const hooks: Hooks<typeof followUps> = {
  listQuery: ['tab'],
  listWhere,
  present,
  beforeCreate,
  beforeUpdate,
  afterWrite,
  finish,
};
