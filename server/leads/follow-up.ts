import sql, { type Sql } from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { wrongFollowUpTime } from '../../src/schemas/kit/stage-rules';
import type { Tx } from '../store/store';
import { newId } from '../store/ids';
import { actorName, type Acting, type LeadActor } from './acting';
import { ident } from '../store/identifiers';

/** An act on a lead that the lead's own columns remember. */
type ActType = 'call_action' | 'follow_up_added' | 'follow_up_done' | 'call' | 'meeting' | 'message';

/** The columns of "leads" (as `l`) that follow from its follow-ups: the earliest pending one is its next. */
export const nextFollowUp: Sql = sql`"next_followup_at" = (select min(f."call_date_time") from "follow_ups" f
  where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."state" = 'pending' and f."deleted_at" is null)`;
/** The columns of "leads" (as `l`) that remember what a person did to it. What a rule does is not an act. */
export const actColumns = (by: LeadActor, type: ActType): Sql => {
  const at = by.automatic ? null : by.now.toISOString();
  return sql`"first_act_at" = coalesce(l."first_act_at", ${at}::timestamptz),
    "last_act_at" = coalesce(${at}::timestamptz, l."last_act_at"), "last_act_type" = case when ${at}::text is null then l."last_act_type" else ${type}::text end`;
};

/**
 * After follow-ups of a lead changed. Its followup status is that of the last call action that a person made or that planned something.
 * `act`: what a person did; null where it was none. The caller
 * holds the lead's lock.
 */
export async function refreshFollowUps(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  leadId: string,
  act: ActType | null,
): Promise<void> {
  const acted = act ? sql`, ${actColumns(by, act)}` : sql``;
  await tx.run(
    sql`update "leads" l set ${nextFollowUp},
          "last_callaction_followup_status" = (
            select case f."state" when 'pending' then 0 when 'done' then 1 end from "follow_ups" f
            where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."deleted_at" is null and f."call_action_id" = (
              select c."id" from "call_actions" c where c."tenant_id" = l."tenant_id" and c."lead_id" = l."id" and c."deleted_at" is null
                and (c."actor" is null or c."call_date_time" is not null)
              order by c."created_at" desc, c."id" desc limit 1)) ${acted}
        where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId}`,
    act ? 'lead-follow-ups-act' : 'lead-follow-ups',
  );
}

export const finishFirst = 'Please complete the previous followup before adding a new one.';
/**
 * D-060, for people and automation alike: does the tenant forbid a new follow-up while one is pending, and is one pending? The
 * caller holds the lead's lock.
 */
export const mustFinishFirst = async (acting: Pick<Acting, 'tx' | 'by'>, leadId: string): Promise<boolean> =>
  (await leadsToFinishFirst(acting, [leadId])).has(leadId);

/** Those of the leads for which the same holds. */
export async function leadsToFinishFirst(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.rows(
    sql`select f."lead_id" from "follow_ups" f join "tenant" t on t."tenant_id" = f."tenant_id" and t."enforce_pending_followup"
        where f."tenant_id" = ${by.tenantId} and f."lead_id" = any(${leadIds}::text[]) and f."state" = 'pending' and f."deleted_at" is null`,
    'follow-up-enforced',
  );
  return new Set(found.map(({ lead_id }) => String(lead_id)));
}

export interface NewFollowUp {
  readonly leadId: string;
  /** ISO time when the lead is to be called. */
  readonly at: string;
  /** Who is to call; null: nobody yet. */
  readonly userId: string | null;
  /** The lead's stage by then. */
  readonly stageName: string | null;
  readonly note?: string | null;
  /** The call action that brought it; one added alone answers under its own id. */
  readonly callActionId?: string;
}
/**
 * Writes it and returns its id. The lead's own columns are the caller's to write: here a follow-up is never the whole of what
 * happened. One that a person adds alone is a record of its own and does not come here (server/hooks/leads/follow-ups.ts).
 */
export async function insertFollowUp({ tx, by }: Pick<Acting, 'tx' | 'by'>, one: NewFollowUp): Promise<string> {
  const id = newId();
  await tx.run(
    sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message", "created_date",
          "state", "user_id", "note", "reschedule_count", "actor", "created_by", "updated_by")
        values (${by.tenantId}, ${id}, ${one.callActionId ?? id}, ${one.leadId}, ${one.at}::timestamptz, ${one.stageName},
          ${by.now.toISOString()}::timestamptz, 'pending', ${one.userId}, ${one.note ?? null}, 0, ${actorName(by)}, ${by.userId}, ${by.userId})`,
    'follow-up-add',
  );
  return id;
}

/** Why a separate follow-up cannot be planned at that time, in words; undefined if it can. The lead is locked. */
export async function whyNotPlan(acting: Pick<Acting, 'tx' | 'by'>, leadId: string, at: string): Promise<PlanFault | undefined> {
  const wrong = wrongFollowUpTime(at, acting.by.now);
  if (wrong) return { rule: 'time', message: wrong };
  return (await mustFinishFirst(acting, leadId)) ? { rule: 'pending', message: finishFirst } : undefined;
}
export interface PlanFault {
  readonly rule: 'time' | 'pending';
  readonly message: string;
}

/**
 * A follow-up without a call action, added by a rule or workflow; a person's is a record of its own
 * (server/hooks/leads/follow-ups.ts). Returns the reason if it was refused.
 */
export async function planFollowUp(acting: Pick<Acting, 'tx' | 'by'>, one: NewFollowUp): Promise<PlanFault | undefined> {
  const fault = await whyNotPlan(acting, one.leadId, one.at);
  if (fault) return fault;
  await insertFollowUp(acting, one);
  await refreshFollowUps(acting, one.leadId, null);
  return undefined;
}

/**
 * How often the follow-up will have been moved once it is at that time; undefined where the time is the same. Throws
 * Problem 422 for a time that is past, 409 for one that is pending no more or was moved as often as the tenant allows. `undoes`: a move
 * is taken back, to whatever time it was, and counts no longer. The lead is locked.
 */
export async function countMove(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  id: string,
  at: string | undefined,
  undoes: boolean,
): Promise<number | undefined> {
  const current = await tx.row<{ state: string; moved: number; call_date_time: string; most: number | null }>(
    sql`select f."state", coalesce(f."reschedule_count", 0) as "moved", f."call_date_time",
          (t."report_settings"->>'max_reschedules')::int as "most"
        from "follow_ups" f join "tenant" t on t."tenant_id" = f."tenant_id" where f."tenant_id" = ${by.tenantId} and f."id" = ${id}`,
    'follow-up-now',
  );
  if (current?.state !== 'pending') throw problem(409, `This follow-up is ${current?.state ?? 'gone'} and cannot be changed.`);
  if (!at || Date.parse(at) === Date.parse(current.call_date_time)) return undefined;
  if (undoes) return Math.max(0, current.moved - 1);
  const wrong = wrongFollowUpTime(at, by.now);
  if (wrong) throw invalid('call_date_time', wrong);
  if (current.most != null && current.moved >= current.most)
    throw problem(409, `This follow-up has already been rescheduled ${counted(current.moved, 'time')}, the maximum.`);
  return current.moved + 1;
}

export interface FoundFollowUp {
  readonly id: string;
  readonly lead_id: string;
  readonly state: string;
  readonly done_at: string | null;
  readonly done_by: string | null;
}
/** By its own id or its call action's. */
export const followUpOf = (tx: Tx, tenantId: string, id: string): Promise<FoundFollowUp | undefined> =>
  tx.row<FoundFollowUp>(
    sql`select "id", "lead_id", "state", "done_at", "done_by" from "follow_ups"
        where "tenant_id" = ${tenantId} and ("call_action_id" = ${id} or "id" = ${id}) and "deleted_at" is null
        order by "created_date" desc limit 1`,
    'follow-up-of-action',
  );

/**
 * Marks it done and returns when; done before, it stays as it was. The lead is locked. Throws Problem 409 for one that was
 * replaced.
 */
export async function finishFollowUp(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  id: string,
  source: string,
  reason?: string,
): Promise<string> {
  // Read after locking, because another click may have been faster.
  const followUp = (await followUpOf(tx, by.tenantId, id))!;
  if (followUp.state === 'done') return followUp.done_at!;
  if (followUp.state !== 'pending') throw problem(409, `This follow-up was ${followUp.state} and cannot be marked done.`);
  const at = by.now.toISOString();
  await tx.run(
    sql`update "follow_ups" set "state" = 'done', "done_at" = ${at}::timestamptz, "done_by" = ${by.userId}, "done_source" = ${source},
          "done_reason" = ${reason ?? null}
        where "tenant_id" = ${by.tenantId} and "id" = ${followUp.id}`,
    'follow-up-done',
  );
  await refreshFollowUps({ tx, by }, followUp.lead_id, 'follow_up_done');
  return at;
}

/** For how long a marking can be taken back, like other changes. */
const reopenMs = 72 * 3_600_000;
/**
 * Takes back that it was marked done at that time; one that is pending stays as it is. The lead is locked. Throws Problem 403 for
 * one that someone else marked, 409 where it or the lead's follow-ups have changed since.
 */
export async function reopenFollowUp({ tx, by }: Pick<Acting, 'tx' | 'by'>, id: string, doneAt: string): Promise<void> {
  const followUp = await followUpOf(tx, by.tenantId, id);
  if (followUp?.state === 'pending') return;
  const at = followUp?.state === 'done' ? Date.parse(followUp.done_at ?? '') : Number.NaN;
  if (!followUp || at !== Date.parse(doneAt)) throw problem(409, 'This follow-up has changed since and stays as it is.');
  if (followUp.done_by !== by.userId) throw problem(403, 'Only the person who marked this follow-up as done can undo that.');
  if (by.now.getTime() - at > reopenMs) throw problem(409, 'This follow-up was marked as done too long ago to undo that.');
  if (await mustFinishFirst({ tx, by }, followUp.lead_id)) throw problem(409, 'Another follow-up has been planned since.');
  await tx.run(
    sql`update "follow_ups" set "state" = 'pending', "done_at" = null, "done_by" = null, "done_source" = null, "done_reason" = null
        where "tenant_id" = ${by.tenantId} and "id" = ${followUp.id}`,
    'follow-up-reopen',
  );
  await takeBackAct({ tx, by }, followUp.lead_id, at);
  await refreshFollowUps({ tx, by }, followUp.lead_id, null);
}

/** If nobody has acted on the lead since it was marked done, its last act is again the one before: who waited for a call waits again. */
async function takeBackAct({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string, doneAt: number): Promise<void> {
  const before = (name: string, is: Sql): Sql => sql`case when m."old" ? ${name}::text then ${is} else l.${ident(name)} end`;
  await tx.run(
    sql`update "leads" l set "last_act_at" = (m."old" ->> 'last_act_at')::timestamptz,
          "first_act_at" = ${before('first_act_at', sql`(m."old" ->> 'first_act_at')::timestamptz`)},
          "last_act_type" = ${before('last_act_type', sql`m."old" ->> 'last_act_type'`)}
        from (select a."old" from "audit" a where a."tenant_id" = ${by.tenantId} and a."table_name" = 'leads' and a."row_key" = ${leadId}
          and a."op" = 'update' and a."new" ? 'last_act_at' order by a."seq" desc limit 1) m
        where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId} and l."last_act_type" = 'follow_up_done'
          and l."last_act_at" = ${new Date(doneAt).toISOString()}::timestamptz`,
    'lead-act-taken-back',
  );
}
