import type { Operation } from '../../src/schemas/kit/access';
import type { CallSpec } from '../../src/schemas/kit/call';
import { randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { resources } from '../../src/schemas/kit/all';
import type { ApiKeyHolder } from '../context/session';
import type { Services } from '../context/services';
import { networkOf } from './network-of';

/** What a valid key opens, read in one statement at each call: revoking it, or its owner, ends it at once. */
export interface KnownKey extends ApiKeyHolder {
  readonly tenantId: string;
  /** The administrator who made it; the calls are theirs. */
  readonly ownerId: string;
}
interface KeyRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly scopes: string[];
  readonly allowed_ips: string[] | null;
  readonly publisher_id: string | null;
  readonly expires_at: string | null;
}

export const keyMark = 'pk_';
const wrongPerTenMinutes = 50;

/** 'pk_' and 40 characters; only its keyed hash is kept. */
export const newKey = (): string => keyMark + randomBytes(30).toString('base64url');
export const prefixOf = (key: string): string => key.slice(0, 10);
export const hashOf = ({ secrets }: Pick<Services, 'secrets'>, key: string): string => hexOf(secrets.sign('api-key', key));
const hexOf = (signature: string): string => Buffer.from(signature, 'base64url').toString('hex');

/** The text of a key in the headers: `Authorization: Bearer pk_…` or `X-Api-Key: pk_…`. */
export function keyText(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const bearer = headers['authorization'];
  const own = headers['x-api-key'];
  const text = typeof own === 'string' ? own : typeof bearer === 'string' ? bearer.replace(/^Bearer /, '') : '';
  return text.startsWith(keyMark) && text.length <= 200 ? text : null;
}

/** The owner of the key. 401 for an unknown, revoked or expired key or a wrong address, all alike; 429 for too many calls. */
export async function knownKey(services: Services, key: string, ip: string): Promise<KnownKey> {
  const { store } = services;
  const before = services.secrets.signedBefore('api-key', key);
  const [row] = [
    ...(await store.lookUp<KeyRow>('api_key_by_hash', [hashOf(services, key)])),
    ...(before ? await store.lookUp<KeyRow>('api_key_by_hash', [hexOf(before)]) : []),
  ];
  const ended = row?.expires_at ? Date.parse(row.expires_at) <= services.now().getTime() : false;
  if (!row || ended || !isAllowed(row.allowed_ips, ip)) {
    const tries = await store.hit(`api-key:${networkOf(ip)}`, 600);
    throw problem(tries > wrongPerTenMinutes ? 429 : 401, tries > wrongPerTenMinutes ? tooOften : noSuchKey);
  }
  await services.limits.key(row.id);
  await noteUse(services, row, key, ip);
  const { tenant_id: tenantId, owner: ownerId, publisher_id: publisherId, id, name, scopes } = row;
  return { tenantId, ownerId, publisherId, id, name, scopes };
}
const noSuchKey = 'This API key is not valid.';
const tooOften = 'Too many requests with this API key. Please wait a minute.';

/** A call as a key is asked for it: of a hand-made one its contract, of a resource's its name and what it does. */
export interface KeyedCall {
  readonly name: string;
  readonly call?: Pick<CallSpec, 'scope'>;
  readonly operation: Exclude<Operation, 'open'>;
}
/** What a key must hold for this call; undefined: no key may make it. */
export function scopeNeeded({ name, call, operation }: KeyedCall): string | undefined {
  if (call) return call.scope;
  const resource = name.slice(0, name.lastIndexOf('.'));
  const verb = {
    list: 'read',
    read: 'read',
    export: 'read',
    create: 'create',
    update: 'update',
    status: 'update',
    delete: 'delete',
  }[operation];
  // People, their rights and the keys themselves stay with people.
  const open = openTo.get(resource);
  if (open === 'nothing' || (open === 'read' && verb !== 'read')) return undefined;
  return `${resource}:${verb}`;
}
const openTo = new Map(resources.map(({ name, apiKeys }) => [name, apiKeys]));
const alsoNamed: Readonly<Record<string, string>> = { lead_read: 'leads:read' };

export function keyMay({ scopes }: Pick<ApiKeyHolder, 'scopes'>, endpoint: KeyedCall): boolean {
  const asked = scopeNeeded(endpoint);
  return asked !== undefined && scopes.some((scope) => (alsoNamed[scope] ?? scope) === asked);
}

/** An address or a network; `::ffff:192.0.2.1` is its IPv4 address. */
export function isAllowed(list: readonly string[] | null, ip: string): boolean {
  if (!list?.length) return true;
  if (!ipaddr.isValid(ip)) return false;
  const from = ipaddr.process(ip);
  return list.some((one) => {
    const [address, bits] = one.includes('/') ? ipaddr.parseCIDR(one) : [ipaddr.process(one), undefined];
    if (bits === undefined) return address.kind() === from.kind() && address.toNormalizedString() === from.toNormalizedString();
    return from instanceof ipaddr.IPv4
      ? address instanceof ipaddr.IPv4 && from.match(address, bits)
      : address instanceof ipaddr.IPv6 && from.match(address, bits);
  });
}
export const isNetwork = (text: string): boolean => (text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text));

const noted = new WeakMap<Services, Map<string, number>>();

/** The last use, written once per minute and key at most; a hash from before a rotation is replaced by the current one. */
async function noteUse(services: Services, { tenant_id: tenantId, id }: KeyRow, key: string, ip: string): Promise<void> {
  const uses = noted.get(services) ?? new Map<string, number>();
  noted.set(services, uses);
  const now = services.now();
  if (now.getTime() - (uses.get(id) ?? 0) < 60_000) return;
  uses.set(id, now.getTime());
  const actor = { tenantId, userId: null, ip, agent: 'api key', requestId: id };
  await services.store.transaction(actor, (tx) =>
    tx.run(
      sql`update "api_key_hashes" set "last_used_at" = ${now.toISOString()}::timestamptz, "last_used_ip" = ${ip}, "key_hash" = ${hashOf(services, key)}
          where "tenant_id" = ${tenantId} and "key_id" = ${id}`,
      'key-use',
    ),
  );
}
