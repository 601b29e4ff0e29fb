import sql from 'sql-template-tag';
import { refreshFollowUps } from '../leads/follow-up-state';
import type { Services } from '../http/context';
import type { ChannelName } from '../channels/channels';
import { notify } from '../live/notify';
import { shownLead } from '../live/shown-lead';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { setOwner, type Giver } from './give-lead';
import { postLead } from './lead-post';
import { isZohoOn, pushLead } from './zoho-push';
import { sendToLead, type ReachableLead } from './send-to-lead';

export interface ActionLead extends ReachableLead {
  readonly user_id: string | null;
  readonly stage_id: string | null;
  readonly tags: readonly string[] | null;
  readonly is_stage_mark_locked: number | null;
  readonly last_callaction_btn_message: string | null;
  readonly last_callaction_sub_stage: string | null;
  readonly last_source: string | null;
  readonly source: string | null;
  readonly [column: string]: unknown;
}
/** Where an action runs: the lead's row is locked, `origin` says in whose name the trace is written. */
export interface ActionPlace {
  readonly tx: Tx;
  readonly services: Services;
  readonly by: Giver;
  readonly lead: ActionLead;
  readonly origin: 'rule' | 'workflow';
  readonly ruleId: string;
  /** What is done here sends the lead no message (D-064). */
  readonly noMessages: boolean;
}
export type Params = Readonly<Record<string, unknown>>;
/** `failed` says in words what is wrong with the rule; `skipped` why there was nothing to do. */
export type Outcome = { readonly result: 'done' } | { readonly result: 'skipped' | 'failed'; readonly message: string };
type Action = (place: ActionPlace, params: Params) => Promise<Outcome>;

const done: Outcome = { result: 'done' };
const skipped = (message: string): Outcome => ({ result: 'skipped', message });
const failed = (message: string): Outcome => ({ result: 'failed', message });

/** What a rule or a step of a workflow can do to a lead. None of them raises a lead event: rules do not set off rules. */
export async function runAction(place: ActionPlace, type: string, params: Params | null | undefined): Promise<Outcome> {
  const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
  return action ? action(place, params ?? {}) : failed(`There is no action '${type}'.`);
}

const send =
  (channel: ChannelName): Action =>
  (place, params) =>
    sendToLead(place, channel, params);

const actions: Readonly<Record<string, Action>> = {
  assign: async ({ tx, by, lead, ruleId }, params) => {
    const userId = typeof params['user_id'] === 'string' ? params['user_id'] : null;
    if (!userId) return failed('Nobody is named.');
    const user = await tx.row<{ status: number }>(
      sql`select "status" from "users" where "tenant_id" = ${by.tenantId} and "id" = ${userId} and "type" = 'org' and "deleted_at" is null`,
      'action-user',
    );
    if (user?.status !== 1) return failed('This user is not there or not active.');
    if (lead.user_id === userId) return skipped('The lead is theirs already.');
    await setOwner(tx, by, lead, userId, { reason: 'rule_engine', ruleId });
    return done;
  },
  change_stage: changeStage,
  add_tag: async ({ tx, by, lead }, params) => {
    const tag = String(params['tag'] ?? '')
      .trim()
      .slice(0, 40);
    if (!tag) return failed('No tag is named.');
    if (lead.tags?.includes(tag)) return skipped('The lead has the tag already.');
    await tx.run(
      sql`update "leads" set "tags" = coalesce("tags", '[]'::jsonb) || ${JSON.stringify([tag])}::jsonb
          where "tenant_id" = ${by.tenantId} and "id" = ${lead.id}`,
      'action-tag',
    );
    return done;
  },
  create_followup: async ({ tx, by, lead }, params) => {
    const minutes = Number(params['in_minutes']);
    if (!Number.isFinite(minutes) || minutes < 1 || minutes > 525_600) return failed('The time of the follow-up is missing.');
    const id = newId();
    const at = new Date(by.now.getTime() + minutes * 60_000).toISOString();
    await tx.run(
      sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message", "created_date",
            "state", "user_id", "note", "reschedule_count")
          values (${by.tenantId}, ${id}, ${id}, ${lead.id}, ${at}::timestamptz, ${lead.last_callaction_btn_message},
            ${by.now.toISOString()}::timestamptz, 'pending', ${lead.user_id}, ${textOf(params['note'], 2000)}, 0)`,
      'action-follow-up',
    );
    await refreshFollowUps(tx, by.tenantId, lead.id, null);
    return done;
  },
  notify_user: async ({ tx, by, lead }, params) => {
    const userId = typeof params['user_id'] === 'string' && params['user_id'] ? params['user_id'] : lead.user_id;
    if (!userId) return skipped('The lead has no owner to tell.');
    const { name } = await shownLead(tx, by.tenantId, userId, { name: lead.name, phone: null, owner: lead.user_id });
    const message = textOf(params['message'], 300) ?? `${name ?? 'A lead'}: a rule asks you to look at this lead.`;
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
    const url = textOf(params['url'], 500);
    if (!url || !URL.canParse(url)) return failed('The address of the webhook is missing.');
    await postLead(place, url);
    return done;
  },
};

/** The stage with its trace in the lead's history, as a person's own act would leave it. */
async function changeStage({ tx, by, lead, origin }: ActionPlace, params: Params): Promise<Outcome> {
  const stage = await tx.row<{
    id: string;
    stage_name: string;
    sub_stages: { name: string; status?: number }[] | null;
    status: number;
  }>(
    sql`select "id", "stage_name", "sub_stages", "status" from "lead_stages"
        where "tenant_id" = ${by.tenantId} and "id" = ${String(params['stage_id'] ?? '')} and "deleted_at" is null`,
    'action-stage',
  );
  if (stage?.status !== 1) return failed('This stage is not there or not active.');
  const sub = textOf(params['sub_stage'], 60);
  if (sub && !stage.sub_stages?.some((one) => one.name === sub && one.status !== 0))
    return failed('The stage has no such sub stage.');
  if (lead.is_stage_mark_locked === 1) return skipped('The stage of this lead is locked.');
  if (lead.stage_id === stage.id && (lead.last_callaction_sub_stage ?? null) === sub)
    return skipped('The lead is there already.');
  const at = by.now.toISOString();
  await tx.run(
    sql`insert into "call_actions" ("tenant_id", "id", "lead_id", "group", "btn_message", "sub_stage", "files", "stage_id",
          "lead_source_at_stage", "is_stage_mark_locked", "allowAutomation", "dialer", "previous_btn_message", "previous_sub_stage",
          "origin", "created_at")
        values (${by.tenantId}, ${newId()}, ${lead.id}, 'leads', ${stage.stage_name}, ${sub}, '[]'::jsonb, ${stage.id},
          ${lead.last_source ?? lead.source}, 0, false, false, ${lead.last_callaction_btn_message}, ${lead.last_callaction_sub_stage},
          ${origin}, ${at}::timestamptz)`,
    'action-call-action',
  );
  await tx.run(
    sql`update "leads" set "stage_id" = ${stage.id}, "last_callaction_btn_message" = ${stage.stage_name}, "last_callaction_sub_stage" = ${sub}
        where "tenant_id" = ${by.tenantId} and "id" = ${lead.id}`,
    'action-lead-stage',
  );
  return done;
}

const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, longest) : null;
