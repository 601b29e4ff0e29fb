import sql, { type Sql } from 'sql-template-tag';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import { leadInScope, listedFor } from '../context/data-scope';
import { leadOfCall, missedCallDays } from './views';

/** The longest list of missed calls that a page shows. */
export const mostMissed = 20;

export interface MissedCall {
  readonly call_id: string;
  /** '' for a number that is not a lead yet. */
  readonly lead_id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly at: string;
  readonly ring_s: number;
  readonly whatsapp_number: string | null;
  readonly stage_id: string | null;
  readonly stage_name: string | null;
  readonly sub_stage: string | null;
  readonly color: string | null;
  readonly course_name: string | null;
  readonly source_name: string | null;
}

/**
 * The newest missed call of each person who waits for this user, as `lead_id`, `phone`, `call_id`, `at` and `ring_s`. A lead waits
 * for its owner and for the callers of a list that holds it, anyone else for the user whose phone rang. Nobody waits any more once anyone has acted on the lead or called the
 * number; a call that was not put through reached nobody. A number that was withheld cannot be called back.
 */
export function missedOf({ session, services }: Pick<Context, 'session' | 'services'>): Sql {
  const since = new Date(services.now().getTime() - missedCallDays * 86_400_000).toISOString();
  const answered = sql`n."tenant_id" = c."tenant_id" and n."deleted_at" is null and n."started_at" > c."started_at"
    and (n."direction" = 'outbound' and n."outcome" is distinct from 'failed' or n."outcome" = 'answered')`;
  const { scope } = session;
  const listed = scope !== 'tenant' && scope.caller ? listedFor(scope.caller, sql`l."id"`) : sql`false`;
  return sql`select distinct on (coalesce(l."id", c."phone")) l."id" as "lead_id", c."phone", c."id" as "call_id",
      c."started_at" as "at", coalesce(c."duration_s", 0) as "ring_s"
    from "calls" c ${leadOfCall} left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = w."lead" and l."deleted_at" is null
    where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and c."direction" = 'inbound' and c."outcome" = 'missed'
      and c."started_at" > ${since}::timestamptz and (coalesce(l."user_id", c."user_id") = ${session.userId} or ${listed} or (l."id" is null and ${offeredTo(session, sql`c`)}))
      and (l."id" is null and c."phone" is not null or ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)} and not coalesce(l."do_not_disturb", false)
        and (l."last_act_at" is null or l."last_act_at" < c."started_at"))
      and not exists (select from "calls" n where ${answered} and n."phone" = c."phone")
      and not exists (select from "calls" n where ${answered} and n."lead_id" = l."id")
    order by coalesce(l."id", c."phone"), c."started_at" desc`;
}

/** A call of this user, or one that rings or rang for them among others and that nobody took. */
export const offeredTo = ({ userId }: Pick<Session, 'userId'>, call: Sql): Sql =>
  sql`(${call}."user_id" = ${userId} or (${call}."user_id" is null and ${call}."offered_user_ids" @> jsonb_build_array(${userId}::text)))`;

/** Missed calls, the newest first: the same for the dashboard and the dialer. */
export async function missedCalls(
  context: Pick<Context, 'tx' | 'session' | 'services'>,
): Promise<{ readonly rows: MissedCall[]; readonly total: number }> {
  const rows = await context.tx.rows<MissedCall & { total: number }>(
    sql`select "m"."call_id", "m"."at", "m"."ring_s", "m"."phone", coalesce("m"."lead_id", '') as "lead_id",
          coalesce(l."name", 'Unknown number') as "name", ${queueStage}, count(*) over ()::int as "total"
        from (${missedOf(context)}) as "m"
        left join "leads" l on l."tenant_id" = ${context.session.tenantId} and l."id" = "m"."lead_id" ${queueJoins}
        order by "m"."at" desc, "m"."call_id" limit ${mostMissed}`,
    'missed-calls',
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}

/** What a row of the work queue shows of the lead `l`, and the joins that it needs. */
export const queueStage: Sql = sql`l."whatsapp_number", l."stage_id", l."last_callaction_btn_message" as "stage_name", l."last_callaction_sub_stage" as "sub_stage",
  s."color", co."name" as "course_name", so."name" as "source_name"`;
/** Of which field of the lead each value is. */
export const queueFields = {
  name: 'name',
  phone: 'phone',
  whatsapp_number: 'whatsapp_number',
  stage_id: 'stage_id',
  stage_name: 'last_callaction_btn_message',
  sub_stage: 'last_callaction_sub_stage',
  color: 'stage_id',
  course_name: 'course',
  source_name: 'source',
};
export const queueJoins: Sql = sql`left join "lead_stages" s on s."tenant_id" = l."tenant_id" and s."id" = l."stage_id"
  left join "courses" co on co."tenant_id" = l."tenant_id" and co."id" = l."course"
  left join "lead_sources" so on so."tenant_id" = l."tenant_id" and so."id" = coalesce(l."last_source", l."source")`;
