import sql from 'sql-template-tag';
import type { Interview, interviews } from '../../../src/schemas/applications/interviews';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { scoreTotal, type Criterion } from '../../applications/score-total';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof interviews> = {
  async beforeCreate(draft, context) {
    refuseOtherStart('interviews', draft.state);
    await refuseDoubleBooking(draft, null, context);
    return { ...draft, ...(await totalOf(draft, context)) };
  },
  async beforeUpdate(patch, before, context) {
    refuseTransition('interviews', before.state, patch.state);
    const row = { ...before, ...patch };
    if (['starts_at', 'duration_min', 'panel_user_ids'].some((name) => name in patch))
      await refuseDoubleBooking(row, before.id, context);
    const scored = 'scores' in patch || 'scorecard_id' in patch;
    return { ...patch, ...(scored ? await totalOf(row, context) : {}) };
  },
};

/** No panel member and no applicant is in two interviews at once; plans made at the same moment wait for each other. */
async function refuseDoubleBooking(row: Partial<Interview>, own: string | null, { tx, session }: Context): Promise<void> {
  if (['done', 'cancelled'].includes(row.state ?? 'scheduled')) return;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`interviews of ${session.tenantId}`}, 0))`);
  const minutes = row.duration_min ?? 30;
  const other = await tx.row<{ application: boolean; starts_at: string }>(sql`
    select "application_id" = ${row.application_id} as "application", "starts_at" from "interviews"
    where "tenant_id" = ${session.tenantId} and "deleted_at" is null and "state" in ('scheduled', 'rescheduled')
      and "id" is distinct from ${own}::text
      and "starts_at" < ${row.starts_at}::timestamptz + make_interval(mins => ${minutes}::int)
      and "starts_at" + make_interval(mins => coalesce("duration_min", 30)::int) > ${row.starts_at}::timestamptz
      and ("application_id" = ${row.application_id}
        or exists (select 1 from jsonb_array_elements_text("panel_user_ids") as p(id) where p.id = any(${row.panel_user_ids}::text[])))
    limit 1`);
  if (!other) return;
  const who = other.application ? 'The applicant' : 'Someone on the panel';
  throw problem(409, `${who} has another interview at that time.`);
}

async function totalOf(row: Partial<Interview>, { tx, session }: Context): Promise<{ total: number | null }> {
  const scores = row.scores ?? [];
  if (!scores.length) return { total: null };
  if (!row.scorecard_id) throw invalid('scores', 'Choose the scorecard first');
  const card = await tx.row<{ criteria: Criterion[] }>(sql`
    select "criteria" from "scorecards" where "tenant_id" = ${session.tenantId} and "id" = ${row.scorecard_id}`);
  return { total: scoreTotal(card?.criteria ?? [], scores) };
}
