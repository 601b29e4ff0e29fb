import sql from 'sql-template-tag';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { CallActionSaved } from '../../src/schemas/calls/call-actions';
import { leads } from '../../src/schemas/leads/leads';
import { titleOf } from '../../src/schemas/kit/resource';
import { leadEventOf } from '../automation/lead-events';
import { attachmentLimit, readAttachment, type AttachedFile, type Attachment } from '../domain/attachments';
import { checkStageChange, type StageRules } from '../domain/stages';
import type { KeptBytes } from '../files/file-store';
import type { Context, Handler, Handlers } from '../http/context';
import { finishFirst, mustFinishFirst } from '../leads/follow-up-state';
import { leadOf, type LeadRecord } from '../leads/lead-access';
import { newId } from '../store/ids';

interface SaveBody {
  readonly lead_id: string;
  readonly lead_source_at_stage?: string | null;
  readonly last_re_enquired_clg_id?: number | null;
  readonly is_stage_mark_locked?: 0 | 1;
  readonly callObj: {
    readonly group?: string;
    readonly stage_id: string;
    readonly sub_stage?: string | null;
    readonly call_date_time?: string | null;
    readonly message?: string | null;
    readonly clg_id?: number | null;
  };
  readonly allowAutomation?: boolean;
  readonly files?: readonly Attachment[];
  readonly user_selected_college_id?: number | null;
  readonly dialer?: boolean;
  readonly client_ref?: string;
}

/** CALLACTION-054 to 056: one transaction keeps the call action, its follow-up and what the lead remembers of it. */
const callGenerate: Handler = async (context) => {
  const { tx, session, services } = context;
  const save = context.body as unknown as SaveBody;
  const files = readFiles(save.files ?? [], context);
  const lead = await leadOf(context, save.lead_id, 'lock');
  const now = services.now();
  const { stage, from } = await stagesOf(context, lead, save.callObj.stage_id);
  const errors = checkStageChange(
    lead,
    from,
    stage,
    { ...save.callObj, is_stage_mark_locked: save.is_stage_mark_locked },
    now,
    (field) => titleOf(leads, field),
  );
  if (errors.length > 0 || !stage) throw problem(422, errors[0]!.message, errors);
  await checkReferences(context, save);

  const followUpAt = save.callObj.call_date_time ?? null;
  if (followUpAt && (await mustFinishFirst(tx, session.tenantId, lead.id))) throw problem(409, finishFirst);

  const saved: CallActionSaved = { call_action_id: newId(), follow_up_id: followUpAt ? newId() : null };
  const mayWrite = await insertCallAction(context, { save, lead, stage, now, id: saved.call_action_id, files });
  if (saved.follow_up_id)
    await tx.run(
      sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message", "created_date",
            "state", "user_id", "reschedule_count", "created_by", "updated_by")
          values (${session.tenantId}, ${saved.follow_up_id}, ${saved.call_action_id}, ${lead.id}, ${followUpAt}::timestamptz,
            ${stage.stage_name}, ${now.toISOString()}::timestamptz, 'pending', ${session.userId}, 0, ${session.userId}, ${session.userId})`,
      'follow-up-add',
    );
  await rememberOnLead(context, save, stage, now);
  const changed = {
    ...lead,
    stage_id: stage.id,
    last_callaction_btn_message: stage.stage_name,
    last_callaction_sub_stage: save.callObj.sub_stage || null,
    last_callaction_call_date_time: followUpAt,
    last_callaction_followup_status: followUpAt ? 0 : null,
  };
  await leadEventOf(context, 'stage_changed', changed, { noMessages: !mayWrite });
  return { message: 'Saved Successfully', data: saved };
};

type KeptAttachment = Pick<AttachedFile, 'name' | 'mime'> & { readonly kept: KeptBytes };

function readFiles(attachments: readonly Attachment[], { sent }: Context): KeptAttachment[] {
  if (attachments.length > attachmentLimit.files)
    throw invalid('files', `At most ${attachmentLimit.files} files can be attached.`);
  return attachments.map((attachment, i) => {
    const file = readAttachment(attachment);
    if (typeof file === 'string') throw invalid(`files.${i}`, file);
    return { name: file.name, mime: file.mime, kept: sent!.get(attachment.img)!.kept };
  });
}

async function stagesOf(
  { tx, session }: Context,
  lead: LeadRecord,
  stageId: string,
): Promise<{ stage: StageRules | undefined; from: StageRules | undefined }> {
  const stages = await tx.rows<StageRules>(
    sql`select "id", "stage_name", "sub_stages", "sub_stage_required", "followup_required", "is_allow_user_lock_stage", "status",
          "next_stage_ids", "required_fields"
        from "lead_stages" where "tenant_id" = ${session.tenantId} and "id" in (${stageId}, ${lead.stage_id}) and "deleted_at" is null`,
    'stages-of-change',
  );
  return {
    stage: stages.find((stage) => stage.id === stageId),
    from: stages.find((stage) => stage.id === lead.stage_id),
  };
}

/** Colleges and source of the body must be the tenant's own. */
async function checkReferences({ tx, session }: Context, save: SaveBody): Promise<void> {
  const colleges = {
    'callObj.clg_id': save.callObj.clg_id,
    user_selected_college_id: save.user_selected_college_id,
    last_re_enquired_clg_id: save.last_re_enquired_clg_id,
  };
  const wanted = Object.values(colleges).filter((id): id is number => id != null);
  if (wanted.length === 0 && !save.lead_source_at_stage) return;
  const found = await tx.row<{ colleges: number[]; source: boolean }>(
    sql`select coalesce((select json_agg("clg_id") from "colleges" where "tenant_id" = ${session.tenantId} and "clg_id" = any(${wanted}::int[])), '[]') as "colleges",
          exists (select 1 from "lead_sources" where "tenant_id" = ${session.tenantId} and "id" = ${save.lead_source_at_stage ?? null}) as "source"`,
    'call-action-references',
  );
  for (const [path, id] of Object.entries(colleges))
    if (id != null && !found?.colleges.includes(id)) throw invalid(path, 'This college does not exist.');
  if (save.lead_source_at_stage && !found?.source) throw invalid('lead_source_at_stage', 'This source does not exist.');
}

/** Answers whether automation may write to the lead because of it: the checkbox and the tenant's flag together (D-064). */
async function insertCallAction(
  context: Context,
  action: { save: SaveBody; lead: LeadRecord; stage: StageRules; now: Date; id: string; files: readonly KeptAttachment[] },
): Promise<boolean> {
  const { tx, session, services } = context;
  const { save, lead, stage, now, id, files } = action;
  const addresses: string[] = [];
  for (const file of files) {
    const stored = await services.files.put(tx, session.tenantId, {
      ...file,
      purpose: 'attachment',
      ownerResource: 'call-actions',
      ownerId: id,
    });
    addresses.push(`files/${stored.id}`);
  }
  const kept = await tx.row<{ allowed: boolean }>(
    sql`insert into "call_actions" ("tenant_id", "id", "lead_id", "group", "btn_message", "sub_stage", "call_date_time", "message",
          "clg_id", "files", "user_id", "stage_id", "lead_source_at_stage", "last_re_enquired_clg_id", "is_stage_mark_locked",
          "allowAutomation", "dialer", "previous_btn_message", "previous_sub_stage", "origin", "created_at", "created_by", "updated_by")
        values (${session.tenantId}, ${id}, ${lead.id}, ${save.callObj.group ?? 'leads'}, ${stage.stage_name},
          ${save.callObj.sub_stage || null}, ${save.callObj.call_date_time ?? null}::timestamptz, ${save.callObj.message || null},
          ${save.callObj.clg_id ?? save.user_selected_college_id ?? null}, ${JSON.stringify(addresses)}::jsonb, ${session.userId},
          ${stage.id}, ${save.lead_source_at_stage ?? lead.last_source ?? lead.source}, ${save.last_re_enquired_clg_id ?? null},
          ${save.is_stage_mark_locked ?? 0},
          ${save.allowAutomation ?? false}
            and exists (select 1 from "tenant" where "tenant_id" = ${session.tenantId} and "is_allow_automation_trigger" = 1),
          ${save.dialer ?? false}, ${lead.last_callaction_btn_message}, ${lead.last_callaction_sub_stage},
          ${save.dialer ? 'dialer' : 'manual'}, ${now.toISOString()}::timestamptz, ${session.userId}, ${session.userId})
        returning "allowAutomation" as "allowed"`,
    'call-action-add',
  );
  return kept?.allowed === true;
}

async function rememberOnLead({ tx, session }: Context, save: SaveBody, stage: StageRules, now: Date): Promise<void> {
  const followUpAt = save.callObj.call_date_time ?? null;
  const at = now.toISOString();
  await tx.run(
    sql`update "leads" l set "stage_id" = ${stage.id}, "last_callaction_btn_message" = ${stage.stage_name},
          "last_callaction_sub_stage" = ${save.callObj.sub_stage || null}, "last_callaction_message" = ${save.callObj.message || null},
          "last_callaction_call_date_time" = ${followUpAt}::timestamptz,
          "last_callaction_followup_status" = ${followUpAt ? 0 : null}::int, "is_stage_mark_locked" = ${save.is_stage_mark_locked ?? 0},
          "next_followup_at" = (select min(f."call_date_time") from "follow_ups" f
            where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."state" = 'pending' and f."deleted_at" is null),
          "first_act_at" = coalesce(l."first_act_at", ${at}::timestamptz), "last_act_at" = ${at}::timestamptz,
          "last_act_type" = 'call_action'
        where l."tenant_id" = ${session.tenantId} and l."id" = ${save.lead_id}`,
    'lead-remember-call-action',
  );
}

export const handlers: Handlers = { 'call-generate': callGenerate };
