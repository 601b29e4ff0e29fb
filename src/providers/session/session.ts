import type { CurrentUser, Tenant, TimeTracking } from '../../schemas/calls/session';
import { setTenantZone } from '../../ui/time/clock';
import { serverNow } from '../../ui/time/server-clock';
import { wearBrand } from '../../ui/theme/theme';
import { forgetEarlyReads } from '../screens/early-reads';
import { goTo } from '../screens/place';
import { createEvent, useStore } from '../store';
import { browserStored } from '../stored';
import { isSignIn, signInPath } from './return-url';
import { recordIn } from '../../schemas/kit/is-record';

export type { CurrentUser, Tenant, TimeTracking };

/** Stored as `session`; only `currentUser` has the token. */
export interface PersistedSession {
  readonly tid: string;
  readonly id: string;
  readonly logo_image: string | null;
  readonly support_email: string | null;
  readonly support_number: string | null;
  readonly currentUser: Omit<CurrentUser, 'token' | 'wp_token'>;
  readonly tenant: Tenant;
}
export interface Session {
  readonly user: CurrentUser;
  readonly persisted: PersistedSession;
}

const userKey = 'currentUser';
const sessionKey = 'session';
const changed = createEvent();
const ended = createEvent();
/** What the store held when it was last read; null is nobody, undefined is not read yet. */
let memory: { readonly texts: string; readonly session: Session | null } | undefined;

/** The signed-in user of this browser, or null. Another tab's sign-out takes effect at the next call. */
export function currentSession(): Session | null {
  const user = browserStored.read(userKey);
  const persisted = browserStored.read(sessionKey);
  const texts = `${user}\n${persisted}`;
  if (memory?.texts !== texts) {
    memory = { texts, session: parsed(user, persisted) };
    setTenantZone(memory.session?.persisted.tenant.timezone);
  }
  return memory.session;
}

export const currentToken = (): string | undefined => currentSession()?.user.token;

/** The page has the colour of the stored session's tenant from the first rendering on. */
export function followBrand(): () => void {
  const wear = (): void => wearBrand(currentSession()?.persisted.tenant.brand_color);
  wear();
  window.addEventListener('storage', wear);
  const stop = changed.on(wear);
  return () => {
    stop();
    window.removeEventListener('storage', wear);
  };
}

export function useSession(): Session | null {
  return useStore({ get: currentSession, subscribe: changed.on });
}

let fresh = false;
/** Whether this session began with a sign-in in this document instead of a reload. True until `settleSignIn`. */
export const isFreshSignIn = (): boolean => fresh;
export const settleSignIn = (): void => void (fresh = false);

/** Stores the answer of `users/verify-otp`. */
export function startSession(user: CurrentUser, tenant: Tenant): void {
  const { token: _, wp_token: __, ...known } = user;
  const persisted: PersistedSession = {
    tid: tenant.id,
    id: user.id,
    logo_image: tenant.logo_image ?? null,
    support_email: tenant.support_email ?? null,
    support_number: tenant.support_number ?? null,
    currentUser: known,
    tenant,
  };
  browserStored.write(sessionKey, JSON.stringify(persisted));
  browserStored.write(userKey, JSON.stringify(user));
  fresh = true;
  changed.tell();
}

/** Changes single fields of the current user: a renewed token, a new status. */
export function updateUser(change: Partial<CurrentUser>): void {
  const session = currentSession();
  if (!session) return;
  browserStored.write(userKey, JSON.stringify({ ...session.user, ...change }));
  changed.tell();
}

/**
 * Updates the tenant after its profile was saved, so that the shell shows it. No effect for another tenant, or without a change.
 */
export function updateTenant(change: Partial<Tenant> & Pick<Tenant, 'id'>): void {
  const persisted = currentSession()?.persisted;
  if (!persisted || persisted.tid !== change.id) return;
  const tenant = { ...persisted.tenant, ...change };
  const told = JSON.stringify({ ...persisted, tenant, logo_image: tenant.logo_image ?? null } satisfies PersistedSession);
  if (told === browserStored.read(sessionKey)) return;
  browserStored.write(sessionKey, told);
  changed.tell();
}

/** The user is signing out: whatever ends the session, a message of the socket included, does not set a return address. */
export function leaveForGood(): void {
  leaving = true;
}
let leaving = false;

/** Removes the user, the stored session and everything that listens (permissions, caches), then shows /login. */
export function endSession(how: { readonly comeBack: boolean }): void {
  const comeBack = how.comeBack && !leaving;
  leaving = false;
  browserStored.write(userKey, undefined);
  browserStored.write(sessionKey, undefined);
  forgetEarlyReads();
  ended.tell();
  changed.tell();
  const { pathname, search } = window.location;
  if (!isSignIn(pathname)) goTo(signInPath('/login', comeBack ? pathname + search : '/'), { replace: true });
}

/** Called at every end of a session; answers how to stop listening. */
export const onSessionEnd = ended.on;

/** The `exp` claim in milliseconds; 0 if the token has no readable one. */
export function expiryOf(token: string): number {
  try {
    const { exp } = recordIn(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))));
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** Ends the session silently if its token has passed `exp`. Returns whether it did. */
export function endIfExpired(now = serverNow()): boolean {
  const token = currentToken();
  if (token === undefined || expiryOf(token) > now) return false;
  endSession({ comeBack: true });
  return true;
}

/** Another tab signed in, out or renewed (D-041): reads the storage again, at a storage event and on focus. */
export function followOtherTabs(): () => void {
  let user = currentSession()?.user.id;
  const look = (): void => {
    const now = currentSession()?.user.id;
    if (user !== undefined && now !== user) endHere();
    user = now;
    changed.tell();
  };
  const endHere = (): void => {
    if (currentSession()) window.location.reload(); // someone else is signed in: nothing in memory may be kept
    else endSession({ comeBack: true });
  };
  const stop = changed.on(() => void (user = currentSession()?.user.id));
  window.addEventListener('storage', look);
  window.addEventListener('focus', look);
  return () => {
    stop();
    window.removeEventListener('storage', look);
    window.removeEventListener('focus', look);
  };
}

function parsed(user: string | null, persisted: string | null): Session | null {
  if (!user || !persisted) return null;
  try {
    const session: unknown = { user: JSON.parse(user), persisted: JSON.parse(persisted) };
    return isWhole(session) ? session : null;
  } catch {
    return null;
  }
}

/** The fields that pages rely on; a stored session without them (edited by hand) counts as none. */
function isWhole(session: unknown): session is Session {
  const { user, persisted } = recordIn(session);
  const { token, id: userId, name: userName, email, role, role_name, on_break, logo_image: picture } = recordIn(user);
  const { tid, tenant, logo_image, support_email, support_number } = recordIn(persisted);
  const { id, name, brand_name, entity_name, timezone, time_tracking, features } = recordIn(tenant);
  const { since, reason } = recordIn(on_break);
  const texts = [token, userId, userName, email, tid, id, name];
  const ofTenant = [brand_name, entity_name, timezone, logo_image, support_email, support_number];
  return (
    texts.every((one) => typeof one === 'string' && one !== '') &&
    typeof role === 'number' &&
    [picture, role_name, since, reason, ...ofTenant].every((one) => isAbsent(one) || typeof one === 'string') &&
    [time_tracking, features, on_break].every((one) => isAbsent(one) || typeof one === 'object')
  );
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
