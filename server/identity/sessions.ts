import sql, { type Sql } from 'sql-template-tag';
import { everyLevel, isPartner, levelsOf, type AclEntry, type Features } from '../../src/schemas/kit/access';
import type { FieldRule } from '../../src/schemas/kit/access';
import { problem } from '../../src/schemas/kit/problem';
import { isAdministrator } from '../../src/schemas/kit/roles';
import type { Actor, Tx } from '../store/store';
import type { KnownKey } from './api-keys';
import type { Context, RequestInfo } from '../context/context';
import type { DataScope, Session } from '../context/session';
import type { Services } from '../context/services';
import { verifyToken, type Claims } from './tokens';
import { visiblePeople } from './visible-people';

/** What the database says about a user; the token adds the rest. */
export type LoadedUser = Omit<Session, 'jti' | 'tokenVersion' | 'exp'> & { readonly acl: readonly AclEntry[] };

/** HTTP 401: a missing, expired or revoked token (D-045). */
export const sessionEnded = () => problem(401, 'Your session has ended. Please sign in again.');

const keepMs = 60_000;
const most = 10_000;

/** Sessions by token; rights and data scope are read again when they are 60 s old (D-017). One object per process. */
export function makeSessions(services: Services) {
  const known = new Map<string, { readonly user: LoadedUser; readonly until: number }>();
  return {
    async of(claims: Claims, request: RequestInfo): Promise<Session> {
      const { sub: userId, tid: tenantId, jti, ver: tokenVersion, exp } = claims;
      const now = services.now().getTime();
      let entry = known.get(userId);
      if (!entry || entry.until <= now) {
        const actor = { ...actorOf(request, tenantId, userId), jti, tokenVersion };
        const user = await services.store.transaction(actor, (tx) => loadUser(tx, tenantId, userId), { readOnly: true });
        if (!user) throw sessionEnded();
        entry = { user, until: now + keepMs };
        known.delete(userId);
        if (known.size >= most) known.delete(known.keys().next().value!);
        known.set(userId, entry);
      }
      return { ...entry.user, jti, tokenVersion, exp };
    },
    /** Reads this user's rights again next time. */
    forget: (userId: string): void => void known.delete(userId),
  };
}
export type Sessions = ReturnType<typeof makeSessions>;

/** The session of a call with an API key: its owner's rights and scope, read again at each call. */
export async function keySession(services: Services, key: KnownKey, request: RequestInfo): Promise<Session> {
  const { tenantId, ownerId, id, name, scopes, publisherId } = key;
  const user = await services.store.transaction(actorOf(request, tenantId, ownerId), (tx) => loadUser(tx, tenantId, ownerId), {
    readOnly: true,
  });
  if (!user) throw sessionEnded();
  return { ...user, jti: `key:${id}`, tokenVersion: 0, exp: 0, apiKey: { id, name, scopes, publisherId } };
}

/** The claims of the access token that made the call: its sign-in is nowhere else. */
export async function claimsOf({ services, request }: Pick<Context, 'services' | 'request'>): Promise<Claims> {
  const token = String(request.headers['authorization'] ?? '').slice('Bearer '.length);
  const claims = await verifyToken(services.secrets, 'access', token, services.now());
  if (!claims) throw sessionEnded();
  return claims;
}

export function actorOf(request: RequestInfo, tenantId: string, userId: string | null): Actor {
  return { tenantId, userId, ip: request.ip, agent: request.agent, requestId: request.id };
}

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: number;
  readonly type: string;
  readonly own: AclEntry[] | null;
  readonly of_role: AclEntry[] | null;
  readonly role_name: string | null;
  readonly data_scope: string | null;
  readonly field_rules: FieldRule[] | null;
  readonly timezone: string | null;
  readonly features: Features | null;
  readonly visible: string[] | null;
  readonly publisher_id: string | null;
}

/** An active user with rights and data scope, in one statement; undefined when there is none. */
export async function loadUser(tx: Tx, tenantId: string, userId: string): Promise<LoadedUser | undefined> {
  const [row]: UserRow[] = await tx.rows(selectUsers(tenantId, sql`u."id" = ${userId}`), 'load_user');
  return row && userOf(row, tenantId);
}

/** The same for several: those of them that are active, by id. */
export async function loadUsers(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, LoadedUser>> {
  const rows: UserRow[] = await tx.rows(selectUsers(tenantId, sql`u."id" = any(${[...ids]}::text[])`), 'load_users');
  return new Map(rows.map((row) => [row.id, userOf(row, tenantId)]));
}

/** Whose leads these users see, also of those who can no longer sign in. */
export async function scopesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, DataScope>> {
  const which = sql`u."id" = any(${[...ids]}::text[])`;
  const rows: UserRow[] = await tx.rows(selectUsers(tenantId, which, sql`true`), 'scopes_of');
  return new Map(rows.map((row) => [row.id, dataScopeOf(row, tenantId)]));
}

const active = sql`u."status" = 1 and u."deleted_at" is null`;
const selectUsers = (tenantId: string, which: Sql, among: Sql = active): Sql =>
  sql`
      with recursive who as (
        select u."id", u."name", u."email", u."role", u."type", u."permissions", u."team_ids", u."publisher_id",
          r."permissions" as of_role, r."role_name", r."data_scope", r."field_rules"
        from "users" u left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
        where u."tenant_id" = ${tenantId} and ${which} and ${among}
      ),
      ${visiblePeople(tenantId)}
      select who."id", who."name", who."email", who."role", who."type", who."publisher_id", who."permissions" as own, who.of_role,
        who."role_name", who."data_scope", who."field_rules", tn."timezone", tn."features",
        case when who."data_scope" in ('branch', 'team') then (select jsonb_agg(seen."id") from seen where seen.viewer = who."id") end as visible
      from who left join "tenant" tn on tn."tenant_id" = ${tenantId}`;

function userOf(row: UserRow, tenantId: string): LoadedUser {
  const acl = isPartner(row) ? [] : isAdministrator(row) ? everyLevel() : [...(row.of_role ?? []), ...(row.own ?? [])];
  return {
    userId: row.id,
    tenantId,
    name: row.name,
    email: row.email,
    role: row.role,
    roleName: row.role_name ?? '',
    type: row.type,
    levels: levelsOf(acl),
    acl,
    features: row.features ?? {},
    scope: dataScopeOf(row, tenantId),
    fieldRules: row.field_rules ?? [],
    timezone: row.timezone ?? 'Asia/Kolkata',
    ...(isPartner(row) && row.publisher_id ? { publisherId: row.publisher_id } : {}),
  };
}

function dataScopeOf(row: UserRow, tenantId: string): DataScope {
  if (isPartner(row)) return { userIds: [] };
  if (isAdministrator(row) || row.data_scope === 'tenant') return 'tenant';
  if (row.data_scope === 'none') return { userIds: [] };
  const sees = row.data_scope === 'own_and_lists' ? 'all' : 'served';
  return { userIds: row.visible ?? [row.id], caller: { tenantId, userId: row.id, sees } };
}
