import { randomUUID } from 'node:crypto';
import type { UserAccount } from './account';
import { userOf } from './account';
import type { refresh } from '../../src/schemas/calls/session';
import type { OutsideContext } from '../context/context';
import type { CallReply } from '../context/handle';
import type { Services } from '../context/services';
import { forgeryCookieLine, newForgeryToken } from './forgery';
import { addRefreshToken, chatTokenId, judge, markRotated, partsOf, refreshRow, revokeFamily } from './refresh-family';
import { actorOf } from './sessions';
import { signToken } from './tokens';

/** The access token, and the chat token that the WhatsApp frame gets instead of it (D-114). */
export async function issueSession(
  services: Services,
  account: UserAccount,
  tenantId: string,
  family: string,
  jti: string,
): Promise<{ token: string; wp_token: string }> {
  const { secrets } = services;
  const now = services.now();
  const claims = {
    sub: account.id,
    tid: tenantId,
    role: account.role,
    type: account.type,
    ver: account.token_version,
    sid: family,
  };
  return {
    token: await signToken(secrets, 'access', { ...claims, jti }, now),
    wp_token: await signToken(secrets, 'chat', { ...claims, jti: chatTokenId(family) }, now),
  };
}

/** From sign-in on the anti-forgery cookie belongs to the user. */
export function cookiesAfterSignIn(services: Services, userId: string): string {
  return forgeryCookieLine(newForgeryToken(services.secrets, userId), services.config.publicUrl.startsWith('https:'));
}

/** Rotates the refresh token of the cookie and returns a new access token; null when it is refused. */
export async function renew(
  context: OutsideContext,
  cookie: string | undefined,
  secure: boolean,
): Promise<CallReply<typeof refresh> | null> {
  const { services, request } = context;
  const { store, secrets } = services;
  const parts = partsOf(cookie);
  if (!parts) return null;
  const { tenantId, id, secret } = parts;
  // Answered, not thrown: the end of a family has to be committed.
  return store.transaction(actorOf(request, tenantId, null), async (tx) => {
    const now = services.now();
    const row = await refreshRow(tx, tenantId, id);
    const account = row && (await userOf(tx, tenantId, row.user_id));
    if (!row || !account || account.status !== 1) return null;
    const verdict = judge(row, secrets, secret, account.token_version, now);
    if (verdict === 'stolen') {
      await revokeFamily(tx, tenantId, account.id, row.family);
      services.log.warn(
        { tenant: tenantId, user: account.id },
        'a used refresh token was presented again; its session was ended',
      );
    }
    if (verdict !== 'ok') return null;
    await markRotated(tx, tenantId, row, now);
    const jti = randomUUID();
    const owner = { tenantId, userId: account.id, family: row.family, tokenVersion: account.token_version, jti, from: request };
    const next = await addRefreshToken(tx, secrets, owner, now, secure, new Date(row.expires_at));
    const { token } = await issueSession(services, account, tenantId, row.family, jti);
    return { data: { token }, cookies: [next, cookiesAfterSignIn(services, account.id)] };
  });
}
