import sql, { type Sql } from 'sql-template-tag';

/**
 * Working time as every page counts it, over a row `d` of "auth_logs", one per person and day: W1 working time, W2 breaks, W3 first
 * sign-in, W4 last sign-out or last activity, W5 = W4 - W3 - W1 - W2. `now` is an ISO time, `zone` the tenant's.
 */
export interface WorkMeasures {
  readonly workSeconds: Sql;
  /** Each break as {reason, from, to, seconds}, in the order they were taken; `to` is null while one runs. */
  readonly breaks: Sql;
  readonly breakSeconds: Sql;
  readonly firstSignIn: Sql;
  readonly lastSeen: Sql;
  /** Null without a sign-in on that day. */
  readonly idleSeconds: Sql;
}

export function workMeasures(d: Sql, zone: string, now: string): WorkMeasures {
  const dayEnd = sql`((${d}."date" + 1)::timestamp at time zone ${zone}::text)`;
  const list = sql`(case jsonb_typeof(${d}."breaks") when 'array' then ${d}."breaks" else '[]'::jsonb end)`;
  const from = sql`(b.one ->> 'from')::timestamptz`;
  // A break that was never ended lasts until the sign-out after it, and no break until the next day.
  const until = sql`least(coalesce((b.one ->> 'to')::timestamptz, case when ${d}."last_logout" > ${from} then ${d}."last_logout" end,
    ${now}::timestamptz), ${dayEnd}, ${now}::timestamptz)`;
  const seconds = sql`greatest(0, extract(epoch from ${until} - ${from}))::int`;
  const workSeconds = sql`coalesce(${d}."total_seconds", 0)`;
  const breakSeconds = sql`coalesce((select sum(${seconds}) from jsonb_array_elements(${list}) b(one)), 0)::int`;
  const lastSeen = sql`greatest(${d}."last_logout", ${d}."reported_at",
    (select max(least((b.one ->> 'to')::timestamptz, ${dayEnd})) from jsonb_array_elements(${list}) b(one) where b.one ->> 'to' is not null))`;
  return {
    workSeconds,
    breakSeconds,
    breaks: sql`(select jsonb_agg(jsonb_build_object('reason', b.one ->> 'reason', 'from', b.one ->> 'from', 'to', b.one ->> 'to',
      'seconds', ${seconds}) order by ${from}) from jsonb_array_elements(${list}) b(one))`,
    firstSignIn: sql`${d}."first_login"`,
    lastSeen,
    idleSeconds: sql`greatest(0, extract(epoch from ${lastSeen} - ${d}."first_login")::int - ${workSeconds} - ${breakSeconds})::int`,
  };
}
