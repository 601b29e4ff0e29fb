import sql, { type Sql } from 'sql-template-tag';
import { acts, actSources } from '../activities';
import { inRange, localTime } from '../asked';
import { workMeasures } from '../work-day';
import type { FactTable } from './fact-table';

/** A2 to A5, A9 to A12; 'gap': the minutes since the user's act before it on that day. */
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

/** A6 to A8, A13, A14: the acts among these that are messages; 'delivery': what became of each. */
export const sentMessages: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { act: 'kind' },
  select({ tenantId, ...asked }, { parts }) {
    const sent = acts(tenantId, (at) => inRange(at, { tenantId, ...asked }), [actSources.message, actSources.chat]);
    return parts.has('delivery') ? withDelivery(tenantId, sent) : sent;
  },
};

/** The ledger says it of emails and SMS; of a WhatsApp message its chat does, where an answer within a day counts as its reply. */
const withDelivery = (tenantId: string, all: Sql): Sql => sql`
  select a.*, o."delivered_at" is not null or o."read_at" is not null or coalesce(w."status" in ('delivered', 'read'), false) as "delivered",
    o."replied_at" is not null or exists (select from "whatsapp_messages" r where r."tenant_id" = w."tenant_id" and r."chat_id" = w."chat_id"
      and r."deleted_at" is null and r."direction" = 'in' and r."sent_at" > w."sent_at" and r."sent_at" <= w."sent_at" + interval '1 day') as "replied"
  from (${all}) a
  left join "outbox_messages" o on a."kind" in ('email', 'sms') and o."tenant_id" = ${tenantId} and o."id" = split_part(a."id", ':', 2)
  left join "whatsapp_messages" w on a."kind" = 'whatsapp' and w."tenant_id" = ${tenantId} and w."id" = split_part(a."id", ':', 2)`;

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
