import sql from 'sql-template-tag';
import { acts } from '../activities';
import { inRange, localTime } from '../asked';
import { workMeasures } from '../work-day';
import type { FactTable } from './fact-table';

/** A2 to A12; 'gap': the minutes since the user's act before it on that day. */
export const allActs: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { act: 'kind' },
  select(asked, { parts }) {
    const all = acts(asked.tenantId, (at) => inRange(at, asked));
    if (!parts.has('gap')) return all;
    return sql`select a.*, extract(epoch from a."at" - lag(a."at") over (partition by a."user_id", ${localTime(sql`a."at"`, asked)}::date
      order by a."at", a."id")) / 60.0 as "gap" from (${all}) a`;
  },
};

/** W1 to W5: days of the work timer, as the pages of the workforce count them. */
export const workDays: FactTable = {
  credit: 'user',
  lead: 'never',
  select: (asked) => {
    const m = workMeasures(sql`w`, asked.zone, asked.now.toISOString());
    return sql`
    select w."id", null::text as "lead_id", w."user_id", w."date"::timestamp at time zone ${asked.zone} as "at", ${m.firstSignIn} as "first_login",
      ${m.lastSeen} as "last_seen", ${m.workSeconds} as "worked", ${m.breakSeconds} as "breaks", ${m.idleSeconds} as "idle"
    from "auth_logs" w
    where w."tenant_id" = ${asked.tenantId} and w."deleted_at" is null and w."date" between ${asked.firstDay}::date and ${asked.lastDay}::date`;
  },
};
