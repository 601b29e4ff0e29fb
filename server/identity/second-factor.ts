import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Tx } from '../store/store';
import type { Context } from '../context/context';
import { claimsOf } from './sessions';

/** How long after entering a code the person counts as the owner of the mailbox. */
const freshMinutes = 10;

/** Notes that this sign-in has just been confirmed by a code. */
export async function noteSecondFactor(
  tx: Tx,
  { tenantId, userId, family }: { tenantId: string; userId: string; family: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`update "refresh_tokens" set "verified_at" = ${now.toISOString()}::timestamptz
    where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "family" = ${family}`);
}

/**
 * Throws Problem 403 with the member `second_factor: 'required'` unless a code was entered in this sign-in within the last ten
 * minutes (TRUST-S33): the page then asks for one and makes the call again. What no person at a keyboard does, an API key or a
 * job, is never fresh.
 */
export async function requireSecondFactor(context: Context, path: string): Promise<void> {
  const { tx, session, services, request } = context;
  if (session.apiKey || !request.headers['authorization']) throw problem(403, byHandOnly, [{ path, message: byHandOnly }]);
  const { sid } = await claimsOf(context);
  const since = new Date(services.now().getTime() - freshMinutes * 60_000).toISOString();
  const fresh = await tx.row(sql`
    select 1 from "refresh_tokens" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "family" = ${sid}
      and "revoked_at" is null and "verified_at" > ${since}::timestamptz limit 1`);
  if (!fresh) throw problem(403, askForCode, [{ path, message: askForCode }], { second_factor: 'required' });
}

const askForCode = "Confirm it's you with the code we email you, then save again.";
const byHandOnly = "Change an email or password on the user's page. It cannot be done in bulk, by import or with an API key.";
