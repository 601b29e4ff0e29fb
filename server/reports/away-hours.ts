import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import { workMeasures } from '../measures/work-day';
import { workHours } from '../measures/work-hours';
import type { ListedUser } from './report-users';

/** Why a user did not work in an hour of the working day: on leave, or on a break; undefined if nothing is known. */
export type AwayHours = (userId: string, hour: string) => string | undefined;

interface Away {
  readonly user_id: string;
  readonly what: string;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
}

/** Approved leave and breaks of that day. */
export async function awayHours(
  { tx, session }: Context,
  users: readonly ListedUser[],
  day: string,
  now: Date,
): Promise<AwayHours> {
  const { tenantId, timezone } = session;
  const ids = users.map(({ id }) => id);
  const hours = (await workHours(tx, tenantId)).map(Number).filter((hour) => !Number.isNaN(hour));
  const [start, end] = [(hours[0] ?? 0) * 60, ((hours.at(-1) ?? 23) + 1) * 60];
  const middle = (start + end) / 2;
  const { breaks } = workMeasures(sql`w`, timezone, now.toISOString());
  const rows = await tx.rows<Away>(sql`
    select l."user_id", 'On leave' as "what", case l."half_day" when 'second' then ${middle}::int else 0 end as "from",
      case l."half_day" when 'first' then ${middle}::int else 1440 end as "to"
    from "leaves" l where l."tenant_id" = ${tenantId} and l."deleted_at" is null and l."state" = 'approved'
      and ${day}::date between l."from_date" and l."to_date" and l."user_id" = any(${ids}::text[])
    union all
    select w."user_id", 'Break' as "what",
      greatest(0, extract(epoch from ((one->>'from')::timestamptz at time zone ${timezone}) - ${day}::timestamp) / 60)::int,
      least(1440, extract(epoch from (((one->>'from')::timestamptz + make_interval(secs => (one->>'seconds')::int)) at time zone ${timezone})
        - ${day}::timestamp) / 60)::int
    from (select w."user_id", ${breaks} as "breaks" from "auth_logs" w where w."tenant_id" = ${tenantId} and w."deleted_at" is null
      and w."date" = ${day}::date and w."user_id" = any(${ids}::text[])) w cross join lateral jsonb_array_elements(w."breaks") one
    where one->>'from' is not null`);
  return (userId, hour) => {
    const [from, to] =
      hour === 'before' ? [0, start] : hour === 'after' ? [end, 1440] : [Number(hour) * 60, Number(hour) * 60 + 60];
    const found = rows.filter((one) => one.user_id === userId && one.from < to && one.to > from);
    return found.length ? found.map(textOf).join(', ') : undefined;
  };
}

function textOf({ what, from, to }: Away): string {
  const time = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return from === 0 && to === 1440 ? what : `${what} ${time(from)}–${time(to)}`;
}
