import sql from 'sql-template-tag';
import * as saveCalls from '../../../src/schemas/calls/call-generate';
import type { BodyOf } from '../../../src/schemas/kit/call';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { StageFault } from '../../../src/schemas/kit/stage-rules';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { attachmentLimit, readAttachment, type Attachment } from '../../domain/attachments';
import { actingOf } from '../../leads/acting';
import { changeStage, type StoredAttachment } from '../../leads/change-stage';
import { leadOf } from '../../leads/lead-access';
import { checkSeenStage } from '../../leads/seen-stage';

type SaveBody = BodyOf<typeof saveCalls.callGenerate>;

/** One transaction stores the call action, its follow-up and the fields of the lead that reflect it. */
const callGenerate = async (
  context: CallContext<typeof saveCalls.callGenerate>,
): Promise<CallReply<typeof saveCalls.callGenerate>> => {
  const save = context.body;
  const { callObj } = save;
  const files = readFiles(save.files ?? [], context);
  const lead = await leadOf(context, save.lead_id, 'lock');
  await checkSeenStage(context, lead, save.seen);
  await checkReferences(context, save);
  const changed = await changeStage(actingOf(context), lead, {
    stageId: callObj.stage_id,
    subStage: callObj.sub_stage || null,
    followUpAt: callObj.call_date_time ?? null,
    origin: save.dialer ? 'dialer' : 'manual',
    lock: save.is_stage_mark_locked ?? 0,
    group: callObj.group ?? 'leads',
    message: callObj.message || null,
    clgId: callObj.clg_id ?? save.user_selected_college_id ?? null,
    source: save.lead_source_at_stage ?? null,
    reEnquiredClgId: save.last_re_enquired_clg_id ?? null,
    allowAutomation: save.allowAutomation ?? false,
    files,
  });
  if ('faults' in changed) throw refusal(changed.faults);
  return { message: 'Saved Successfully', data: changed.saved! };
};

/** The form's field for each fault. */
const paths: Partial<Record<StageFault['field'], string>> = {
  stage: 'callObj.stage_id',
  sub_stage: 'callObj.sub_stage',
  call_date_time: 'callObj.call_date_time',
  lock: 'is_stage_mark_locked',
};
function refusal(faults: readonly { readonly rule: string; readonly field: StageFault['field']; readonly message: string }[]) {
  const [first] = faults;
  if (first!.rule === 'pending') return problem(409, first!.message);
  const errors = faults.map(({ field, message }) => ({ path: paths[field] ?? field, message }));
  return problem(422, first!.message, errors);
}

function readFiles(attachments: readonly Attachment[], { sent }: Context): StoredAttachment[] {
  if (attachments.length > attachmentLimit.files) throw invalid('files', `You can attach up to ${attachmentLimit.files} files`);
  return attachments.map((attachment, i) => {
    const file = readAttachment(attachment);
    if (typeof file === 'string') throw invalid(`files.${i}`, file);
    const before = attachments.slice(0, i).filter(({ img }) => img === attachment.img).length;
    return { name: file.name, mime: file.mime, stored: sent!.get(attachment.img)!.stored[before]! };
  });
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
    if (id != null && !found?.colleges.includes(id)) throw invalid(path, 'This college does not exist');
  if (save.lead_source_at_stage && !found?.source) throw invalid('lead_source_at_stage', 'This source does not exist');
}

export const handlers: Handlers = {
  ...handle(saveCalls.callGenerate, callGenerate),
};
