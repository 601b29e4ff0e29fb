import * as colleaguesCalls from '../../src/schemas/calls/colleagues';
import { handle, type CallContext, type CallReply } from '../context/handle';
import sql from 'sql-template-tag';
import type { Colleague } from '../../src/schemas/calls/colleagues';
import type { Handlers } from '../context/context';

export const handlers: Handlers = {
  ...handle(colleaguesCalls.colleagues, readColleagues),
};

const most = 1000;

async function readColleagues({
  tx,
  session,
}: CallContext<typeof colleaguesCalls.colleagues>): Promise<CallReply<typeof colleaguesCalls.colleagues>> {
  const data = await tx.rows<Colleague>(
    sql`select "id", "name", coalesce("user_status", 0) = 1 as "away" from "users"
        where "tenant_id" = ${session.tenantId} and "type" = 'org' and "status" = 1 and "deleted_at" is null
        order by lower("name"), "id" limit ${most}`,
    'colleagues',
  );
  return { data };
}
