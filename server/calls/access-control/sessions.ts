import sql from 'sql-template-tag';
import * as sessionsCalls from '../../../src/schemas/calls/sessions';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { revokeFamily } from '../../identity/refresh-family';

export const handlers: Handlers = {
  ...handle(sessionsCalls.sessionList, list),
  ...handle(sessionsCalls.endSignIn, end),
};

/** Every active sign-in of the user, most recently used first. */
async function list({
  tx,
  session,
  services,
}: CallContext<typeof sessionsCalls.sessionList>): Promise<CallReply<typeof sessionsCalls.sessionList>> {
  const now = services.now().toISOString();
  const rows = await tx.rows<Omit<sessionsCalls.SignedInDevice, 'current'> & { jtis: string[] | null }>(sql`
    select "family" as id, min("created_at") as since, max("created_at") as last_seen, jsonb_agg("jti") as jtis,
      (array_agg("ip" order by "id" desc))[1] as ip, (array_agg("agent" order by "id" desc))[1] as agent
    from "refresh_tokens" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
    group by "family" having bool_and("revoked_at" is null) and max("expires_at") > ${now}::timestamptz
    order by max("created_at") desc limit 50`);
  return { data: rows.map(({ jtis, ...row }) => ({ ...row, current: jtis?.includes(session.jti) ?? false })) };
}

async function end({
  tx,
  session,
  params,
}: CallContext<typeof sessionsCalls.endSignIn>): Promise<CallReply<typeof sessionsCalls.endSignIn>> {
  const { tenantId, userId, jti } = session;
  const rows = await tx.rows<{ jti: string | null }>(sql`
    select "jti" from "refresh_tokens"
    where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "family" = ${params['id'] ?? ''} and "revoked_at" is null for update`);
  if (!rows.length) throw problem(404, 'This session has already ended.');
  if (rows.some((row) => row.jti === jti)) throw problem(409, 'This is your current device. Use Logout to sign out.');
  await revokeFamily(tx, tenantId, userId, params['id']!);
  return { message: 'That device is signed out.' };
}
