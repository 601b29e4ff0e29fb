import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { checkReach } from '../../src/schemas/kit/check-reach';
import { opensLeads } from '../../src/schemas/kit/reach';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { Problem } from '../../src/schemas/kit/problem';
import { act, type Someone } from '../catalogue/act';
import { makeWorld, type World } from '../leads/lead-world';
import { call, edit, signIn } from '../support/app';
import type { TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { plainWire } from './examples';

type Row = Record<string, unknown>;
/** The resources that open leads of any owner, as their schema files declare. */
const opening = resources.filter(
  ({ reach }) => reach === 'every lead' || (typeof reach === 'object' && !Array.isArray(reach) && !('nothing' in reach)),
);
const startWith = (name: string, change: Partial<AnyResource>) => () =>
  checkReach(resources.map((one) => (one.name === name ? { ...one, ...change } : one)));

describe('TRUST-S33 files that act on leads of any owner', () => {
  it('are these', () => {
    const names = ['assignment-rules', 'colleges', 'counsellor-rules', 'dialer-lists', 'rules', 'workflow-rules', 'workflows'];
    expect(opening.map(({ name }) => name)).toEqual(names);
  });

  const silent = [
    ...opening.filter(({ name }) => name !== 'colleges' && name !== 'dialer-lists').map(({ name }) => name),
    'dialer-rules',
    'lead-gen-audiences',
  ];
  it.each(silent)('%s: without its reach the server does not start, and the error says what to write', (name) => {
    expect(startWith(name, { reach: undefined as never })).toThrow(
      new RegExp(`^schema '${name}', reach: is missing: .*; write reach: `),
    );
  });

  it('the server does not start with an empty reason, a reference to something else or an unknown action either', () => {
    expect(startWith('dialer-rules', { reach: { nothing: ' ' } })).toThrow(/reach\.nothing: must be the reason/);
    expect(startWith('dialer-rules', { reach: { through: 'name' } })).toThrow(/'name' is not a reference; add it to refs too/);
    expect(startWith('rules', { reach: ['name'] })).toThrow(/reach: is missing/);
    const { fields } = resourceNamed('rules');
    const actions = {
      type: 'array',
      items: { type: 'object', properties: { type: { type: 'string', enum: ['assign', 'share'] } } },
    } as const;
    expect(startWith('rules', { fields: { ...fields, properties: { ...fields.properties, actions } } })).toThrow(
      /fields\.actions: 'share' is not in opensLeads/,
    );
  });
});

describe.each(await reachableDatabases())('TRUST-S33 what opens leads of any owner on $name', ({ fresh }) => {
  let world: World;
  let store: TestStore;
  let people: Record<'manager' | 'admin', Someone>;
  let count = 0;

  beforeAll(async () => {
    store = await fresh();
    world = await makeWorld(store);
    const { tenants, users } = world.test.fixture;
    const userOf = (name: string) => ({ tenantId: tenants.northstar, userId: users[`${name}@northstar.example`]! });
    await edit(
      world.test,
      tenants.northstar,
      `insert into counters values ('${tenants.northstar}', 'colleges', 20000) on conflict do nothing`,
    );
    const manager = userOf('manager');
    people = { admin: userOf('admin'), manager: { ...manager, scope: { userIds: [manager.userId] } } };
  });
  afterAll(() => world.test.close());

  const ask = async (who: Someone, name: string, operation: 'create' | 'update', body: Row, id?: unknown) => {
    const params = id === undefined ? {} : { params: { id: String(id) } };
    try {
      const { data } = await act(store, who, name, operation, { wire: plainWire, body, ...params });
      const row = data as Row;
      return { key: row[keyOf(resourceNamed(name)).name] ?? row['id'], refused: undefined };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { key: undefined, refused: [error.code, error.errors?.[0]?.path, error.message] };
    }
  };
  const user = () => world.test.fixture.users['counsellor@northstar.example'];

  const made = async (name: string, draft: Row): Promise<unknown> => {
    const { key, refused } = await ask(people.admin, name, 'create', draft);
    expect([name, refused]).toEqual([name, undefined]);
    return key;
  };

  /** The example of the schema file under another name, with its references filled in. */
  async function example(resource: AnyResource): Promise<Row> {
    const draft: Row = { ...resource.examples![0] };
    draft[resource.columns![0]!] = `Draft ${++count}`;
    for (const path of Object.keys(resource.refs ?? {})) {
      const { to } = refOf(resource, path)!;
      if (!JSON.stringify(draft[path] ?? '').includes('$')) continue;
      draft[path] = [to === 'users' ? user() : await made(to, await example(resourceNamed(to)))];
    }
    return draft;
  }

  /** Drafts with the field that opens leads, and drafts without it. */
  async function drafts(resource: AnyResource): Promise<{ opened: [string, Row][]; harmless: Row[] }> {
    const { reach } = resource;
    if (reach === 'every lead') return { opened: [[resource.columns![0]!, await example(resource)]], harmless: [] };
    if (typeof reach !== 'object') throw new Error(resource.name);
    const plain = await example(resource);
    if ('address' in reach)
      return {
        opened: [[reach.address, { ...(await example(resource)), [reach.address]: 'https://elsewhere.example/leads' }]],
        harmless: [plain],
      };
    if ('callers' in reach)
      return { opened: [[reach.callers, { ...(await example(resource)), [reach.callers]: [user()] }]], harmless: [plain] };
    if ('actions' in reach) {
      const types = resource.fields.properties[reach.actions]!.items!.properties!['type']!.enum!.map(String);
      const ids = resource.fields.properties[reach.actions]!.items!.properties!['id'] ? { id: 'one' } : {};
      const opened: [string, Row][] = [];
      for (const type of types.filter((one) => opensLeads[one])) {
        const params = type === 'assign' ? { user_id: user() } : { url: 'https://elsewhere.example/leads' };
        opened.push([reach.actions, { ...(await example(resource)), [reach.actions]: [{ ...ids, type, params }] }]);
      }
      return { opened, harmless: [plain] };
    }
    if (!('through' in reach)) throw new Error(resource.name);
    const to = resourceNamed(refOf(resource, reach.through)!.to);
    const opened: [string, Row][] = [];
    for (const [, draft] of (await drafts(to)).opened) {
      opened.push([reach.through, { ...(await example(resource)), [reach.through]: [await made(to.name, draft)] }]);
    }
    return { opened, harmless: [plain] };
  }

  it('an action that assigns or posts a lead counts as opening it', () => {
    expect(Object.keys(opensLeads).filter((one) => opensLeads[one])).toEqual(['assign', 'webhook']);
  });

  it.each(opening.map((one) => [one.name, one] as const))(
    '%s: create and update are refused to a branch and allowed to an administrator',
    async (name, resource) => {
      const { opened, harmless } = await drafts(resource);
      expect(opened.length).toBeGreaterThan(0);
      const refusal = (field: string) => [422, field, expect.stringContaining('Ask an administrator')];
      for (const [field, draft] of opened) {
        expect((await ask(people.manager, name, 'create', draft)).refused).toEqual(refusal(field));
        await made(name, draft);
      }
      const [field, values] = opened[0]!;
      for (const draft of harmless) {
        const { key, refused } = await ask(people.manager, name, 'create', draft);
        expect([name, refused]).toEqual([name, undefined]);
        const changed = await ask(people.manager, name, 'update', { [field]: values[field] }, key);
        expect(changed.refused).toEqual(refusal(field));
      }
    },
  );

  it('a workflow rule does not put other people’s leads into a workflow that assigns them, not even through its own call', async () => {
    const { northstar } = world.test.fixture.tenants;
    const right = '[{"code":"WorkfLow_Allocation_Logic","level":[1,2,3,4,5,6]}]';
    await edit(world.test, northstar, `update users_roles set permissions = permissions || '${right}' where role = 2`);
    const steps = [{ id: 'mine', type: 'assign', params: { user_id: user() } }];
    const workflow = await made('workflows', { name: 'Theirs', entry_trigger: 'manual', steps, status: 1 });
    const body = { ...resourceNamed('workflow-rules').examples![0], name: 'Mine', workflow_ids: [workflow], status: 1 };
    const manager = await signIn(world.test, 'manager@northstar.example');
    const answer = await call(world.test, manager, 'POST', 'rule-engine/workflow/create', body);
    expect([answer.code, answer.body.errors]).toMatchObject([422, [{ path: 'workflow_ids' }]]);
  });
});
