import sql from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { wrongFollowUpTime, type StageRules } from '../../../src/schemas/kit/stage-rules';
import { leads } from '../../../src/schemas/leads/leads';
import type { Context } from '../../context/context';
import type { BulkAct } from '../../context/hooks';
import { actingOf } from '../../leads/acting';
import { changeStage, stageRefusals } from '../../leads/change-stage';
import { leadOf } from '../../leads/lead-access';
import { textIn, timeIn } from './act-values';

/**
 * One stage for many leads, by the rules that hold for each of them. A stage that needs a follow-up gets one per lead, spread evenly
 * from `from` to `to`, for the lead's owner. It is recorded in each lead's history, so it is not undone.
 */
export const stageAct: BulkAct<typeof leads> = {
  done: 'Changed the stage of',
  undoes: null,
  may: (session) => mayDo(session, leads.access, 'update') && mayDo(session, leads.access, 'export'),
  async check(values, context) {
    const id = textIn(values, 'stage_id', 26);
    const stage = id === undefined ? undefined : await stageOf(context, id);
    if (id === undefined || !stage || stage.status === 0) throw invalid('stage_id', 'Choose a stage');
    const subStage = textIn(values, 'sub_stage', 60);
    if (stage.sub_stage_required && subStage === undefined) throw invalid('sub_stage', 'Sub Stage is required');
    if (subStage !== undefined && !stage.sub_stages?.some(({ name, status }) => name === subStage && status !== 0))
      throw invalid('sub_stage', `${stage.stage_name} has no such sub stage`);
    const [from, to] = [timeIn(values, 'from'), timeIn(values, 'to')];
    if (stage.followup_required && from === undefined) throw invalid('from', `${stage.stage_name} needs a follow-up`);
    if (from === undefined && to !== undefined) throw invalid('from', 'Choose when the first follow-up is');
    for (const [name, at] of Object.entries({ from, to })) {
      const wrong = at === undefined ? undefined : wrongFollowUpTime(at, context.services.now());
      if (wrong) throw invalid(name, wrong);
    }
    if (from !== undefined && to !== undefined && to < from) throw invalid('to', 'The window ends before it begins');
    const message = textIn(values, 'message', 5000);
    return {
      stage_id: id,
      ...(subStage === undefined ? {} : { sub_stage: subStage }),
      ...(from === undefined ? {} : { from, to: to ?? from }),
      ...(message === undefined ? {} : { message }),
    };
  },
  async run(row, values, context, { at, of }) {
    const lead = await leadOf(context, row.id, 'lock');
    const id = textIn(values, 'stage_id', 26) ?? '';
    const subStage = textIn(values, 'sub_stage', 60) ?? null;
    if (hasStage(lead, id, subStage)) throw problem(409, alreadyThere);
    const message = textIn(values, 'message', 5000);
    const changed = await changeStage(actingOf(context), lead, {
      stageId: id,
      subStage,
      followUpAt: spread(timeIn(values, 'from'), timeIn(values, 'to'), at, of),
      followUpFor: 'owner',
      origin: 'manual',
      ...(message === undefined ? {} : { message }),
    });
    if ('faults' in changed) throw problem(422, changed.faults[0]?.message ?? 'The stage cannot be changed.');
    return { before: null, after: null };
  },
  async refusals(rows, values, context) {
    const id = textIn(values, 'stage_id', 26) ?? '';
    const subStage = textIn(values, 'sub_stage', 60) ?? null;
    const change = { stageId: id, subStage, followUpAt: timeIn(values, 'from') ?? null };
    const refused = await stageRefusals(actingOf(context), rows, change);
    return rows.map((row, at) => (hasStage(row, id, subStage) ? alreadyThere : (refused[at] ?? null)));
  },
};

const alreadyThere = 'It already has this stage.';
const hasStage = (
  lead: { readonly stage_id?: string | null; readonly last_callaction_sub_stage?: string | null },
  id: string,
  subStage: string | null,
): boolean => lead.stage_id === id && (lead.last_callaction_sub_stage ?? null) === subStage;

/** The time of the lead in place `at` (from 0) of `of`, to the minute. */
function spread(from: string | undefined, to: string | undefined, at: number, of: number): string | null {
  if (from === undefined) return null;
  const begin = Date.parse(from);
  const step = of > 1 ? (Date.parse(to ?? from) - begin) / (of - 1) : 0;
  const minutes = Math.round((step * Math.min(at, Math.max(of - 1, 0))) / 60_000);
  return new Date(begin + minutes * 60_000).toISOString();
}

const stageOf = ({ tx, session }: Context, id: string): Promise<StageRules | undefined> =>
  tx.row(sql`select "id", "stage_name", "sub_stages", "sub_stage_required", "followup_required", "status" from "lead_stages"
    where "tenant_id" = ${session.tenantId} and "id" = ${id} and "deleted_at" is null`);
