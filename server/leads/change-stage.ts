import sql from 'sql-template-tag';
import type { CallActionSaved } from '../../src/schemas/calls/call-generate';
import { titleOf } from '../../src/schemas/kit/resource';
import { stageFaults, type StageFault, type StageLead, type StageRules } from '../../src/schemas/kit/stage-rules';
import { leads } from '../../src/schemas/leads/leads';
import { leadEvent } from '../lead-events/lead-events';
import type { AttachedFile } from '../domain/attachments';
import type { StoredBytes } from '../context/file-store';
import { newId } from '../store/ids';
import { actorName, type Acting, type LeadActor } from './acting';
import { actColumns, finishFirst, insertFollowUp, leadsToFinishFirst, mustFinishFirst, nextFollowUp } from './follow-up';
import type { LeadRecord } from './lead-access';

/** A file that is in the store already: only its row is written with the call action. */
export type StoredAttachment = Pick<AttachedFile, 'name' | 'mime'> & { readonly stored: StoredBytes };
/** A call action: the stage that the lead gets, and what was said and planned with it (D-058). */
export interface StageChange {
  readonly stageId: string;
  readonly subStage: string | null;
  /** ISO time of the follow-up it brings. */
  readonly followUpAt: string | null;
  /** Whose the follow-up is: without this, that of the person who changes the stage. */
  readonly followUpFor?: 'owner';
  readonly origin: 'manual' | 'dialer' | 'rule' | 'workflow';
  readonly lock?: 0 | 1;
  readonly group?: string;
  /** Undefined: the last comment stays. */
  readonly message?: string | null;
  readonly clgId?: number | null;
  readonly source?: string | null;
  readonly reEnquiredClgId?: number | null;
  /** May automation write to the lead because of it (D-064)? The tenant's own flag is asked besides. */
  readonly allowAutomation?: boolean;
  readonly files?: readonly StoredAttachment[];
}
export type StageChanged =
  /** Null: a rule or workflow asked for the stage that the lead already has. */
  | { readonly saved: CallActionSaved | null }
  /** The broken rules; nothing was written. */
  | {
      readonly faults: readonly (
        | StageFault
        | { readonly rule: 'pending'; readonly field: 'call_date_time'; readonly message: string }
      )[];
    };

/**
 * Gives the lead a stage, whether a person or a rule asks: checks all rules of a stage, stores the call action with its follow-up
 * and files and what the lead remembers of it, and raises the one event. The lead is locked.
 */
export async function changeStage(acting: Acting, lead: LeadRecord, change: StageChange): Promise<StageChanged> {
  const { tx, by } = acting;
  const { faults, from, to } = judged(acting, lead, change, await stagesOf(acting, [change.stageId, lead.stage_id]));
  const [first] = faults;
  if (by.automatic && first?.rule !== 'stage' && isThere(lead, change)) return { saved: null };
  if (first || !to) return { faults };
  if (change.followUpAt && (await mustFinishFirst(acting, lead.id)))
    return { faults: [{ rule: 'pending', field: 'call_date_time', message: finishFirst }] };

  const id = newId();
  const mayWrite = await insertCallAction(acting, lead, { from, to }, change, id);
  const followUpId = change.followUpAt
    ? await insertFollowUp(acting, {
        leadId: lead.id,
        at: change.followUpAt,
        userId: by.automatic || change.followUpFor === 'owner' ? lead.user_id : by.userId,
        stageName: to.stage_name ?? null,
        callActionId: id,
      })
    : null;
  const remembered = rememberedOf(to, change, lead, by);
  await tx.run(
    sql`update "leads" l set "stage_id" = ${remembered.stage_id}, "last_callaction_btn_message" = ${remembered.last_callaction_btn_message},
          "last_callaction_sub_stage" = ${remembered.last_callaction_sub_stage},
          "last_callaction_message" = case when ${change.message === undefined} then l."last_callaction_message" else ${change.message ?? null} end,
          "last_callaction_call_date_time" = ${remembered.last_callaction_call_date_time}::timestamptz,
          "last_callaction_followup_status" = ${remembered.last_callaction_followup_status}::int, "is_stage_mark_locked" = ${change.lock ?? 0},
          ${nextFollowUp}, ${actColumns(by, 'call_action')}
        where l."tenant_id" = ${by.tenantId} and l."id" = ${lead.id}`,
    'lead-change-stage',
  );
  if (!by.automatic)
    await leadEvent(tx, acting.services, by, 'stage_changed', [{ ...lead, ...remembered }], { noMessages: !mayWrite });
  return { saved: { call_action_id: id, follow_up_id: followUpId } };
}

/** Why each of the leads would not get the stage, null where it would; nothing is written. */
export async function stageRefusals(
  acting: Acting,
  some: readonly StagedLead[],
  change: StageWanted,
): Promise<(string | null)[]> {
  const stages = await stagesOf(acting, [change.stageId, ...some.map((lead) => lead.stage_id ?? null)]);
  const ids = change.followUpAt === null ? [] : some.map(({ id }) => id);
  const unfinished = ids.length ? await leadsToFinishFirst(acting, ids) : new Set();
  return some.map((lead) => {
    const [first] = judged(acting, lead, change, stages).faults;
    return first?.message ?? (unfinished.has(lead.id) ? finishFirst : null);
  });
}
type StageWanted = Pick<StageChange, 'stageId' | 'subStage' | 'followUpAt' | 'lock'>;
type StagedLead = StageLead & { readonly id: string; readonly stage_id?: string | null };

function judged(
  { by }: Pick<Acting, 'by'>,
  lead: StageLead & Pick<StagedLead, 'stage_id'>,
  change: StageWanted,
  stages: readonly Readonly<StageRules>[],
): { readonly from: StageRules | undefined; readonly to: StageRules | undefined; readonly faults: StageFault[] } {
  const to = stages.find(({ id }) => id === change.stageId);
  const from = stages.find(({ id }) => id === lead.stage_id);
  const wish = {
    from,
    to,
    subStage: change.subStage,
    followUpAt: change.followUpAt,
    lock: change.lock === 1,
    isAutomatic: by.automatic !== undefined,
  };
  return { from, to, faults: stageFaults(lead, wish, by.now, (field) => titleOf(leads, field)) };
}

const isThere = (lead: LeadRecord, { stageId, subStage }: StageChange): boolean =>
  lead.stage_id === stageId && (lead.last_callaction_sub_stage ?? null) === subStage;

/** Automation that plans nothing leaves what a person planned as the lead remembers it (D-059). */
const rememberedOf = (to: StageRules, { subStage, followUpAt }: StageChange, lead: LeadRecord, by: LeadActor) => {
  const keeps = by.automatic !== undefined && !followUpAt;
  return {
    stage_id: String(to.id),
    last_callaction_btn_message: to.stage_name ?? null,
    last_callaction_sub_stage: subStage,
    last_callaction_call_date_time: keeps ? lead.last_callaction_call_date_time : followUpAt,
    last_callaction_followup_status: keeps ? lead.last_callaction_followup_status : followUpAt ? 0 : null,
  };
};

const stagesOf = ({ tx, by }: Acting, ids: readonly (string | null)[]): Promise<Readonly<StageRules>[]> =>
  tx.rows<Readonly<StageRules>>(
    sql`select "id", "stage_name", "sub_stages", "sub_stage_required", "followup_required", "is_allow_user_lock_stage", "status",
          "next_stage_ids", "required_fields"
        from "lead_stages" where "tenant_id" = ${by.tenantId} and "id" = any(${[...new Set(ids)]}::text[]) and "deleted_at" is null`,
    'stages-of-change',
  );

/** Returns whether automation may write to the lead because of it: the checkbox and the tenant's flag together (D-064). */
async function insertCallAction(
  acting: Acting,
  lead: LeadRecord,
  { from, to }: { readonly from: StageRules | undefined; readonly to: StageRules },
  change: StageChange,
  id: string,
): Promise<boolean> {
  const { tx, by } = acting;
  const files = await attachFiles(acting, id, change.files ?? []);
  const row = await tx.row<{ allowed: boolean }>(
    sql`insert into "call_actions" ("tenant_id", "id", "lead_id", "group", "btn_message", "sub_stage", "call_date_time", "message",
          "clg_id", "files", "user_id", "stage_id", "lead_source_at_stage", "last_re_enquired_clg_id", "is_stage_mark_locked",
          "allowAutomation", "dialer", "previous_stage_id", "previous_btn_message", "previous_sub_stage", "origin", "actor", "created_at", "created_by",
          "updated_by")
        values (${by.tenantId}, ${id}, ${lead.id}, ${change.group ?? 'leads'}, ${to.stage_name}, ${change.subStage},
          ${change.followUpAt}::timestamptz, ${change.message ?? null}, ${change.clgId ?? null}, ${JSON.stringify(files)}::jsonb,
          ${by.userId}, ${to.id}, ${change.source ?? lead.last_source ?? lead.source}, ${change.reEnquiredClgId ?? null},
          ${change.lock ?? 0},
          ${change.allowAutomation ?? false}
            and exists (select 1 from "tenant" where "tenant_id" = ${by.tenantId} and "is_allow_automation_trigger" = 1),
          ${change.origin === 'dialer'}, ${lead.stage_id}, ${from?.stage_name ?? lead.last_callaction_btn_message}, ${lead.last_callaction_sub_stage}, ${change.origin},
          ${actorName(by)}, ${by.now.toISOString()}::timestamptz, ${by.userId}, ${by.userId})
        returning "allowAutomation" as "allowed"`,
    'call-action-add',
  );
  return row?.allowed === true;
}

async function attachFiles(
  { tx, services, by }: Acting,
  callActionId: string,
  files: readonly StoredAttachment[],
): Promise<string[]> {
  const addresses: string[] = [];
  for (const file of files) {
    const owner = { purpose: 'attachment', ownerResource: 'call-actions', ownerId: callActionId } as const;
    const stored = await services.files.put(tx, by.tenantId, { ...file, ...owner });
    addresses.push(`files/${stored.id}`);
  }
  return addresses;
}
