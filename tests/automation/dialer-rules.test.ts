import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn } from '../support/app';
import { automationWorld, goa, kerala, type World } from './automation-world';

type Row = Record<string, unknown>;
let world: World;
let list: string;
let other: string;
beforeAll(async () => {
  world = await automationWorld();
  const make = async (value: string): Promise<string> =>
    String((await world.post('res/dialer-lists', { value, user_ids: [world.people[0]] }))['key']);
  list = await make('Morning');
  other = await make('Evening');
});
afterAll(() => world.test.close());

const whole = (change: Row = {}): Row => ({
  name: 'Goa first',
  triggerType: 'create',
  rule: goa,
  globleCondtion: 'And',
  listIds: [list],
  priority: 1,
  ...change,
});
const stored = async (): Promise<number> =>
  Number((await world.rows(`select count(*)::int as n from "dialer_rules" where "tenant_id" = '${world.tenant}'`))[0]!['n']);
const save = (body: Row) => world.ask('POST', 'dialer/config', body);
const block = (row: Row): Row[] => [{ condition: 'And', rules: [row] }];
const goaRow = { columnName: 'state', operator: 'in', value: 'Goa' };

describe('dialer rules on the server', () => {
  it('DIALER-109 DIALER-100 DIALER-101 DIALER-102 DIALER-103 DIALER-104 DIALER-105 creates without an id, updates with one, and answers the rule', async () => {
    const before = await stored();
    const made = await save(whole());
    expect(made).toMatchObject({ code: 200, data: { name: 'Goa first', status: 1, listIds: [list] } });
    const id = String((made['data'] as Row)['id']);
    expect(await stored()).toBe(before + 1);
    const changed = await save({ id, ...whole({ name: 'Goa later', priority: 5 }) });
    expect(changed).toMatchObject({ code: 200, data: { id, name: 'Goa later', priority: 5 } });
    expect(await stored()).toBe(before + 1);
    const read = await world.ask('GET', `dialer/config/${id}`);
    expect(read['data']).toMatchObject({
      id,
      name: 'Goa later',
      createdByName: expect.stringContaining('Admin'),
      createdAt: expect.stringMatching(/^20\d\d-/),
      status: 1,
      userNames: ['Anita'],
      userIds: [world.people[0]],
      listNames: ['Morning'],
      rule: goa,
    });
  });

  const faults: readonly (readonly [string, Row, string])[] = [
    ['no name', { name: '' }, 'Name required'],
    ['a blank name', { name: '  ' }, 'Name required'],
    ['no trigger', { triggerType: undefined }, 'Trigger Type required'],
    ['no list', { listIds: [] }, 'Lead list required'],
    ['no column', { rule: block({ operator: 'in', value: 'Goa' }) }, 'Trigger Name required'],
    ['no value', { rule: block({ columnName: 'state', operator: 'in' }) }, 'Trigger value required'],
    ['an empty list of values', { rule: block({ ...goaRow, value: [] }) }, 'Trigger value required'],
    ['no operator', { rule: block({ columnName: 'state', value: 'Goa' }) }, 'Trigger operator required'],
    ['no block', { rule: [] }, 'All field are required'],
    ['a block without rows', { rule: [{ condition: 'And', rules: [] }] }, 'All field are required'],
    ['an unknown column', { rule: block({ ...goaRow, columnName: 'password' }) }, 'All field are required'],
    ['a property of every object as a column', { rule: block({ ...goaRow, columnName: '__proto__' }) }, 'All field are required'],
    ['a column that is not a text', { rule: block({ ...goaRow, columnName: ['state'] }) }, 'All field are required'],
    ['an SQL operator', { rule: block({ ...goaRow, operator: 'like' }) }, 'All field are required'],
    ['an operator that the column does not take', { rule: block({ ...goaRow, operator: 'between' }) }, 'All field are required'],
    ['a value that is a record', { rule: block({ ...goaRow, value: { start: 'a', end: 'b' } }) }, 'All field are required'],
    [
      'a value that is not a number',
      { rule: block({ columnName: 'priority', operator: 'in', value: 'high' }) },
      'All field are required',
    ],
    [
      'a day that does not exist',
      { rule: block({ columnName: 'last_callaction_call_date_time', operator: '<', value: '2026-02-31' }) },
      'All field are required',
    ],
    ['a block that is null', { rule: [null] }, 'All field are required'],
    ['a custom field', { rule: block({ ...goaRow, columnName: 'custom.hostel' }) }, 'All field are required'],
    ['a negative priority', { priority: -1 }, 'All field are required'],
    ['an unknown conjunction', { globleCondtion: 'Nor' }, 'All field are required'],
    ['several faults', { name: '', triggerType: undefined, listIds: [] }, 'Name required'],
  ];
  it.each(faults)(
    'DIALER-110 refuses a rule with %s with the message of the screen, and stores nothing',
    async (_, change, text) => {
      const before = await stored();
      const answer = await save(whole(change));
      expect(answer).toMatchObject({ code: 422, data: text, message: text });
      expect(await stored()).toBe(before);
    },
  );

  it('DIALER-110 refuses an update that empties a rule, and a list that does not exist', async () => {
    const id = String(((await save(whole({ name: 'Stays' })))['data'] as Row)['id']);
    expect(await save({ id, listIds: [] })).toMatchObject({ code: 422, data: 'Lead list required' });
    expect(await save({ id, name: 'Stays on', status: 0 })).toMatchObject({ code: 200, data: { name: 'Stays on', status: 0 } });
    const unknown = await save(whole({ listIds: ['nowhere'] }));
    expect(unknown['code']).toBe(422);
    expect(unknown['data']).toBe(unknown['message']);
    expect(await save({ ...whole(), id: 'nowhere' })).toMatchObject({ code: 404, data: 'Dialer rule not found.' });
  });

  it('DIALER-113 accepts And and Or between the blocks', async () => {
    for (const globleCondtion of ['And', 'Or'])
      expect(await save(whole({ globleCondtion }))).toMatchObject({ code: 200, data: { globleCondtion } });
    expect(await save(whole({ globleCondtion: 'Xor' }))).toMatchObject({ code: 422 });
  });

  it('DIALER-111 LOOKUP-006 HTTP-016 answers every active lead list as key and value', async () => {
    const answer = await world.ask('GET', 'dialer/lead/list');
    expect(answer['code']).toBe(200);
    expect(answer['data']).toEqual([
      { key: other, value: 'Evening' },
      { key: list, value: 'Morning' },
    ]);
  });

  it('DIALERLIST-025 answers rows in data.data and the total in data.count', async () => {
    const { data } = (await world.ask('GET', 'dialer/config?page_number=1&limit=2&clgId=')) as {
      data: { data: Row[]; count: number };
    };
    expect(data.data).toHaveLength(2);
    expect(data.count).toBe(await stored());
  });

  it('DIALERLIST-025 refuses a college that is not a number', async () => {
    for (const clgId of ['abc', '1.5', '-1', '1e999', '9'.repeat(20), '%00', "1'--"])
      expect([clgId, (await world.ask('GET', `dialer/config?page_number=1&limit=2&clgId=${clgId}`))['code']]).toEqual([
        clgId,
        422,
      ]);
  });

  it('counts the matching leads that the user may see, and refuses invalid conditions', async () => {
    await world.lead({ state: 'Goa' });
    await world.lead({ state: 'Goa' });
    await world.lead({ state: 'Kerala' });
    expect(await world.ask('POST', 'dialer/config/counts', { rule: goa })).toMatchObject({ code: 200, data: { count: 2 } });
    expect(await world.ask('POST', 'dialer/config/counts', { rule: [...goa, ...kerala], globleCondtion: 'Or' })).toMatchObject({
      data: { count: 3 },
    });
    expect(await world.ask('POST', 'dialer/config/counts', { rule: block({ ...goaRow, columnName: 'x' }) })).toMatchObject({
      code: 422,
    });
    const nobody = await signIn(world.test, 'counsellor@northstar.example');
    const theirs = await call(world.test, nobody, 'POST', 'dialer/config/counts', { rule: goa });
    expect([0, undefined]).toContain((theirs.body['data'] as { count?: number } | undefined)?.count);
  });

  it('tells the browser which college’s rules to request', async () => {
    const counsellor = await signIn(world.test, 'counsellor@northstar.example');
    const config = async (): Promise<unknown> =>
      ((await call(world.test, counsellor, 'GET', `get_tenant_by_id/${world.tenant}`)).body['data'] as Row[])[0]![
        'default_college_id'
      ] ?? null;
    expect(await config()).toBeNull();
    const made = await world.post('res/colleges', { clg_name: 'Fergusson College' }).catch(() => undefined);
    const key = made?.['clg_id'];
    if (key === undefined) throw new Error('no college was made');
    await edit(world.test, world.tenant, `update "tenant" set "default_college_id" = ${String(key)}`);
    expect(await config()).toBe(key);
  });
});
