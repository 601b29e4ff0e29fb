import sql from 'sql-template-tag';
import * as colleaguesCalls from '../../../src/schemas/calls/colleagues';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';

export const handlers: Handlers = {
  ...handle(colleaguesCalls.colleagues, readColleagues),
};

const most = 1000;

async function readColleagues({
  tx,
  session,
}: CallContext<typeof colleaguesCalls.colleagues>): Promise<CallReply<typeof colleaguesCalls.colleagues>> {
  const data = await tx.rows<colleaguesCalls.Colleague>(
    sql`select "id", "name", coalesce("user_status", 0) = 1 as "away" from "users"
        where "tenant_id" = ${session.tenantId} and "type" = 'org' and "status" = 1 and "deleted_at" is null
        order by lower("name"), "id" limit ${most}`,
    'colleagues',
  );
  return { data };
}
