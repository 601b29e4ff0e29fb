import sql, { type Sql } from 'sql-template-tag';
import type { BoardBreak, BoardCall, LiveBoard } from '../../src/schemas/calls/live-board';
import { resourceNamed } from '../../src/schemas/kit/all';
import { ringsForSeconds } from '../../src/schemas/kit/live-call';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { veilAs } from '../catalogue/field-rules';
import type { Telephony } from '../channels/telephony';
import type { Context } from '../context/context';
import { leadInScope, ownerInScope } from '../context/data-scope';
import { confirmedIn, longestCallHours, minutesBefore } from './may-dial';
import { isSupervisor } from './supervise';

/** A wrap-up that nobody ended is no longer shown after this long. */
const wrapUpMinutes = 30;
const most = 500;

/** The board of this reader, oldest call first: supervisors see the calls of those below them, everyone their own and what rings for them. */
export async function liveBoardOf(context: Context, { supervises }: Pick<Telephony, 'supervises'>): Promise<LiveBoard> {
  const { tx, session, services } = context;
  const teams = await tx.rows<LiveBoard['teams'][number]>(
    sql`select "id", "name" from "teams" where "tenant_id" = ${session.tenantId} and "deleted_at" is null order by lower("name") limit 500`,
    'board-teams',
  );
  const [calls, breaks] = [await callsOf(context), await breaksOf(context)];
  const used = new Set([...calls, ...breaks].flatMap(({ team_ids: ids }) => ids));
  return {
    now: services.now().toISOString(),
    calls,
    breaks,
    teams: teams.filter(({ id }) => used.has(id)),
    can: (await isSupervisor(context)) ? supervises : [],
  };
}

/** The calls of those users, and those that ring for one of them while nobody has taken them. */
const seenCalls = (context: Context): Sql => {
  const { scope, userId } = context.session;
  if (scope === 'tenant') return sql`true`;
  return sql`(${seenUsers(context, sql`c."user_id"`)} or (c."user_id" is null and c."offered_user_ids" ?| ${[...scope.userIds, userId]}::text[]))`;
};
/** Users whose records this person sees, and themselves. */
const seenUsers = ({ session }: Pick<Context, 'session'>, user: Sql): Sql =>
  sql`(${ownerInScope(session.scope, user)} or ${user} = ${session.userId})`;
const teamsOf = sql`case jsonb_typeof(u."team_ids") when 'array' then u."team_ids" else '[]'::jsonb end as "team_ids"`;

/** Calls that ring, are talked on or wrapped up; what never ended is not shown for ever. */
async function callsOf(context: Context): Promise<BoardCall[]> {
  const { tx, session, services } = context;
  const now = services.now();
  const since = (minutes: number): Sql => sql`${minutesBefore(now, minutes)}::timestamptz`;
  const rows = await tx.rows<BoardCall & { seen: boolean | null }>(
    sql`select c."id" as "call_id", c."user_id", u."name" as "user_name", ${teamsOf}, c."direction", c."lead_id", l."name", c."phone",
          ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)} as "seen", d."value" as "list", c."started_at", c."answered_at", c."ended_at",
          case when c."state" in ('queued', 'ringing') or (c."state" = 'answered' and c."answered_at" is null) then 'ringing' when c."state" = 'answered' then 'talking' else c."state" end as "state",
          case when c."supervising" then c."supervision" end as "supervision", case when c."supervising" then c."supervised_by" end as "supervisor_id",
          case when c."supervising" then s."name" end as "supervisor_name"
        from "calls" c
        left join "users" u on u."tenant_id" = c."tenant_id" and u."id" = c."user_id"
        left join "users" s on s."tenant_id" = c."tenant_id" and s."id" = c."supervised_by"
        left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id" and l."deleted_at" is null
        left join "dialer_lists" d on d."tenant_id" = c."tenant_id" and d."key" = c."list_key"
        where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and c."started_at" > ${since(longestCallHours * 60)}
          and (c."state" in ('answered', 'on_hold') or (c."state" = 'queued' and c."started_at" > ${since(confirmedIn)})
            or (c."state" = 'ringing' and (c."direction" = 'outbound' or c."started_at" > ${since(ringsForSeconds / 60)}))
            or (c."state" = 'wrap_up' and c."ended_at" > ${since(wrapUpMinutes)}))
          and ${seenCalls(context)}
        order by c."started_at", c."id" limit ${most}`,
    'board-calls',
  );
  return rows.map(({ seen: ofScope, ...row }) => {
    // An unknown caller is shown with the number, someone else's lead without name and number (TRUST-S34).
    const seen = row.lead_id === null || ofScope === true;
    const shown = seen ? row : { ...row, lead_id: null, name: null, phone: null };
    return veilAs(resourceNamed(leadRecords), session, shown, { name: 'name', phone: 'phone' });
  });
}

async function breaksOf(context: Context): Promise<BoardBreak[]> {
  const { tx, session } = context;
  return tx.rows<BoardBreak>(
    sql`select u."id" as "user_id", u."name" as "user_name", ${teamsOf}, b."since", b."reason" from "users" u
        left join lateral (select o ->> 'from' as "since", o ->> 'reason' as "reason" from "auth_logs" w
          cross join lateral jsonb_array_elements(case jsonb_typeof(w."breaks") when 'array' then w."breaks" else '[]'::jsonb end) o
          where w."tenant_id" = u."tenant_id" and w."user_id" = u."id" and w."deleted_at" is null and o ->> 'to' is null
          order by o ->> 'from' desc limit 1) b on true
        where u."tenant_id" = ${session.tenantId} and u."user_status" = 1 and u."status" = 1 and u."deleted_at" is null
          and ${seenUsers(context, sql`u."id"`)}
        order by lower(u."name"), u."id" limit ${most}`,
    'board-breaks',
  );
}
