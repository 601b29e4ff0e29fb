import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import * as sessionCalls from '../../../src/schemas/calls/session';
import { everyLevel, type AclEntry } from '../../../src/schemas/kit/access';
import { problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { tellTeams } from '../../automation/teams-post';
import type { Context, Handlers, OutsideContext, Refused } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { currentUser, tenantConfig, tenantDetail, tenantOf, userOf, type UserAccount } from '../../identity/account';
import { cookiesAfterSignIn, issueSession, renew } from '../../identity/issue-session';
import { deviceCookie, deviceLine, deviceOf, networksOf } from '../../identity/known-device';
import { sendNewCode, wrongCode } from '../../identity/one-time-codes';
import { checkNewPassword, hashPassword, isOutdated, verifyPassword } from '../../identity/passwords';
import { endPreAuth, preAuthCookie, preAuthLine, readPreAuth, type PreAuth } from '../../identity/pre-auth';
import { addRefreshToken, endRefresh, familySeconds, refreshCookie, revokeFamily } from '../../identity/refresh-family';
import { noteSecondFactor } from '../../identity/second-factor';
import { noteSignIn } from '../../identity/sign-ins';
import { actorOf, claimsOf, loadUser, sessionEnded } from '../../identity/sessions';
import {
  checkResend,
  countCodeSent,
  countFailure,
  countTry,
  countWrongTry,
  forgetTries,
  inTurn,
  mostWrongCodes,
  takeBackTry,
  tomorrow,
  wrongCodes,
  wrongTries,
} from '../../identity/sign-in-limits';
import { newId } from '../../store/ids';
import type { Tx } from '../../store/store';

export const handlers: Handlers = {
  ...handle(sessionCalls.signIn, (context) => inTurn(emailOf(context.body), () => signIn(context))),
  ...handle(sessionCalls.sendOtp, (context) => sendCode(context, false)),
  ...handle(sessionCalls.resendOtp, (context) => sendCode(context, true)),
  ...handle(sessionCalls.verifyOtp, verifyOtp),
  ...handle(sessionCalls.refresh, renewSession),
  ...handle(sessionCalls.acl, acl),
  ...handle(sessionCalls.me, me),
  ...handle(sessionCalls.tenantConfig, async ({ tx, session, services }: Context) => ({
    data: tenantConfig(await tenantOf(tx, services.secrets, session.tenantId), services.config),
  })),
  ...handle(sessionCalls.authLog, authLog),
  ...handle(sessionCalls.changePassword, changePassword),
  ...handle(sessionCalls.usersBySpecificRoles, usersBySpecificRoles),
};

const wrong: Refused = { code: 401, message: 'Incorrect email or password.' };
const signInAgain: Refused = { code: 401, message: 'Please sign in again.' };

const isSecure = ({ services }: OutsideContext | Context): boolean => services.config.publicUrl.startsWith('https:');
const emailOf = (body: { readonly email?: string; readonly username?: string }): string =>
  [body.email, body.username].map((text = '') => text.trim().toLowerCase()).find((text) => text !== '') ?? '';

/** Password right: a cookie for the second step, no token yet. Every wrong answer is the same one. */
async function signIn(context: OutsideCallContext<typeof sessionCalls.signIn>): Promise<CallReply<typeof sessionCalls.signIn>> {
  const { services, request, body } = context;
  const { store, secrets } = services;
  const email = emailOf(body);
  if (!email) throw problem(422, 'Email is required', [{ path: 'email', message: 'Email is required' }]);
  const [found] = await store.lookUp<{ tenant_id: string; id: string }>('user_by_email', [email]);
  const { account, networks } = await knownOf(context, found?.tenant_id ?? nobody, found?.id ?? nobody);
  const device = account && deviceOf(secrets, deviceIn(context), ownerOf(found!.tenant_id, account), services.now());
  const caller = { email, ip: request.ip, device, networks };
  await countTry(store, caller);
  const password = String(body.password);
  const right = await verifyPassword(account?.password, password).catch(async (error: unknown) => {
    await takeBackTry(store, caller);
    throw error;
  });
  if (!right || !found || !account) {
    await countFailure(store, caller);
    return wrong;
  }
  await forgetTries(store, caller);
  if (account.status !== 1) return { code: 403, message: 'Your account is not active. Please contact your manager.' };
  if (isOutdated(account.password ?? '')) {
    const stored = await hashPassword(password);
    await asServer(context, found.tenant_id, (tx) => storePassword(tx, found.tenant_id, found.id, stored));
  }
  const who = { tenantId: found.tenant_id, userId: found.id, email, attempt: newId() };
  return {
    message: 'Please enter the code we sent you.',
    cookies: [preAuthLine(secrets, who, services.now(), isSecure(context))],
  };
}

/** A new code replaces the old. The first of a sign-in goes out at once; any further one is a resend with its limits (D-037). */
async function sendCode(
  context: OutsideCallContext<typeof sessionCalls.sendOtp>,
  again: boolean,
): Promise<CallReply<typeof sessionCalls.sendOtp>> {
  const { services, body } = context;
  const who = preAuthOf(context);
  if (!who) return signInAgain;
  if ((await wrongCodes(services.store, who.userId)) >= mostWrongCodes) throw tomorrow('codes');
  const first = !again && (await services.store.hit(`otp-attempt:${who.attempt}`, 600)) === 1;
  if (!first) await checkResend(services.store, who.userId);
  await asServer(context, who.tenantId, (tx) => sendNewCode(tx, { services, use: 'otp', who, email: emailOf(body) }));
  await countCodeSent(services.store, who.userId);
  return { message: again ? 'OTP Resent Successfully' : 'OTP Sent Successfully.' };
}

type Try = { readonly right: true; readonly account: UserAccount } | { readonly right: false; readonly reply: Refused };

async function verifyOtp(
  context: OutsideCallContext<typeof sessionCalls.verifyOtp>,
): Promise<CallReply<typeof sessionCalls.verifyOtp>> {
  const { services, body } = context;
  const who = preAuthOf(context);
  if (!who) return signInAgain;
  const { tenantId, userId } = who;
  const secure = isSecure(context);
  const family = newId();
  const outcome = await asServer(context, tenantId, async (tx) => {
    const tried = await tryCode(tx, context, who, String(body.otp));
    if (!tried.right) return tried;
    const loaded = await loadUser(tx, tenantId, userId);
    if (!loaded) return { right: false, reply: signInAgain } satisfies Try;
    const now = services.now();
    await recordSignIn(tx, context, who, loaded.timezone, now);
    await tellTeams(tx, services, who, 'auth_log', `${loaded.name} signed in.`);
    const jti = randomUUID();
    const owner = { tenantId, userId, family, tokenVersion: tried.account.token_version, jti, from: context.request };
    const refresh = await addRefreshToken(tx, services.secrets, owner, now, secure);
    await noteSignIn(tx, owner, now, familySeconds);
    await noteSecondFactor(tx, { tenantId, userId, family }, now);
    const tenant = await tenantOf(tx, services.secrets, tenantId);
    const tokens = await issueSession(services, tried.account, tenantId, family, jti);
    return { right: true, refresh, tokens, account: tried.account, roleName: loaded.roleName, tenant } as const;
  });
  if (!outcome.right) return outcome.reply;
  return {
    message: 'Signed in.',
    more: {
      result: { ...currentUser(outcome.account, outcome.roleName, outcome.tenant), ...outcome.tokens },
      tenantDetail: tenantDetail(outcome.tenant),
    },
    cookies: [
      outcome.refresh,
      endPreAuth(secure),
      knowDevice(context, tenantId, outcome.account),
      cookiesAfterSignIn(services, userId),
    ],
  };
}

async function tryCode(tx: Tx, { services }: OutsideContext, who: PreAuth, given: string): Promise<Try> {
  const wrong = await wrongCode(tx, services, 'otp', who, given);
  if (wrong) return { right: false, reply: wrong };
  const account = await userOf(tx, who.tenantId, who.userId);
  return account?.status === 1 ? { right: true, account } : { right: false, reply: signInAgain };
}

async function recordSignIn(tx: Tx, context: OutsideContext, who: PreAuth, zone: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.run(sql`update "users" set "last_login_at" = ${at}::timestamptz
    where "tenant_id" = ${who.tenantId} and "id" = ${who.userId}`);
  await tx.run(sql`insert into "auth_logs" ("tenant_id", "id", "user_id", "date", "first_login", "ip")
    values (${who.tenantId}, ${newId()}, ${who.userId}, (${at}::timestamptz at time zone ${zone})::date, ${at}::timestamptz,
      ${context.request.ip}) on conflict do nothing`);
  // Work after midnight made the day's row before anyone signed in on it.
  await tx.run(sql`update "auth_logs" set "first_login" = ${at}::timestamptz, "ip" = ${context.request.ip}
    where "tenant_id" = ${who.tenantId} and "user_id" = ${who.userId} and "first_login" is null
      and "date" = (${at}::timestamptz at time zone ${zone})::date`);
}

/** A new token for the cookie; a refusal is HTTP 401, as for a missing or revoked token (D-045). */
async function renewSession(
  context: OutsideCallContext<typeof sessionCalls.refresh>,
): Promise<CallReply<typeof sessionCalls.refresh>> {
  const secure = isSecure(context);
  const renewed = await renew(context, context.request.cookies[refreshCookie(secure)], secure);
  if (!renewed) throw sessionEnded();
  return renewed;
}

/** Every code with all levels for role 1, else what role and user grant, united by code. */
async function acl({ session }: CallContext<typeof sessionCalls.acl>): Promise<CallReply<typeof sessionCalls.acl>> {
  if (isAdministrator(session)) return { data: everyLevel() };
  const data: AclEntry[] = [...session.levels].map(([code, levels]) => ({ code, level: [...levels].sort() }));
  return { data, more: { field_rules: session.fieldRules ?? [] } };
}

async function me({ tx, session, services }: CallContext<typeof sessionCalls.me>): Promise<CallReply<typeof sessionCalls.me>> {
  const account = await userOf(tx, session.tenantId, session.userId);
  if (!account) throw sessionEnded();
  return { data: currentUser(account, session.roleName, await tenantOf(tx, services.secrets, session.tenantId)) };
}

/** D-044: the user is the token's. `by_user` true ends the token, its family and the chat token. */
async function authLog(context: CallContext<typeof sessionCalls.authLog>): Promise<CallReply<typeof sessionCalls.authLog>> {
  const { tx, session, body, services, request } = context;
  const { tenantId, userId } = session;
  const now = services.now();
  const at = now.toISOString();
  await tx.run(sql`insert into "auth_logs" ("tenant_id", "id", "user_id", "date", "last_logout", "ip")
    values (${tenantId}, ${newId()}, ${userId}, (${at}::timestamptz at time zone ${session.timezone})::date, ${at}::timestamptz, ${request.ip})
    on conflict do nothing`);
  await tx.run(sql`update "auth_logs" set "last_logout" = ${at}::timestamptz where "tenant_id" = ${tenantId}
    and "user_id" = ${userId} and "date" = (${at}::timestamptz at time zone ${session.timezone})::date`);
  if (body.by_user !== true) return { message: 'Recorded.' };
  await tellTeams(tx, services, session, 'auth_log', `${session.name} signed out.`);
  const claims = await claimsOf(context);
  await revokeFamily(tx, tenantId, userId, claims.sid, 'user');
  return { message: 'Signed out.', cookies: [endRefresh(isSecure(context))] };
}

/** All other tokens of the user end; the returned token and cookie keep this tab signed in. */
async function changePassword(
  context: CallContext<typeof sessionCalls.changePassword>,
): Promise<CallReply<typeof sessionCalls.changePassword>> {
  const { tx, session, body, services } = context;
  const { tenantId, userId } = session;
  const before = await userOf(tx, tenantId, userId);
  if ((await wrongTries(tx, 'password', userId)) >= 10) throw tomorrow('passwords');
  if (!before || !(await verifyPassword(before.password, String(body.current_password)))) {
    // Answered, not thrown: the count has to be committed.
    await countWrongTry(tx, 'password', userId);
    const message = 'The current password is incorrect.';
    return { code: 422, message, more: { errors: [{ path: 'current_password', message }] } };
  }
  checkNewPassword(String(body.new_password), 'new_password');
  await storePassword(tx, tenantId, userId, await hashPassword(String(body.new_password)));
  await tx.run(sql`update "users" set "token_version" = "token_version" + 1
    where "tenant_id" = ${tenantId} and "id" = ${userId}`);
  await revokeFamily(tx, tenantId, userId, null);
  const account = (await userOf(tx, tenantId, userId))!;
  const family = newId();
  const jti = randomUUID();
  const owner = { tenantId, userId, family, tokenVersion: account.token_version, jti, from: context.request };
  const cookie = await addRefreshToken(tx, services.secrets, owner, services.now(), isSecure(context));
  await noteSignIn(tx, owner, services.now(), familySeconds);
  const tokens = await issueSession(services, account, tenantId, family, jti);
  return {
    message: 'Password changed. You are signed out everywhere else.',
    data: tokens,
    cookies: [cookie, knowDevice(context, tenantId, account)],
  };
}

/** D-020: every `org` user whose role is in the timeline filter, by name. */
async function usersBySpecificRoles({
  tx,
  session,
}: CallContext<typeof sessionCalls.usersBySpecificRoles>): Promise<CallReply<typeof sessionCalls.usersBySpecificRoles>> {
  const data = await tx.rows<{ id: string; name: string }>(sql`
    select u."id", u."name" from "users" u
      join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
    where u."tenant_id" = ${session.tenantId} and u."deleted_at" is null and u."type" = 'org' and r."in_audit_filter"
    order by lower(u."name"), u."id"`);
  return { data };
}

/** For an unknown email the same statements find nothing, so neither the answer nor its timing reveals it. */
const knownOf = (context: OutsideContext, tenantId: string, userId: string) =>
  asServer(context, tenantId, async (tx) => ({
    account: await userOf(tx, tenantId, userId),
    networks: await networksOf(tx, tenantId, userId, context.services.now()),
  }));
const nobody = 'nobody';
const ownerOf = (tenantId: string, { id, token_version }: UserAccount) => ({ tenantId, userId: id, tokenVersion: token_version });
const deviceIn = (context: OutsideContext | Context): string | undefined =>
  context.request.cookies[deviceCookie(isSecure(context))];
function knowDevice(context: OutsideContext | Context, tenantId: string, account: UserAccount): string {
  const { secrets, now } = context.services;
  return deviceLine(secrets, deviceIn(context), ownerOf(tenantId, account), now(), isSecure(context));
}

function preAuthOf({ services, request, body }: OutsideCallContext<typeof sessionCalls.sendOtp>): PreAuth | null {
  return readPreAuth(services.secrets, request.cookies[preAuthCookie], emailOf(body), services.now());
}
/** Before a session exists the server itself acts in the tenant. */
function asServer<T>(context: OutsideContext, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.services.store.transaction(actorOf(context.request, tenantId, null), work);
}
async function storePassword(tx: Tx, tenantId: string, userId: string, hash: string): Promise<void> {
  await tx.run(sql`update "users" set "password" = ${hash} where "tenant_id" = ${tenantId} and "id" = ${userId}`);
}
