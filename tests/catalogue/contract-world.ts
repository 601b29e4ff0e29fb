import { levelsOf, type AclEntry, type Who } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { keyOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { wireUrl } from '../../src/schemas/kit/wire';
import { collectEndpoints } from '../../server/app';
import type { Endpoint } from '../../server/http/endpoints';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { filledRow } from '../support/filled';

/**
 * Every call of every schema file, in each of these cases: not signed in, no permission, another tenant, a bad body, a good one.
 * The calls come from the product itself, so a new resource is tested as soon as its file exists.
 */
export let test: TestApp;
export let admin: Browser;
export let foreign: Browser;
export const others: { who: Browser; as: Who; name: string }[] = [];
export const { endpoints, missing } = collectEndpoints();
export const startWorld = async () => {
  test = await build();
  await test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91');
    insert into counters select '${test.fixture.tenants.lakeview}', unnest(array['colleges', 'states', 'cities']), 20000; commit`);
  admin = await signIn(test, 'admin@northstar.example');
  foreign = await signIn(test, 'admin@lakeview.example');
  for (const name of ['manager', 'counsellor', 'caller', 'backoffice']) {
    const who = await signIn(test, `${name}@northstar.example`);
    const acl = (await call(test, who, 'GET', 'acl')).body as { data: AclEntry[] };
    const me = (await call(test, who, 'GET', 'users/me')).body as { data: { role: number; type: string } };
    others.push({ who, name, as: { role: me.data.role, type: me.data.type, levels: levelsOf(acl.data) } });
  }
};
export const stopWorld = () => test.close();
export type Row = Record<string, unknown>;
export const report = (lines: readonly string[]): string => lines.join('\n');
/** What no answer may contain: stack traces, SQL, database terms, paths, and the other tenant. */
const forbidden = [
  /\bat \S+ \(.*:\d+:\d+\)/,
  /node_modules|\/server\/|\.ts:\d+/,
  /\b(select|insert into|delete from)\b.+\b(from|values|where)\b/i,
  /violates|constraint|SQLSTATE|syntax error|pg_catalog|relation "/i,
  /argon2id|v[12]\.[A-Za-z0-9_.-]{30}/,
];
export const leaks = ({ text }: Answer, reader: 'northstar' | 'nobody' = 'northstar'): string[] =>
  [...forbidden, ...(reader === 'northstar' ? [/lakeview/i] : [])].filter((one) => one.test(text)).map(String);
/** The request of an endpoint: its address with key and constants filled in, and its body. */
export async function send(endpoint: Endpoint, who: Browser, key: string, values: Row = {}, body?: Row): Promise<Answer> {
  const given: Row = { ...values };
  for (const item of endpoint.wire.params) given[item.name] = values[item.name] ?? key;
  for (const item of endpoint.wire.query) if (['id', '_id'].includes(item.name)) given[item.name] = key;
  const path = wireUrl(endpoint.wire, given);
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams(Object.entries(body ?? {}).map(([name, value]) => [name, textOf(value)]));
    return call(test, who, 'GET', path + (query.size ? `${path.includes('?') ? '&' : '?'}${query}` : ''));
  }
  const inBody = Object.fromEntries(endpoint.wire.body.filter((item) => item.name === 'id').map((item) => [item.name, key]));
  return call(test, who, endpoint.method, path, { ...inBody, ...body });
}
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
export const isCatalogue = (endpoint: Endpoint): boolean => !endpoint.call;
export const resourceOf = (endpoint: Endpoint): AnyResource =>
  resourceNamed(endpoint.name.slice(0, endpoint.name.lastIndexOf('.')));
export const operationOf = (endpoint: Endpoint): string => endpoint.name.slice(endpoint.name.lastIndexOf('.') + 1);
export const titleOf = (endpoint: Endpoint): string => `${endpoint.name} (${endpoint.method} ${endpoint.wire.path})`;
/** A valid draft: the first example of the schema, with `$streams` replaced by the key of a stream created for it. */
export async function draftOf(resource: AnyResource, who: Browser): Promise<Row> {
  const draft: Row = await filledRow(resource.examples?.[0] ?? {}, (to) => keyOfRecord(resourceNamed(to), who));
  // Fields that are unique across tenants get a different value in each.
  for (const name of resource.uniqueEverywhere ?? [])
    if (who === foreign && draft[name]) draft[name] = `${String(draft[name])}-2`;
  if ('state_id' in draft) draft['state_id'] = await keyOfRecord(resourceNamed('states'), who);
  return draft;
}
const made = new Map<string, Promise<unknown>>();
/** The key of one record of the resource in that user's tenant, created once. */
export function keyOfRecord(resource: AnyResource, who: Browser): Promise<unknown> {
  const name = `${resource.name} ${who === foreign}`;
  const known = made.get(name) ?? makeRecord(resource, who);
  made.set(name, known);
  return known;
}
async function makeRecord(resource: AnyResource, who: Browser): Promise<unknown> {
  const draft = await draftOf(resource, who);
  if (who === foreign && resource.name === 'forms') draft['slug'] = 'second-form';
  if (who === foreign && resource.name === 'users') draft['email'] = 'second@lakeview.example';
  const [wire] = wiresOf(resource, 'create');
  const endpoint = endpoints.find((one) => one.name === `${resource.name}.create` && !one.twin)!;
  if (!wire) throw new Error(`${resource.name} has no create`);
  const answer = await send(endpoint, who, '', {}, draft);
  const record = (endpoint.wire.path.startsWith('res/') ? answer.body : answer.body['data']) as unknown as Row;
  if (answer.code !== 200) throw new Error(`${titleOf(endpoint)}: ${answer.text}`);
  return record['id'] ?? record[keyOf(resource).name];
}
export const creatable = resources.filter(
  (one) => wiresOf(one, 'create').length && one.examples?.length && one.store !== 'shared',
);
