import sql, { type Sql } from 'sql-template-tag';
import type { AuthTimeRow, AuthTimeTotals } from '../../src/schemas/calls/auth-time';
import { invalid } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { seenPeople, type PeopleAsked } from './seen-people';
import { workMeasures } from '../measures/work-day';

export interface AuthTimeAsked extends PeopleAsked {
  readonly from: string;
  readonly to: string;
}

export function refuseRange({ from, to }: AuthTimeAsked): void {
  if (from > to) throw invalid('to', 'To must not be before From');
}

/** Each person's days with working time, newest first, and the sums of all of them. */
export async function readAuthTime(
  context: Context,
  asked: AuthTimeAsked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuthTimeRow[]> {
  const { tx } = context;
  return tx.rows<AuthTimeRow>(sql`
    with "some" as (select d.*, u."name" from ${daysAsked(context, asked)} order by d."date" desc, lower(u."name"), d."id"
      limit ${limit} offset ${offset})
    select d."id", d."date"::text as "date", d."user_id", d."name", ${rowColumns(context)}
    from "some" d left join lateral (${signInsOfDay(context)}) s on true
    order by d."date" desc, lower(d."name"), d."id"`);
}

export async function sumAuthTime(context: Context, asked: AuthTimeAsked): Promise<{ count: number; totals: AuthTimeTotals }> {
  const m = measures(context);
  const { count, ...totals } = await context.tx.one<AuthTimeTotals & { count: number }>(sql`
    select count(*)::int as "count", coalesce(sum(${m.workSeconds}), 0)::float8 as "work_seconds",
      coalesce(sum(${m.breakSeconds}), 0)::float8 as "break_seconds", coalesce(sum(${m.idleSeconds}), 0)::float8 as "idle_seconds",
      coalesce(sum(s."sessions"), 0)::int as "sessions"
    from ${daysAsked(context, asked, sql`left join lateral (${signInsOfDay(context)}) s on true`)}`);
  return { count, totals };
}

const measures = ({ session, services }: Context) => workMeasures(sql`d`, session.timezone, services.now().toISOString());

function daysAsked({ session }: Context, asked: AuthTimeAsked, joined: Sql = sql``): Sql {
  return sql`"auth_logs" d join "users" u on u."tenant_id" = d."tenant_id" and u."id" = d."user_id" ${joined}
    where d."tenant_id" = ${session.tenantId} and d."deleted_at" is null and ${seenPeople(session, sql`u`, asked)}
      and d."date" between ${asked.from}::date and ${asked.to}::date`;
}

function rowColumns(context: Context): Sql {
  const m = measures(context);
  return sql`${m.firstSignIn} as "first_login", ${m.lastSeen} as "last_seen", d."last_logout" is not null as "signed_out",
    ${m.workSeconds}::int as "work_seconds", ${m.breakSeconds} as "break_seconds", ${m.idleSeconds} as "idle_seconds",
    coalesce((select jsonb_agg(jsonb_build_object('reason', g."reason", 'seconds', g."seconds") order by g."seconds" desc, g."reason")
      from (select x."reason", sum(x."seconds")::int as "seconds"
        from jsonb_to_recordset(coalesce(${m.breaks}, '[]'::jsonb)) x("reason" text, "seconds" int) group by x."reason") g), '[]'::jsonb) as "breaks",
    s."sessions", s."by_user", s."forced", s."expired",
    coalesce(s."ips", case when d."ip" is null then '[]'::jsonb else jsonb_build_array(d."ip") end) as "ips", coalesce(s."agents", '[]'::jsonb) as "agents"`;
}

/** Sign-ins of the day `d`; one whose user was deactivated meanwhile was ended for them. */
function signInsOfDay({ session, services }: Context): Sql {
  const zone = session.timezone;
  const from = sql`(d."date"::timestamp at time zone ${zone}::text)`;
  const now = services.now().toISOString();
  return sql`select count(*)::int as "sessions", (count(*) filter (where i."ended_by" = 'user'))::int as "by_user",
      (count(*) filter (where i."ended_by" = 'forced'))::int as "forced",
      (count(*) filter (where i."ended_by" is null and i."expires_at" <= ${now}::timestamptz))::int as "expired",
      jsonb_agg(distinct i."ip") filter (where i."ip" is not null) as "ips",
      jsonb_agg(distinct i."agent") filter (where i."agent" is not null) as "agents"
    from "sign_ins" i where i."tenant_id" = d."tenant_id" and i."user_id" = d."user_id" and i."deleted_at" is null
      and i."started_at" >= ${from} and i."started_at" < ((d."date" + 1)::timestamp at time zone ${zone}::text)`;
}
