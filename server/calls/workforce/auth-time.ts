import sql from 'sql-template-tag';
import * as authTimeCalls from '../../../src/schemas/calls/auth-time';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { authTimeExport } from '../../exports/export-plan';
import { planExport } from '../../exports/plan-export';
import { queueExport } from '../../exports/queue-export';
import { revokeFamily } from '../../identity/refresh-family';
import { readAuthTime, refuseRange, sumAuthTime } from '../../workforce/auth-time';
import { seenPeople } from '../../workforce/seen-people';

export const handlers: Handlers = {
  ...handle(authTimeCalls.authTime, read),
  ...handle(authTimeCalls.authTimeExport, exportRows),
  ...handle(authTimeCalls.teamSessions, listSessions),
  ...handle(authTimeCalls.endTeamSession, endSession),
};

const pageSize = 50;

async function read(context: CallContext<typeof authTimeCalls.authTime>): Promise<CallReply<typeof authTimeCalls.authTime>> {
  const { page, ...asked } = context.query;
  refuseRange(asked);
  const rows = await readAuthTime(context, asked, { limit: pageSize, offset: (page - 1) * pageSize });
  const sums = await sumAuthTime(context, asked);
  return { data: { as_of: context.services.now().toISOString(), rows, page_size: pageSize, ...sums } };
}

async function exportRows(
  context: CallContext<typeof authTimeCalls.authTimeExport>,
): Promise<CallReply<typeof authTimeCalls.authTimeExport>> {
  const { format, ...query } = context.body;
  const order = { resource: authTimeExport, format, query } as const;
  await planExport(order, context);
  return queueExport(context, order);
}

async function listSessions(
  context: CallContext<typeof authTimeCalls.teamSessions>,
): Promise<CallReply<typeof authTimeCalls.teamSessions>> {
  const { tx, session, services, query } = context;
  const rows = await tx.rows<Omit<authTimeCalls.TeamSession, 'current'> & { jtis: string[] | null; total: number }>(sql`
    select t."family" as "id", u."id" as "user_id", u."name", min(t."created_at") as "since", max(t."created_at") as "last_seen",
      jsonb_agg(t."jti") as "jtis", (array_agg(t."ip" order by t."id" desc))[1] as "ip", (array_agg(t."agent" order by t."id" desc))[1] as "agent",
      (count(*) over ())::int as "total"
    from "refresh_tokens" t join "users" u on u."tenant_id" = t."tenant_id" and u."id" = t."user_id"
    where ${seenPeople(session, sql`u`, query)} and u."status" = 1
    group by t."family", u."id", u."name"
    having bool_and(t."revoked_at" is null) and max(t."expires_at") > ${services.now().toISOString()}::timestamptz
    order by max(t."created_at") desc, t."family" limit ${pageSize} offset ${(query.page - 1) * pageSize}`);
  return {
    data: {
      rows: rows.map(({ jtis, total: _total, ...row }) => ({ ...row, current: jtis?.includes(session.jti) ?? false })),
      count: rows[0]?.total ?? 0,
      page_size: pageSize,
    },
  };
}

/** An administrator is signed out by another administrator only. */
async function endSession(
  context: CallContext<typeof authTimeCalls.endTeamSession>,
): Promise<CallReply<typeof authTimeCalls.endTeamSession>> {
  const { tx, session, params } = context;
  const family = params['id'] ?? '';
  const row = await tx.row<{ user_id: string; name: string; role: number; is_own: boolean }>(sql`
    select u."id" as "user_id", u."name", u."role", exists (select 1 from "refresh_tokens" o where o."tenant_id" = u."tenant_id"
        and o."family" = ${family} and o."jti" = ${session.jti}) as "is_own"
    from "users" u where ${seenPeople(session, sql`u`)} and exists (select 1 from "refresh_tokens" t where t."tenant_id" = u."tenant_id"
      and t."user_id" = u."id" and t."family" = ${family} and t."revoked_at" is null)`);
  if (!row) throw problem(404, 'This session has already ended.');
  if (row.is_own) throw problem(409, 'This is your current device. Use Logout to sign out.');
  if (isAdministrator(row) && !isAdministrator(session)) throw problem(403, notAllowed);
  await revokeFamily(tx, session.tenantId, row.user_id, family);
  return { message: `${row.name} is signed out of that device.` };
}
