import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayDo } from '../../src/schemas/kit/access';
import { hasDefault } from '../../src/schemas/kit/defaults';
import { resourceNamed } from '../../src/schemas/kit/all';
import { type AnyResource } from '../../src/schemas/kit/resource';
import { namesKey } from '../../src/schemas/kit/wire';
import { hiddenFields, writableFields } from '../../src/schemas/kit/validation-schema';
import { withDefaults } from '../../server/catalogue/drafts';
import { call, newBrowser, type Answer } from '../support/app';
import {
  type Row,
  admin,
  creatable,
  draftOf,
  endpoints,
  foreign,
  isCatalogue,
  keyOfRecord,
  leaks,
  missing,
  operationOf,
  others,
  report,
  resourceOf,
  send,
  startWorld,
  stopWorld,
  test,
  titleOf,
} from './contract-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('the contract of every call', () => {
  it('has a handler for each', () => {
    expect(missing).toEqual([]);
  });

  it('gives no access without a sign-in', async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      if (endpoint.access === 'public' || endpoint.call?.outside) continue;
      const answer = await send(endpoint, newBrowser(), '01J00000000000000000000000', {}, {});
      const { code, message } = answer.body;
      if (answer.status !== 401 || code !== 401 || !message) wrong.push(`${titleOf(endpoint)}: ${answer.status} ${answer.text}`);
      wrong.push(...leaks(answer).map((what) => `${titleOf(endpoint)}: holds ${what}`));
    }
    expect(report(wrong)).toBe('');
  });

  it('ACL-016 requires the code and the level of the operation from every user', async () => {
    const wrong: string[] = [];
    let refusals = 0;
    for (const endpoint of endpoints) {
      if (endpoint.call?.outside) continue;
      for (const { who, as, name } of others) {
        if (mayDo(as, endpoint.access, endpoint.operation)) continue;
        refusals++;
        const answer = await send(endpoint, who, '10001', {}, {});
        if (answer.code !== 403) wrong.push(`${titleOf(endpoint)} as ${name}: ${answer.code} ${answer.text.slice(0, 200)}`);
        wrong.push(...leaks(answer).map((what) => `${titleOf(endpoint)} as ${name}: holds ${what}`));
      }
    }
    expect(report(wrong)).toBe('');
    expect(refusals).toBeGreaterThan(100);
  });

  it('PRODUCT-001 treats a record of another tenant as unknown', async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints.filter(isCatalogue)) {
      const resource = resourceOf(endpoint);
      if (!creatable.includes(resource)) continue;
      const key = String(await keyOfRecord(resource, foreign));
      const isList = endpoint.operation === 'list';
      if (!isList && !namesKey(endpoint.wire)) continue; // names no record
      if (resource.name === 'users-roles') continue; // roles are numbered from 7 in every tenant: the same key exists in both
      const answer = await send(endpoint, admin, key, {}, operationOf(endpoint) === 'status' ? { status: 0 } : undefined);
      if (!isList && answer.code !== 404) wrong.push(`${titleOf(endpoint)}: ${answer.code} ${answer.text.slice(0, 200)}`);
      wrong.push(...leaks(answer).map((what) => `${titleOf(endpoint)}: holds ${what}`));
      if (isList && answer.text.includes(key)) wrong.push(`${titleOf(endpoint)}: lists ${key}`);
    }
    expect(report(wrong)).toBe('');
  });

  it('names each wrong field of a bad body and writes nothing', async () => {
    const wrong: string[] = [];
    for (const resource of creatable) await draftOf(resource, admin);
    const changes = async () => (await test.store.admin('select count(*) as n from audit'))[0]!['n'];
    const before = await changes();
    for (const endpoint of endpoints.filter((one) => isCatalogue(one) && operationOf(one) === 'create' && !one.twin)) {
      const resource = resourceOf(endpoint);
      if (!creatable.includes(resource)) continue;
      const draft = await draftOf(resource, admin);
      const bad: [string, Row][] = ['colour', 'tenant_id', 'created_by', 'row_version_', 'deleted_at']
        .concat((resource.readOnly ?? []).filter((name) => !endpoint.wire.body.some((item) => item.field === name)))
        .map((name) => [name, { ...draft, [name]: 1 }]);
      for (const name of resource.fields.required ?? []) {
        const { [name]: _, ...rest } = draft;
        if (!hasDefault(resource, name)) bad.push([name, rest]);
      }
      const hidden = hiddenFields(resource, withDefaults(resource, draft)); // ignored, whatever they contain
      for (const name of writableFields(resource)) {
        if (hidden.has(name)) continue;
        const type = resource.fields.properties[name]!.type;
        const value = type === 'string' || type === 'object' ? [1] : type === undefined ? undefined : { a: 1 };
        if (value !== undefined) bad.push([name, { ...draft, [name]: value }]);
      }
      for (const [name, body] of bad) {
        if (endpoint.method === 'GET' && typeof body[name] === 'object' && resource.fields.properties[name]?.type === 'string')
          continue;
        const answer = await send(endpoint, admin, '', {}, body);
        const named = answer.body.errors?.some((one) => one.path === name || one.path.startsWith(`${name}.`));
        const isRule = resource.when?.some((rule) => 'oneOf' in rule);
        if (answer.code !== 422 || (!named && !isRule)) wrong.push(`${titleOf(endpoint)}, ${name}: ${answer.text.slice(0, 200)}`);
        wrong.push(...leaks(answer).map((what) => `${titleOf(endpoint)}, ${name}: holds ${what}`));
      }
    }
    expect(report(wrong)).toBe('');
    expect(await changes()).toBe(before);
  });

  it('creates, reads, lists and changes a record of each resource through its own calls', async () => {
    const wrong: string[] = [];
    for (const resource of creatable) wrong.push(...(await liveOn(resource)).map((line) => `${resource.name}: ${line}`));
    expect(report(wrong)).toBe('');
  });

  it('SETTINGS-STATE-001 SETTINGS-STATE-002 SETTINGS-STATE-003 SETTINGS-STATE-004 SETTINGS-STATE-005 manages states through the calls of the source', async () => {
    const saved = await call(test, admin, 'POST', 'state/create', { value: 'Goa', country_id: 101 });
    const { id } = (saved.body as { data: { id: number } }).data;
    const read = async () => (await call(test, admin, 'GET', `state/getDetail/${id}`)).body;
    expect(await read()).toMatchObject({ code: 200, data: { id, value: 'Goa', status: 1 } });
    expect((await call(test, admin, 'PUT', `state/update/${id}`, { value: 'Goa state' })).code).toBe(200);
    expect((await call(test, admin, 'PUT', `state/status/update/${id}`, { status: 0 })).code).toBe(200);
    expect(await read()).toMatchObject({ data: { value: 'Goa state', status: 0 } });
    expect((await call(test, admin, 'DELETE', `state/delete/${id}`)).code).toBe(200);
    expect(await read()).toMatchObject({ code: 404 });
  });

  it('SETTINGS-CITY-002 SETTINGS-CITY-003 SETTINGS-CITY-004 SETTINGS-CITY-005 SETTINGS-CITY-006 manages cities through the calls of the source', async () => {
    const state_id = await keyOfRecord(resourceNamed('states'), admin);
    const saved = await call(test, admin, 'POST', 'city/create', { name: 'Nashik', state_id });
    const { id } = (saved.body as { data: { id: number } }).data;
    const read = async () => (await call(test, admin, 'GET', `get/city/by/id/${id}`)).body;
    expect(await read()).toMatchObject({ code: 200, data: { id, name: 'Nashik', state_id } });
    expect((await call(test, admin, 'PUT', `city/update/${id}`, { tier: 2 })).code).toBe(200);
    expect((await call(test, admin, 'PUT', `city/status/update/${id}`, { status: 0 })).code).toBe(200);
    expect(await read()).toMatchObject({ data: { tier: 2, status: 0 } });
    expect((await call(test, admin, 'DELETE', `delete/city/by/id/${id}`)).code).toBe(200);
    expect(await read()).toMatchObject({ code: 404 });
  });

  it('SETTINGS-SMS-001 SETTINGS-SMS-004 SETTINGS-SMS-006 SETTINGS-SMS-007 SETTINGS-SMS-008 manages SMS templates through the calls of the source', async () => {
    const saved = await call(test, admin, 'GET', 'savesmstemplate?name=Greeting&body=Hello+%7B%7Bname%7D%7D&status=1');
    const id = (saved.body as { data: { id: string } }).data.id;
    await call(test, admin, 'GET', `updatesmstemplate?id=${id}&name=Greeting+2&body=Hi&status=0`);
    const one = await call(test, admin, 'GET', `getsmstemplatebyid?id=${id}`);
    expect(one.body).toMatchObject({ code: 200, data: { id, name: 'Greeting 2', body: 'Hi', status: 0 } });
    const list = await call(test, admin, 'GET', 'getsmstemplate?status=0');
    expect(list.body).toMatchObject({ code: 200, count: 1, data: [{ id }] });
  });

  it('SETTINGS-SMS-005 SETTINGS-SMS-010 sends ten test messages an hour, each to one number', async () => {
    const test1 = (phone: string) => call(test, admin, 'GET', `sendsmstest?body=Hello&phone=${phone}`);
    expect((await test1('9876543210,9876543211')).code).toBe(422);
    const codes: number[] = [];
    for (let n = 0; n < 11; n++) codes.push((await test1('9876543210')).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(test.messages.filter((line) => line.includes('9876543210'))).toHaveLength(10);
  });

  it('SETTINGS-CF-001 SETTINGS-CF-002 SETTINGS-CF-003 manages custom fields; a create with an id updates that field', async () => {
    const saved = await call(test, admin, 'POST', 'create/custome-field', { entity: 'lead', label: 'Blood group', type: 'text' });
    const id = (saved.body as { data: { id: string } }).data.id;
    const again = await call(test, admin, 'POST', 'create/custome-field', { id, label: 'Blood', required: true });
    expect(again.code).toBe(200);
    const list = async () =>
      (await call(test, admin, 'POST', 'get/custome-field', { entity: 'lead', limit: 100 })).body as { data: Row[] };
    expect((await list()).data.find((row) => row['id'] === id)).toMatchObject({
      label: 'Blood',
      key: 'blood_group',
      required: true,
    });
    expect((await call(test, admin, 'POST', 'delete/custome-field', { id })).code).toBe(200);
    expect((await list()).data.some((row) => row['id'] === id)).toBe(false);
  });

  it('SETTINGS-STATE-007 does not delete a state that has cities', async () => {
    const state = await keyOfRecord(resourceNamed('states'), admin);
    await keyOfRecord(resourceNamed('cities'), admin);
    const answer = await call(test, admin, 'DELETE', `state/delete/${String(state)}`);
    expect([answer.status, answer.body]).toMatchObject([200, { code: 409, count: expect.any(Number) }]);
  });
});
/** Takes a record through the resource's own calls; returns what went wrong. */
async function liveOn(resource: AnyResource): Promise<string[]> {
  const wrong: string[] = [];
  const endpointOf = (operation: string) => endpoints.find((one) => one.name === `${resource.name}.${operation}` && !one.twin);
  const dataOf = (answer: Answer): unknown => (Object.hasOwn(answer.body, 'data') ? answer.body['data'] : answer.body);
  const draft = await draftOf(resource, admin);
  const key = String(await keyOfRecord(resource, admin));
  const ask = async (operation: string, body?: Row): Promise<Answer | undefined> => {
    const endpoint = endpointOf(operation);
    if (!endpoint) return undefined;
    const answer = await send(endpoint, admin, key, {}, body);
    if (answer.code !== 200) wrong.push(`${operation}: ${answer.text.slice(0, 300)}`);
    wrong.push(...leaks(answer).map((what) => `${operation} holds ${what}`));
    return answer;
  };
  const read = await ask('read');
  const row = read && ([dataOf(read)].flat()[0] as Row);
  for (const [name, value] of Object.entries(row ? draft : {})) {
    if (
      resource.secret?.includes(name) ||
      resource.files?.includes(name) ||
      ['phone', 'call_date_time', 'sub_stages'].includes(name)
    )
      continue;
    if (!isDeepStrictEqual(row![name], value))
      wrong.push(`read ${name}: ${JSON.stringify(row![name])}, sent ${JSON.stringify(value)}`);
  }
  const list = await ask('list', {});
  if (list && !list.text.includes(key)) wrong.push(`list does not show ${key}`);
  const status = Object.hasOwn(resource.fields.properties, 'status') && Boolean(endpointOf('status') ?? endpointOf('update'));
  if (status) {
    await ask(endpointOf('status') ? 'status' : 'update', { status: 0 });
    const now = await ask('read');
    if (now && ([dataOf(now)].flat()[0] as Row)['status'] !== 0) wrong.push('status did not change');
    await ask(endpointOf('status') ? 'status' : 'update', { status: 1 });
  }
  for (const extra of ['history', 'usage']) await ask(extra);
  return wrong;
}
