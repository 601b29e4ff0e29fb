import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import { addDays } from '../domain/days';

export interface WorkingDays {
  /** Of the days before `today`, and of all. */
  readonly over: number;
  readonly all: number;
}

/**
 * The working days of each of these users from `first` to `last`: without the weekly offs of the user's shift (without a shift,
 * Sundays), without holidays that are not optional, and without approved leave, of which half a day counts half.
 */
export async function workingDays(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  userIds: readonly string[],
  { first, last, today }: { readonly first: string; readonly last: string; readonly today: string },
): Promise<ReadonlyMap<string, WorkingDays>> {
  const tenant = session.tenantId;
  const rows = await tx.rows<WorkingDays & { id: string }>(
    sql`
    select w."id", coalesce(sum(w."part"), 0)::float8 as "all", coalesce(sum(w."part") filter (where w."day" < ${today}::date), 0)::float8 as "over"
    from (
      select u."id", d."day", case
          when exists (select from "holidays" o where o."tenant_id" = ${tenant} and o."date" = d."day" and o."deleted_at" is null
            and not coalesce(o."optional", false)) then 0
          when jsonb_exists(coalesce(s."weekly_off", case when s."id" is null then '["Sunday"]'::jsonb else '[]'::jsonb end),
            trim(to_char(d."day", 'Day'))) then 0
          else 1 - coalesce((select max(case when coalesce(v."half_day", 'none') = 'none' then 1 else 0.5 end) from "leaves" v
            where v."tenant_id" = ${tenant} and v."user_id" = u."id" and v."state" = 'approved' and v."deleted_at" is null
              and d."day" between v."from_date" and v."to_date"), 0) end as "part"
      from "users" u
      left join "shifts" s on s."tenant_id" = ${tenant} and s."id" = u."shift_id" and s."deleted_at" is null
      cross join (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as "day") d
      where u."tenant_id" = ${tenant} and u."id" = any(${[...userIds]}::text[])) w
    group by w."id"`,
    'working-days',
  );
  return new Map(rows.map(({ id, over, all }) => [id, { over, all }]));
}

/** The last day of a month 'YYYY-MM'. */
export function lastDayOf(month: string): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return addDays(`${of === 12 ? year + 1 : year}-${String(of === 12 ? 1 : of + 1).padStart(2, '0')}-01`, -1);
}
