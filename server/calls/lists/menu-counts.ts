import sql, { type Sql } from 'sql-template-tag';
import * as menuCountsCalls from '../../../src/schemas/calls/menu-counts';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { leaves } from '../../../src/schemas/workforce/leaves';
import type { Handlers } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';

const most = 1000;
/** Who may decide a request for leave (src/schemas/workforce/leaves.ts). */
const deciders: readonly number[] = leaves.actions?.decision.access.roles ?? [];

/** The caller's open items, in one statement. */
const menuCounts = async ({
  tx,
  session,
  services,
}: CallContext<typeof menuCountsCalls.menuCounts>): Promise<CallReply<typeof menuCountsCalls.menuCounts>> => {
  const { tenantId, userId, role, scope } = session;
  const now = sql`${services.now().toISOString()}::timestamptz`;
  const own = (table: Sql): Sql => sql`${table}."tenant_id" = ${tenantId} and ${table}."deleted_at" is null`;
  const counted = (rows: Sql): Sql => sql`(select count(*)::int from (select 1 ${rows} limit ${most}) as "t")`;
  const [f, l, v, u, t] = [sql`f`, sql`l`, sql`v`, sql`u`, sql`t`];
  // The superior decides, for people without one the administrators (server/hooks/workforce/leaves.ts).
  const decides = sql`(u."reports_to" = ${userId} or (u."reports_to" is null and ${isAdministrator(session)} and u."id" <> ${userId}))`;
  const row = await tx.row<menuCountsCalls.MenuCounts>(
    sql`select
      ${counted(sql`from "follow_ups" f join "leads" l on l."id" = f."lead_id" and ${own(l)} and ${leadInScope(scope, sql`l."user_id"`, sql`l."id"`)}
        where ${own(f)} and f."user_id" = ${userId} and f."state" = 'pending' and f."call_date_time" < ${now}`)} as "follow_ups",
      ${
        deciders.includes(role)
          ? counted(sql`from "leaves" v join "users" u on u."id" = v."user_id" and ${own(u)}
              where ${own(v)} and v."state" = 'pending' and ${decides}`)
          : sql`0`
      } as "leaves",
      ${counted(sql`from "tickets" t where ${own(t)} and t."assigned_to" = ${userId} and t."state" in ('open', 'in_progress')`)} as "tickets"`,
  );
  return { data: row! };
};

export const handlers: Handlers = {
  ...handle(menuCountsCalls.menuCounts, menuCounts),
};
