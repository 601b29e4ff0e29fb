import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;

describe.each(await reachableDatabases())('D-001 a calling list is shared by its callers on $name', ({ fresh }) => {
  let world: DialWorld;
  let caller: Browser;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    await edit(world.test, world.tenant, `update "users" set "role" = 5 where "email" = 'outsider@northstar.example'`);
    caller = await signIn(world.test, 'outsider@northstar.example');
  });
  afterAll(() => world.test.close());

  const shared = (values: Row = {}): Promise<string> =>
    world.list({ user_ids: [caller.userId, world.counsellor.userId], ...values });
  const read = async (who: Browser, lead: string): Promise<number> =>
    (await call(world.test, who, 'GET', `res/leads/${lead}`)).code;
  const listed = async (who: Browser, lead: string): Promise<boolean> => {
    const answer = await call(world.test, who, 'GET', 'res/leads?_start=0&_end=100');
    return (answer.body as unknown as Row[]).some(({ id }) => id === lead);
  };
  const waiting = async (who: Browser, list: string): Promise<unknown> =>
    (data(await world.get(who, 'dialer/desk'))['lists'] as Row[]).find(({ key }) => key === list)?.['waiting'];

  it('which serves every member the leads of any owner and of none, counts them, and none to two at once', async () => {
    const list = await shared();
    const leads = [await world.makeLead({}, 'admin@northstar.example'), await world.makeLead({}, null)];
    for (const lead of leads) await world.queue(list, lead);
    expect([await waiting(caller, list), await waiting(world.counsellor, list)]).toEqual([2, 2]);
    const served = await Promise.all(
      [caller, world.counsellor].map(async (who) => data(await world.get(who, `dialer/next?list_id=${list}`))),
    );
    expect(new Set(served.map((one) => one['lead_id']))).toEqual(new Set(leads));
    expect([await waiting(caller, list), await waiting(world.counsellor, list)]).toEqual([0, 0]);
    const [mine, theirs] = served.map((one) => String(one['lead_id']));
    // the counsellor sees the lead that is served to them, a caller's role every lead that the list holds
    expect([await read(caller, mine!), await read(caller, theirs!)]).toEqual([200, 200]);
    expect([await read(world.counsellor, theirs!), await read(world.counsellor, mine!)]).toEqual([200, 403]);
    expect([await listed(world.counsellor, theirs!), await listed(world.counsellor, mine!)]).toEqual([true, false]);
    const mention = async (lead: string): Promise<number> => {
      const note = { lead_id: lead, body: 'Please look', mentions: [world.counsellor.userId] };
      return (await call(world.test, world.admin, 'POST', 'res/notes', note)).code;
    };
    expect([await mention(theirs!), await mention(mine!)]).toEqual([200, 422]);
  });

  it('whose leads a caller sees while the list holds them, and not after: called, taken out, or no longer a member', async () => {
    const list = await shared();
    const lead = await world.makeLead({ phone: '9822000051' }, 'admin@northstar.example');
    expect(await read(caller, lead)).toBe(403);
    const entry = await world.queue(list, lead);
    expect([await read(caller, lead), await listed(caller, lead)]).toEqual([200, true]);
    expect((await call(world.test, caller, 'GET', `leads/${lead}/panel`)).body['code']).toBe(200);
    const found = await call(world.test, caller, 'POST', 'leads/find', { text: '98220 00051, 98220 00052' });
    expect(data(found.body as Row)).toMatchObject({ found: 1, missing: ['98220 00052'] });

    await edit(world.test, world.tenant, `update "dialer_list_leads" set "state" = 'skipped' where "id" = '${entry}'`);
    expect([await read(caller, lead), await listed(caller, lead)]).toEqual([403, false]);
    await edit(world.test, world.tenant, `update "dialer_list_leads" set "state" = 'queued' where "id" = '${entry}'`);
    await edit(world.test, world.tenant, `update "dialer_lists" set "user_ids" = '[]' where "key" = '${list}'`);
    expect(await read(caller, lead)).toBe(403);
    const members = JSON.stringify([caller.userId]);
    await edit(
      world.test,
      world.tenant,
      `update "dialer_lists" set "user_ids" = '${members}', "status" = 0 where "key" = '${list}'`,
    );
    expect(await read(caller, lead)).toBe(403);
    await edit(world.test, world.tenant, `update "dialer_lists" set "status" = 1 where "key" = '${list}'`);

    // the call ends, the list no longer holds the lead; what came of it can still be written for half an hour
    expect(data(await world.get(caller, `dialer/next?list_id=${list}`))).toMatchObject({ lead_id: lead });
    const { call_id: id } = data(await world.post(caller, 'dialer/call', { entry_id: entry })) as { call_id: string };
    await world.work(3);
    await world.post(caller, 'dialer/hangup', { call_id: id });
    expect(await world.entry(entry)).toMatchObject({ state: 'done' });
    await world.post(caller, 'dialer/outcome', { call_id: id, outcome: 'answered' });
    expect(await read(caller, lead)).toBe(200);
    await edit(
      world.test,
      world.tenant,
      `update "calls" set "started_at" = now() - interval '2 hours', "ended_at" = now() - interval '31 minutes' where "id" = '${id}'`,
    );
    expect([await read(caller, lead), await listed(caller, lead)]).toEqual([403, false]);
    expect(await world.post(caller, 'dialer/call', { lead_id: lead })).toMatchObject({ code: 403 });
  });

  it('whose missed callers wait for every caller of the list, besides the owner', async () => {
    const list = await shared();
    const lead = await world.makeLead({}, 'counsellor@northstar.example');
    await world.queue(list, lead);
    await world.post(world.admin, 'dialer/sandbox-call', { lead_id: lead, user_id: world.counsellor.userId });
    await edit(
      world.test,
      world.tenant,
      `update "calls" set "state" = 'ended', "outcome" = 'missed' where "lead_id" = '${lead}'`,
    );
    const missed = async (who: Browser): Promise<unknown[]> =>
      (data(await world.get(who, 'dialer/desk'))['callbacks'] as Row[]).map((row) => row['lead_id']);
    expect(await missed(caller)).toContain(lead);
    expect(await missed(world.counsellor)).toContain(lead);
    expect(await missed(world.lead)).not.toContain(lead);
  });

  it('TRUST-S33 which rules fill with leads that their author sees', async () => {
    const list = await shared();
    const goa = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Sikkim' }] }];
    const manager = await signIn(world.test, 'lead@northstar.example');
    const rule = { name: 'Of a team', triggerType: 'create', rule: goa, globleCondtion: 'And', listIds: [list] };
    expect(await world.post(manager, 'dialer/config', rule)).toMatchObject({ code: 200 });
    const mine = await world.makeLead({ state: 'Sikkim' }, 'lead@northstar.example');
    const other = await world.makeLead({ state: 'Sikkim' }, 'admin@northstar.example');
    await world.work();
    const rows = await world.rows('dialer_list_leads', `"list_key" = '${list}'`);
    expect(rows.map((row) => row['lead_id'])).toEqual([mine]);
    expect(await read(caller, other)).toBe(403);
  });
});
