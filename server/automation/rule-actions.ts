import type { ActionPlace, Outcome, Params } from './action-place';
import sql from 'sql-template-tag';
import type { ChannelName } from '../context/channels';
import { changeStage as setStage } from '../leads/change-stage';
import { planFollowUp } from '../leads/follow-up';
import { assignLeads } from '../leads/assign';
import { addTag } from '../leads/note-on-lead';
import { notify } from '../live/notify';
import { contactShownTo } from '../live/lead-contact';
import { postLead } from './lead-post';
import { isZohoOn, pushLead } from '../lead-events/zoho-push';
import { sendToLead } from '../lead-events/send-to-lead';

type Action = (place: ActionPlace, params: Params) => Promise<Outcome>;

const done: Outcome = { result: 'done' };
const skipped = (message: string): Outcome => ({ result: 'skipped', message });
const failed = (message: string): Outcome => ({ result: 'failed', message });

/** What a rule or a step of a workflow can do to a lead. None of them raises a lead event: rules do not trigger rules. */
export async function runAction(place: ActionPlace, type: string, params: Params | null | undefined): Promise<Outcome> {
  const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
  return action ? action(place, params ?? {}) : failed(`There is no action '${type}'.`);
}

const send =
  (channel: ChannelName): Action =>
  (place, params) =>
    sendToLead(place, channel, params);

const actions: Readonly<Record<string, Action>> = {
  assign: async (place, params) => {
    const { tx, by, lead } = place;
    const userId = typeof params.user_id === 'string' ? params.user_id : null;
    if (!userId) return failed('No user is chosen.');
    const user = await tx.row<{ status: number }>(
      sql`select "status" from "users" where "tenant_id" = ${by.tenantId} and "id" = ${userId} and "type" = 'org' and "deleted_at" is null`,
      'action-user',
    );
    if (user?.status !== 1) return failed('This user does not exist or is not active.');
    const given = await assignLeads(place, [lead], userId, { reason: 'rule_engine' });
    return given ? done : skipped('The lead is already theirs.');
  },
  change_stage: changeStage,
  add_tag: async (place, params) => {
    const tag = textOf(params.tag, 40);
    if (!tag) return failed('No tag is given.');
    const why = await addTag(place, place.lead, tag);
    return why ? skipped(why) : done;
  },
  create_followup: async (place, params) => {
    const { by, lead } = place;
    const at = inMinutes(params.in_minutes, by.now);
    if (!at) return failed('The follow-up time is missing.');
    const follow = { leadId: lead.id, at, userId: lead.user_id, stageName: lead.last_callaction_btn_message };
    const fault = await planFollowUp(place, { ...follow, note: textOf(params.note, 2000) });
    return fault ? skipped(fault.message) : done;
  },
  notify_user: async ({ tx, by, lead }, params) => {
    const userId = typeof params.user_id === 'string' && params.user_id ? params.user_id : lead.user_id;
    if (!userId) return skipped('The lead has no owner to notify.');
    const caller = { name: lead.name, phone: null, owner: lead.user_id, id: lead.id };
    const { name } = await contactShownTo(tx, by.tenantId, userId, caller);
    const message = textOf(params.message, 300) ?? `${name ?? 'A lead'}: a rule asks you to look at this lead.`;
    await notify(tx, by.tenantId, { to: userId, type: 'lead_assigned', message, leadId: lead.id, lead_ids: [lead.id] });
    return done;
  },
  send_sms: send('sms'),
  send_email: send('email'),
  send_whatsapp: send('whatsapp'),
  send_voice: send('voice'),
  push_zoho: async ({ tx, services, by, lead }) => {
    if (!(await isZohoOn(tx, by.tenantId))) return skipped('Zoho is not connected.');
    await pushLead(tx, services, { tenantId: by.tenantId, userId: null }, lead.id);
    return done;
  },
  webhook: async (place, params) => {
    const url = textOf(params.url, 500);
    if (!url || !URL.canParse(url)) return failed('The webhook URL is missing.');
    await postLead(place, url);
    return done;
  },
};

/** What the author of the rule has to fix. */
const ofTheRule = new Set(['stage', 'sub_stage', 'follow_up', 'lock']);

/** Sets the stage with the same checks as for a person. */
async function changeStage(place: ActionPlace, params: Params): Promise<Outcome> {
  const { lead, by, origin } = place;
  const stageId = String(params.stage_id ?? '');
  const subStage = textOf(params.sub_stage, 60);
  const followUpAt = inMinutes(params.in_minutes, by.now);
  const changed = await setStage(place, lead, { stageId, subStage, followUpAt, origin });
  if ('saved' in changed) return changed.saved ? done : skipped('The lead is already at this stage.');
  const [first] = changed.faults;
  if (first!.rule === 'stage') return failed('This stage does not exist or is not active.');
  return ofTheRule.has(first!.rule) ? failed(first!.message) : skipped(first!.message);
}

/** The ISO time so many minutes from now, a year at most; null for anything else. */
function inMinutes(value: unknown, now: Date): string | null {
  const minutes = Number(value);
  if (!Number.isFinite(minutes) || minutes < 1 || minutes > 525_600) return null;
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, longest) : null;
