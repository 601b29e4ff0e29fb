import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;

describe.each(await reachableDatabases())('leads come into a dialer list on $name', ({ fresh }) => {
  let world: DialWorld;
  let manager: Browser;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    manager = await signIn(world.test, 'lead@northstar.example');
  });
  afterAll(() => world.test.close());

  const add = (who: Browser, list_key: string, more: Row): Promise<Row> =>
    world.post(who, 'dialer/list/leads', { list_key, ...more });
  const entries = async (list: string): Promise<Row[]> => world.rows('dialer_list_leads', `"list_key" = '${list}'`);
  const job = async (id: unknown): Promise<Row> => data(await world.get(world.admin, `jobs/${String(id)}`));

  it('by hand, once each; one that was done with waits again, one that a rule put in stays without it', async () => {
    const list = await world.list();
    const [fresh, done, ruled] = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const [first, second] = [
      await world.queue(list, done, { state: 'exhausted', attempts: 3, next_try_at: '2027-03-11T06:30:00Z' }),
      await world.queue(list, ruled, { rule_ids: '["01RULE"]', priority: 4, attempts: 1 }),
    ];
    const answer = await add(world.admin, list, { lead_ids: [fresh, done, ruled] });
    expect(answer).toMatchObject({ code: 200, data: { added: 1, again: 1, waiting: 1 } });
    expect(await world.entry(first)).toMatchObject({ state: 'queued', attempts: 0, next_try_at: null });
    expect(await world.entry(second)).toMatchObject({ state: 'queued', attempts: 1, priority: 4, rule_ids: [] });
    expect(await add(world.admin, list, { lead_ids: [fresh] })).toMatchObject({ data: { added: 0, again: 0, waiting: 1 } });
    expect(await entries(list)).toHaveLength(3);
    const { value } = (await world.rows('dialer_lists', `"key" = '${list}'`))[0]!;
    expect(await world.get(world.admin, `leads/${fresh}/dialer-lists`)).toMatchObject({
      data: [{ key: list, value, state: 'queued' }],
    });
    const out = { list_key: list, lead_id: fresh };
    expect(await world.post(world.admin, 'dialer/list/leads/remove', out)).toMatchObject({ code: 200 });
    expect(await world.post(world.admin, 'dialer/list/leads/remove', out)).toMatchObject({ code: 404 });
    expect(await world.get(world.admin, `leads/${fresh}/dialer-lists`)).toMatchObject({ data: [] });
    expect(await add(world.admin, list, { lead_ids: [fresh] })).toMatchObject({ data: { added: 1 } });
  });

  it('by hand only from people who see them, and into a list that is in use', async () => {
    const list = await world.list();
    const other = await world.makeLead({}, 'outsider@northstar.example');
    expect(await add(world.counsellor, list, { lead_ids: [await world.makeLead(), other] })).toMatchObject({ code: 403 });
    expect(await entries(list)).toEqual([]);
    const off = await world.list({ status: 0 });
    expect(await add(world.admin, off, { lead_ids: [other] })).toMatchObject({ code: 404 });
    expect(await add(world.admin, list, {})).toMatchObject({ code: 422 });
  });

  it('all that match a list’s query, in the background and within the scope of the person', async () => {
    const list = await world.list();
    const mine = [await world.makeLead({ city: 'Leh' }), await world.makeLead({ city: 'Leh' })];
    const other = await world.makeLead({ city: 'Leh' }, 'outsider@northstar.example');
    const query = { search: '', city: 'Leh' };
    expect(await add(world.counsellor, list, { query })).toMatchObject({ code: 403 }); // work on many rows needs its own right
    const answer = await add(world.admin, list, { query });
    expect(answer).toMatchObject({ code: 200 });
    await world.work();
    expect(await job(data(answer)['job_id'])).toMatchObject({ state: 'done', result: { done: 3, skipped: 0 } });
    expect((await entries(list)).map((row) => row['lead_id']).sort()).toEqual([...mine, other].sort());
  });

  it('D-097 by a rule that is switched on: those that match now, and that the person sees', async () => {
    const list = await world.list();
    const rule = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Tripura' }] }];
    const before = await world.makeLead({ state: 'Tripura' });
    const foreign = await world.makeLead({ state: 'Tripura' }, 'admin@northstar.example');
    await world.work();
    const draft = { name: 'Tripura', triggerType: 'create', rule, globleCondtion: 'And', listIds: [list], priority: 6 };
    const { id } = data(await world.post(manager, 'dialer/config', draft)) as { id: string };
    expect(await entries(list)).toEqual([]);
    const answer = await world.post(manager, `dialer/config/${id}/leads`);
    await world.work();
    expect(await entries(list)).toMatchObject([{ lead_id: before, priority: 6, rule_ids: [id], state: 'queued' }]);
    expect(data(await world.get(manager, `jobs/${String(data(answer)['job_id'])}`))).toMatchObject({ state: 'done' });
    await world.post(world.admin, 'dialer/config', { ...draft, id, status: 0 });
    expect(await world.post(world.admin, `dialer/config/${id}/leads`)).toMatchObject({ code: 409 });
    expect((await entries(list)).some((row) => row['lead_id'] === foreign)).toBe(false);
  });

  it('a list shows its leads and what became of each, as far as the reader sees them', async () => {
    const list = await world.list();
    const lead = await world.makeLead({ phone: '9822000077' });
    const other = await world.makeLead({}, 'outsider@northstar.example');
    const entry = await world.queue(list, lead);
    await world.queue(list, other, { state: 'skipped' });
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    const { call_id } = data(await world.post(world.counsellor, 'dialer/call', { entry_id: entry })) as { call_id: string };
    await world.work(3);
    await world.post(world.counsellor, 'dialer/outcome', { call_id, outcome: 'busy' });
    const all = await world.get(world.admin, `dialer/list/${list}/leads`);
    expect(all).toMatchObject({ code: 200, count: 2 });
    expect((all['data'] as Row[])[0]).toMatchObject({
      lead_id: lead,
      state: 'queued',
      attempts: 1,
      last_outcome: 'Busy',
      last_user: expect.stringMatching(/counsellor/i),
      called_at: expect.any(String),
    });
    expect(await world.get(world.admin, `dialer/list/${list}/leads?state=skipped`)).toMatchObject({ count: 1 });
    const own = await world.get(world.counsellor, `dialer/list/${list}/leads`);
    expect((own['data'] as Row[]).map((row) => row['lead_id'])).toEqual([lead]);
    await edit(world.test, world.tenant, `update "calls" set "state" = 'ended' where "state" = 'wrap_up'`);
  });

  it('a lead is taken out of a list while nobody holds it; a caller whose time has run out holds nothing', async () => {
    const list = await world.list();
    const lead = await world.makeLead();
    await world.queue(list, lead);
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    const out = { list_key: list, lead_id: lead };
    expect(await world.post(world.admin, 'dialer/list/leads/remove', out)).toMatchObject({
      code: 409,
      message: 'This lead is being called from the list.',
    });
    world.test.clock.add(11 * 60);
    expect(await world.post(world.admin, 'dialer/list/leads/remove', out)).toMatchObject({ code: 200 });
  });

  it('the outcome of the last call is shown as the reader’s role sees outcomes of calls', async () => {
    const list = await world.list();
    const lead = await world.makeLead({ phone: '9822000087' });
    const entry = await world.queue(list, lead);
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    await world.post(world.counsellor, 'dialer/call', { entry_id: entry });
    await world.work(3);
    await edit(world.test, world.tenant, `update "calls" set "state" = 'ended' where "state" = 'wrap_up'`);
    const seen = async (): Promise<unknown> =>
      ((await world.get(world.counsellor, `dialer/list/${list}/leads`))['data'] as Row[])[0]?.['last_outcome'];
    expect(await seen()).toBe('Busy');
    const rules = (field_rules: object[]) => call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules });
    expect((await rules([{ resource: 'calls', field: 'outcome', rule: 'hidden' }])).code).toBe(200);
    world.test.clock.add(61); // rights are at most a minute old
    expect(await seen()).toBeNull();
    await rules([]);
  });
});
