import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resourceNamed } from '../../src/schemas/kit/all';
import { everyLevel, levelsOf, type AclEntry } from '../../src/schemas/kit/access';
import { parseWire } from '../../src/schemas/kit/wire';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import type { Context, Handler, Reply } from '../../server/context/context';
import type { DataScope, Session } from '../../server/context/session';
import type { Services } from '../../server/context/services';
import { storeFiles } from '../../server/http/store-files';
import { hooksOf } from '../../server/hooks/all';
import type { Tx } from '../../server/store/store';
import { makeDiskFiles } from '../../server/files/disk-files';
import { makeJobs } from '../../server/jobs/make-jobs';
import { makeSecrets } from '../../server/store/secrets';
import { actor, type TestStore } from '../support/database';
import { secretKey } from '../support/fixture';

export interface Someone {
  readonly tenantId: string;
  readonly userId: string;
  readonly role?: number;
  readonly permissions?: readonly AclEntry[];
  readonly scope?: DataScope;
}
export interface Request {
  readonly wire?: string;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** Calls a generic operation as the router does, without parsing a wire. */
export function act(
  store: TestStore,
  who: Someone,
  resource: string,
  operation: CatalogueOperation,
  request: Request = {},
): Promise<Reply> {
  const handler = handlerOf(resource, operation);
  checkWire(resource, request.wire);
  return handle(store, who, handler, { wire: `GET|POST|PATCH|DELETE res/${resource}`, ...request });
}

/** The generic handler with the resource's own hooks. */
export function handlerOf(resource: string, operation: CatalogueOperation): Handler {
  const handler = catalogueHandlers(resourceNamed(resource), hooksOf({ name: resource }))[operation];
  if (!handler) throw new Error(`${resource} has no ${operation}`);
  return handler;
}

/** Throws when the schema file does not declare the address that a test calls: such a test would prove nothing. */
export function checkWire(resource: string, wire: string | undefined): void {
  const spec = resourceNamed(resource);
  const own = [...Object.values(spec.wire ?? {}).flat(), ...Object.values(spec.lists ?? {}).map((one) => one.wire)];
  if (wire !== undefined && !wire.includes(' res/') && !own.includes(wire)) throw new Error(`${resource} has no call '${wire}'`);
}

/** Runs a handler in the transaction of that user; files in the body are stored beforehand, as for a request. */
export async function handle(store: TestStore, who: Someone, handler: Handler, request: Request): Promise<Reply> {
  const files = await storeFiles(services(store).files, who.tenantId, { filesIn: Object.values }, request.body ?? {}, undefined);
  return store.transaction(actor(who.tenantId, who.userId), (tx) => handler({ ...contextOf(store, who, tx, request), ...files }));
}

/** The context of a handler, inside a transaction that the test opened. */
export function contextOf(store: TestStore, who: Someone, tx: Tx, request: Request): Context {
  return {
    services: services(store),
    session: sessionOf(who),
    tx,
    wire: parseWire(request.wire ?? 'GET res/test'),
    params: request.params ?? {},
    query: request.query ?? {},
    body: request.body ?? {},
    request: { id: 'test', ip: '203.0.113.7', agent: 'tests', cookies: {}, headers: request.headers ?? {} },
    afterCommit: () => {},
  };
}

export function sessionOf(who: Someone): Session {
  return {
    tenantId: who.tenantId,
    userId: who.userId,
    role: who.role ?? 1,
    type: 'org',
    levels: levelsOf(who.permissions ?? everyLevel()),
    name: 'Test',
    email: 'test@example.com',
    roleName: 'Administrator',
    jti: 'test',
    tokenVersion: 0,
    exp: 4_000_000_000,
    scope: who.scope ?? 'tenant',
    timezone: 'Asia/Kolkata',
  };
}

const secrets = makeSecrets(secretKey);
const folder = mkdtempSync(join(tmpdir(), 'prospectus-act-'));
const services = (store: TestStore): Services => ({
  store,
  secrets,
  now: () => new Date(),
  config: {} as Services['config'],
  jobs: makeJobs(() => services(store), {}), // queued, never run
  files: makeDiskFiles(folder, secrets, () => new Date()),
  limits: {} as Services['limits'],
  pressure: {} as Services['pressure'],
  outbound: {} as Services['outbound'],
  channels: { send: async () => ({ id: 'sent' }) },
  log: { info() {}, warn() {}, error() {} },
});

/** Creates a tenant with its administrator, so that created_by and labels have a name. */
export async function makeTenant(store: TestStore, tenantId: string): Promise<Someone> {
  const userId = `${tenantId}admin`;
  await store.transaction(actor(tenantId, userId), async (tx) => {
    await tx.insertMany(
      'users_roles',
      ['tenant_id', 'role', 'role_name', 'data_scope', 'permissions', 'is_system'],
      [
        [tenantId, 1, 'Administrator', 'tenant', '[]', true],
        [tenantId, 4, 'Counsellor', 'own', '[]', true],
      ],
    );
    await tx.insertMany(
      'users',
      ['tenant_id', 'id', 'name', 'email', 'role', 'type'],
      [[tenantId, userId, `Admin of ${tenantId}`, `admin@${tenantId.toLowerCase()}.example`, 1, 'org']],
    );
  });
  return { tenantId, userId };
}
