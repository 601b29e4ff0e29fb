import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { hashPassword } from '../../server/identity/passwords';
import type { Endpoint } from '../../server/http/endpoints';
import { newId } from '../../server/store/ids';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { namesKey, wireUrl } from '../../src/schemas/kit/wire';
import { expected, type Person } from '../schemas/rights-table';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { password } from '../support/fixture';
import { makeCallWorld, type CallWorld, type Sample } from './call-samples';
import { makeExamples, type Examples } from './examples';

/**
 * Every declared call, made by ten principals with records of three owners: their tenant, another tenant, nobody. The expected
 * answer of each cell follows from the table of rights. `npm test` covers part of the endpoints, `npm run prove:matrix` all.
 */
const part = process.env['PROVE_MATRIX'] === 'all' ? 1 : 5;
let world: CallWorld;
let samples: Readonly<Record<string, Sample>>;
let examples: Examples;

interface Principal {
  readonly name: string;
  readonly who: Browser;
  /** Whose rights the token has: 'none' gives no access. */
  readonly as: Person | 'none';
}
const principals: Principal[] = [];
const owners = ['ours', 'theirs', 'nobody'] as const;
type Owner = (typeof owners)[number];

beforeAll(async () => {
  world = await makeCallWorld();
  const { test, admin, foreignAdmin } = world;
  const { tenants, users } = test.fixture;
  samples = await world.samples();
  const northstar = { tenantId: tenants.northstar, userId: users['admin@northstar.example']! };
  const lakeview = { tenantId: tenants.lakeview, userId: users['admin@lakeview.example']! };
  examples = await makeExamples(test.store, { ours: northstar, theirs: lakeview });
  const grants = (level: number[]) => accessCodes.map((code) => ({ code, level }));
  const hash = await hashPassword(password);
  for (const [role, level] of [
    [86, 6],
    [85, 5],
  ] as const)
    for (const statement of [
      `insert into users_roles (tenant_id, role, role_name, data_scope, permissions, is_system)
        values ('${tenants.northstar}', ${role}, 'Level ${level}', 'tenant', '${JSON.stringify(grants([level]))}', false)`,
      `insert into users (tenant_id, id, name, email, role, type, password, status)
        values ('${tenants.northstar}', '${newId()}', 'Level ${level}', 'level${level}@northstar.example', ${role}, 'org', '${hash}', 1)`,
    ])
      await edit(test, tenants.northstar, statement);
  const person = (name: string, role: number, own: Person['grants'] = []): Person => ({ name, role, type: 'org', grants: own });
  const aclOf = async (who: Browser) =>
    ((await call(test, who, 'GET', 'acl')).body as { data: { code: string; level: number[] }[] }).data;
  const enter = async (name: string, email: string, role: number): Promise<void> => {
    const who = await signIn(test, email);
    principals.push({ name, who, as: person(name, role, role === 1 ? [] : await aclOf(who)) });
  };
  const ended = await signIn(test, 'manager@northstar.example');
  await call(test, ended, 'POST', 'users/auth-log', { by_user: true });
  const late = await signIn(test, 'lead@northstar.example');
  test.clock.add(15 * 60 + 61);
  const renewed = await signIn(test, 'admin@northstar.example');
  const chat = await signIn(test, 'counsellor@northstar.example');
  principals.push(
    { name: 'anonymous', who: { ...renewed, cookies: new Map(renewed.cookies), token: undefined }, as: 'none' },
    { name: 'expired', who: late, as: 'none' },
    { name: 'revoked', who: ended, as: 'none' },
    { name: 'wrong type', who: { ...chat, cookies: new Map(chat.cookies), token: chat.wpToken }, as: 'none' },
    { name: 'role 1', who: renewed, as: person('role 1', 1) },
    { name: 'role 1 of tenant B', who: await signIn(test, 'admin@lakeview.example'), as: person('role 1 of tenant B', 1) },
  );
  await enter('role 5', 'caller@northstar.example', 5);
  await enter('role 6', 'backoffice@northstar.example', 6);
  await enter('codes at level 6', 'level6@northstar.example', 86);
  await enter('codes at level 5', 'level5@northstar.example', 85);
  expect([admin, foreignAdmin].every((one) => one.token)).toBe(true);
});
afterAll(() => world.test.close());

const { endpoints } = collectEndpoints();
const unknown = '01J0000000000000000000000X';
const resourceName = (endpoint: Endpoint): string => endpoint.name.slice(0, endpoint.name.lastIndexOf('.'));
const writes = (endpoint: Endpoint): boolean => !['list', 'read', 'export'].includes(endpoint.operation);

/** The record that a request names, for each owner; undefined where the endpoint names no record of that owner. */
function keyFor(endpoint: Endpoint, owner: Owner, who: Principal): string | undefined {
  const own = who.name.endsWith('tenant B') ? 'theirs' : 'ours';
  const other = own === 'ours' ? 'theirs' : 'ours';
  if (endpoint.call) {
    const sample = samples[endpoint.name];
    const [path, foreign] = Object.entries(sample?.ids ?? {}).find(([one]) => one.startsWith('params.')) ?? [];
    if (!path) return undefined;
    if (owner === 'nobody') return unknown;
    return own === 'ours' && owner === 'ours' ? sample!.params![path.slice(7)]! : own === 'ours' ? String(foreign) : unknown;
  }
  if (!namesKey(endpoint.wire) && !endpoint.wire.params.length) return undefined;
  const keys = examples.keysOf(owner === 'theirs' ? other : own, resourceName(endpoint));
  const isNumber = keys.length > 0 && typeof keys[0] === 'number';
  if (owner === 'nobody') return isNumber ? '999999' : unknown;
  return keys.length ? String(keys[0]) : undefined;
}

async function ask(endpoint: Endpoint, { who }: Principal, key: string | undefined): Promise<Answer> {
  const sample = samples[endpoint.name];
  const given: Record<string, unknown> = {};
  for (const { name } of endpoint.wire.params) given[name] = key ?? sample?.params?.[name] ?? unknown;
  for (const { name } of endpoint.wire.query) if (['id', '_id'].includes(name) && key) given[name] = key;
  const query = endpoint.twin ? {} : (sample?.query ?? {});
  const path = wireUrl(
    { ...endpoint.wire, query: endpoint.wire.query.filter((one) => one.name in given || one.constant !== undefined) },
    given,
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => [name, String(value)]),
  );
  const inBody = Object.fromEntries(endpoint.wire.body.filter((one) => one.name === 'id' && key).map((one) => [one.name, key]));
  return call(
    world.test,
    who,
    endpoint.method,
    search.size ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path,
    endpoint.method === 'GET' ? undefined : inBody,
  );
}

const cells: { endpoint: string; principal: string; owner: string; expected: string; got: number }[] = [];

describe('every call, ten principals, three owners', () => {
  it('TRUST-S2 each cell answers what the table of rights says; a record of another tenant looks exactly like an unknown one', async () => {
    expect(principals).toHaveLength(10);
    const wrong: string[] = [];
    const chosen = endpoints.filter((one) => one.access !== 'public').filter((_, at) => at % part === 0);
    for (const endpoint of chosen)
      for (const principal of principals) {
        const { as, name } = principal;
        const opensChat = name === 'wrong type' && endpoint.call?.chatToken === true;
        const may = as !== 'none' && expected(as, endpoint.access, endpoint.operation);
        const answers = new Map<Owner, Answer>();
        for (const owner of owners) {
          const key = keyFor(endpoint, owner, principal);
          if (key === undefined && owner !== 'nobody') continue;
          // The contract tests perform each allowed write once; here it would use up its record.
          if (may && owner === 'ours' && writes(endpoint)) continue;
          if (may && key === undefined && writes(endpoint)) continue;
          const answer = await ask(endpoint, principal, key);
          answers.set(owner, answer);
          const said = opensChat
            ? 'a chat'
            : as === 'none'
              ? '401'
              : may
                ? owner === 'ours'
                  ? 'answered'
                  : 'none of it'
                : '403';
          cells.push({
            endpoint: `${endpoint.method} ${endpoint.wire.path}`,
            principal: name,
            owner,
            expected: said,
            got: answer.code,
          });
          const line = `${endpoint.name} (${endpoint.method} ${endpoint.wire.path}) as ${name}, ${owner}: ${answer.status} ${answer.text.slice(0, 160)}`;
          if (answer.code >= 500) wrong.push(`a fault: ${line}`);
          if (said === '401' && (answer.status !== 401 || answer.code !== 401)) wrong.push(`not 401: ${line}`);
          if (said === '403' && answer.code !== 403) wrong.push(`not 403: ${line}`);
          if (may && answer.code === 401) wrong.push(`401: ${line}`);
          if (said === 'answered' && endpoint.operation !== 'export' && ![200, 403, 404, 409, 422].includes(answer.code))
            wrong.push(`not answered: ${line}`);
        }
        const [theirs, nobody] = [answers.get('theirs'), answers.get('nobody')];
        const sharesNumbers = ['users-roles', 'tenant', 'list-settings'].includes(resourceName(endpoint));
        if (theirs && nobody && !sharesNumbers && theirs.text !== nobody.text)
          wrong.push(`told apart: ${endpoint.name} as ${name}: ${theirs.text.slice(0, 160)} but ${nobody.text.slice(0, 160)}`);
      }
    if (process.env['PROVE_CELLS']) writeFileSync(process.env['PROVE_CELLS'], JSON.stringify(cells));
    expect([...new Set(wrong)].slice(0, 40)).toEqual([]);
    expect(cells.length).toBeGreaterThan(part === 1 ? 6000 : 1200);
  });
});
