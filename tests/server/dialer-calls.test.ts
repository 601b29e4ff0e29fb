import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn } from '../support/app';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;
let world: DialWorld;
beforeAll(async () => {
  world = await makeDialWorld();
});
afterAll(() => world.test.close());

const desk = async (who = world.counsellor): Promise<Row> => data(await world.get(who, 'dialer/desk'));
const idOf = (answer: Row): string => String(data(answer)['call_id']);
const stored = (id: string): Promise<Row> => world.row('calls', id);
/** Dials a served lead of a new list; returns the ids of its call, entry and lead. */
let dialled = 10_000;
async function dial(values: Row = {}, listValues: Row = {}) {
  const list = await world.list(listValues);
  const lead = await world.makeLead({ phone: `98330${(dialled += 10)}`, ...values });
  const entry = await world.queue(list, lead);
  await world.get(world.counsellor, `dialer/next?list_id=${list}`);
  const answer = await world.post(world.counsellor, 'dialer/call', { entry_id: entry });
  expect(answer).toMatchObject({ code: 200, data: { status: 'ringing' } });
  return { list, lead, entry, id: idOf(answer) };
}
/** The clock keeps running during the test. */
const about = (seconds: number): unknown => expect.toSatisfy((n: number) => n >= seconds && n < seconds + 30);
const finish = (id: string, outcome = 'answered', more: Row = {}) =>
  world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome, ...more });

describe('a call from the desk', () => {
  it('CALL-044 rings, is answered, ends in wrap-up and is stored in the history with talk time and recording', async () => {
    const { id, lead, entry, list } = await dial();
    expect(await stored(id)).toMatchObject({
      state: 'ringing',
      direction: 'outbound',
      user_id: world.counsellor.userId,
      lead_id: lead,
      list_key: list,
      provider_call_id: `sandbox-${id}`,
    });
    expect(await world.entry(entry)).toMatchObject({ state: 'dialling', attempts: 1 });
    expect(await desk()).toMatchObject({
      call: { id, state: 'ringing', name: expect.stringContaining('Sneha') },
      lead: { entry_id: entry },
    });
    await world.work(3);
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    world.test.clock.add(42);
    expect(await world.post(world.counsellor, 'dialer/hangup', { call_id: id })).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome: 'answered', talk_s: about(42), duration_s: about(45) });
    expect(await world.entry(entry)).toMatchObject({ state: 'done', user_id: null });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 1, connected_count: 1, last_act_type: 'call' });
    await world.work(100); // the sandbox notices that the call is over, and provides the recording
    const ended = await desk();
    expect(ended).toMatchObject({ call: { id, state: 'wrap_up', recording_url: expect.stringMatching(/^\/?(api\/)?files\//) } });
    expect(await finish(id, 'voicemail', { note: 'Asked for the brochure' })).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'voicemail', note: 'Asked for the brochure' });
    expect(await finish(id)).toMatchObject({ code: 409, message: 'This call has already been wrapped up.' });
    expect(await desk()).toMatchObject({ call: null, today: { dialled: 1, connected: 1, talk_s: about(42) } });
  });

  it('is known to a window that opens meanwhile, and to nobody else', async () => {
    const placed = async (who = world.counsellor): Promise<unknown> => data(await world.get(who, 'events'))['placed'];
    const { id } = await dial();
    expect(await placed()).toEqual([id]);
    expect(await placed(world.admin)).toEqual([]);
    await world.work(3);
    expect([await stored(id), await placed()]).toMatchObject([{ state: 'answered' }, [id]]);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    expect(await placed()).toEqual([]);
    await finish(id);
  });

  it('counts the calls of the day as the reports do: C1, C2 and C9', async () => {
    const { today: before } = await desk();
    const row = (id: string, direction: string, outcome: string, talk: number): string =>
      `('${world.tenant}', '${id}', '${direction}', '${outcome}', ${talk}, '${world.counsellor.userId}', (select max("started_at") from "calls"), 'ended')`;
    await edit(
      world.test,
      world.tenant,
      `insert into "calls" ("tenant_id", "id", "direction", "outcome", "talk_s", "user_id", "started_at", "state") values
        ${[row('c-failed', 'outbound', 'failed', 0), row('c-said', 'outbound', 'answered', 0), row('c-in', 'inbound', 'answered', 30)].join()}`,
    );
    const { dialled, connected, talk_s } = before as { dialled: number; connected: number; talk_s: number };
    expect((await desk())['today']).toEqual({ dialled: dialled + 2, connected, talk_s: talk_s + 30 });
  });

  it.each([
    ['7', 'busy'],
    ['8', 'no_answer'],
    ['9', 'unreachable'],
  ])(
    'to a number that ends in %s is %s, and its lead is called again after the retry gap of the list',
    async (digit, outcome) => {
      const { id, entry } = await dial({ phone: `987650000${digit}` });
      await world.work(26);
      expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome, talk_s: 0 });
      const { state, next_try_at } = await world.entry(entry);
      expect(state).toBe('queued');
      expect(Date.parse(String(next_try_at)) - world.test.services.now().getTime()).toBeGreaterThan(59 * 60_000);
      await finish(id, outcome);
    },
  );

  it('exhausts its entry with the last attempt, and at once when the number is wrong', async () => {
    const last = await dial({ phone: '9876511118' }, { max_attempts: 1 });
    await world.work(26);
    expect(await world.entry(last.entry)).toMatchObject({ state: 'exhausted' });
    await finish(last.id, 'no_answer');
    const wrong = await dial({ phone: '9876522228' });
    await world.work(26);
    await finish(wrong.id, 'invalid');
    expect(await world.entry(wrong.entry)).toMatchObject({ state: 'exhausted' });
  });

  it('is the only one at a time, and the next one ends the previous wrap-up', async () => {
    const first = await dial();
    const lead = await world.makeLead();
    expect(await world.post(world.counsellor, 'dialer/call', { lead_id: lead })).toMatchObject({
      code: 409,
      message: 'You have another call in progress. End it first.',
    });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: first.id });
    expect(await stored(first.id)).toMatchObject({ state: 'wrap_up', outcome: 'no_answer' });
    const second = idOf(await world.post(world.counsellor, 'dialer/call', { lead_id: lead }));
    expect(await stored(first.id)).toMatchObject({ state: 'ended' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: second });
    await finish(second, 'no_answer');
  });

  it('goes to another number of the lead where it is chosen, and belongs to the lead', async () => {
    const lead = await world.makeLead({ alternate_phone: '+919822000077' });
    const ask = (number: string) => world.post(world.counsellor, 'dialer/call', { lead_id: lead, number });
    expect(await ask('whatsapp_number')).toMatchObject({ code: 422, message: 'This lead has no WhatsApp number.' });
    const id = idOf(await ask('alternate_phone'));
    expect(await stored(id)).toMatchObject({ lead_id: lead, phone: '+919822000077' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    await finish(id, 'no_answer');
  });

  it('can be held, muted, keyed and transferred, only by its own agent while someone is on the line', async () => {
    const { id } = await dial();
    const control = (action: string, more: Row = {}, who = world.counsellor) =>
      world.post(who, 'dialer/control', { call_id: id, action, ...more });
    expect(await control('hold')).toMatchObject({ code: 409, message: 'Nobody is on the line.' });
    await world.work(3);
    expect(await control('hold', {}, world.admin)).toMatchObject({ code: 404 });
    await control('hold');
    expect(await stored(id)).toMatchObject({ state: 'on_hold' });
    await control('resume');
    await control('mute');
    expect(await stored(id)).toMatchObject({ state: 'answered', muted: true });
    await control('unmute');
    expect(await stored(id)).toMatchObject({ muted: false });
    expect(await control('keypad')).toMatchObject({ code: 422 });
    expect(await control('keypad', { digits: '12#' })).toMatchObject({ code: 200 });
    expect(await control('transfer', { user_id: 'nobody' })).toMatchObject({ code: 404 });
    expect(await control('transfer', { user_id: world.lead.userId })).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome: 'answered' });
    const [rings] = await world.rows('calls', `"direction" = 'inbound' and "user_id" = '${world.lead.userId}'`);
    expect(rings).toMatchObject({ state: 'ringing', lead_id: (await stored(id))['lead_id'] });
    await finish(id);
  });

  it('can be transferred by everyone who may call: the list of colleagues shows names and nothing more', async () => {
    await edit(world.test, world.tenant, `update "users" set "user_status" = 1 where "email" = 'admin@northstar.example'`);
    const answer = await world.get(world.counsellor, 'users/colleagues');
    const list = data(answer) as unknown as Row[];
    expect(list.every((one) => Object.keys(one).sort().join() === 'away,id,name')).toBe(true);
    const ids = list.map(({ id }) => id);
    expect(ids).toContain(world.lead.userId);
    expect(list.find(({ id }) => id === world.admin.userId)).toMatchObject({ away: true });
    const own = await world.rows(
      'users',
      `"tenant_id" = '${world.tenant}' and "type" = 'org' and "status" = 1 and "deleted_at" is null`,
    );
    expect(ids.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    expect(await world.get(world.counsellor, 'res/users')).toMatchObject({ code: 403 });
    const { id } = await dial();
    await world.work(3);
    const to = (user_id: unknown): Promise<Row> =>
      world.post(world.counsellor, 'dialer/control', { call_id: id, action: 'transfer', user_id });
    expect(await to(world.counsellor.userId)).toMatchObject({ code: 404 });
    expect(await to(world.admin.userId)).toMatchObject({ code: 409 });
    await edit(world.test, world.tenant, `update "users" set "user_status" = 0 where "email" = 'admin@northstar.example'`);
    // the lead goes along only if the colleague may see it; anyone may take the call
    const [outsider] = await world.rows('users', `"email" = 'outsider@northstar.example'`);
    expect(await to(outsider!['id'])).toMatchObject({ code: 200 });
    const [rings] = await world.rows('calls', `"direction" = 'inbound' and "user_id" = '${String(outsider!['id'])}'`);
    expect(rings).toMatchObject({ state: 'ringing', lead_id: null, phone: (await stored(id))['phone'] });
    await finish(id);
  });

  it('to a number belongs to the lead with it, is refused for a colleague’s lead, and is stored for an unknown number', async () => {
    const lead = await world.makeLead({ phone: '9811122230' });
    const own = idOf(await world.post(world.counsellor, 'dialer/call', { phone: '98111 22230' }));
    expect(await stored(own)).toMatchObject({ lead_id: lead, phone: '+919811122230' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: own });
    await world.makeLead({ phone: '9811122231' }, 'outsider@northstar.example');
    expect(await world.post(world.counsellor, 'dialer/call', { phone: '9811122231' })).toMatchObject({ code: 403 });
    expect(await world.post(world.counsellor, 'dialer/call', { phone: '123' })).toMatchObject({ code: 422 });
    expect(await world.post(world.counsellor, 'dialer/call', {})).toMatchObject({ code: 422 });
    const unknown = idOf(await world.post(world.counsellor, 'dialer/call', { phone: '9811122232' }));
    expect(await stored(unknown)).toMatchObject({ lead_id: null, phone: '+919811122232' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: unknown });
    await finish(unknown, 'no_answer');
  });

  it('shows missed callers until someone calls them back', async () => {
    const lead = await world.makeLead();
    const { phone } = await world.row('leads', lead);
    await edit(
      world.test,
      world.tenant,
      `insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "outcome", "started_at", "phone", "state")
       values ('${world.tenant}', 'missed-1', '${lead}', '${world.counsellor.userId}', 'inbound', 'missed', '${world.test.services.now().toISOString()}', '${String(phone)}', 'ended')`,
    );
    expect((await desk())['callbacks']).toMatchObject([{ call_id: 'missed-1', lead_id: lead }]);
    world.test.clock.add(5);
    // a call that the provider refused reached nobody
    await edit(
      world.test,
      world.tenant,
      `insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "outcome", "started_at", "state")
       values ('${world.tenant}', 'failed-1', '${lead}', '${world.counsellor.userId}', 'outbound', 'failed', '${world.test.services.now().toISOString()}', 'ended')`,
    );
    expect((await desk())['callbacks']).toMatchObject([{ call_id: 'missed-1' }]);
    const id = idOf(await world.post(world.counsellor, 'dialer/call', { lead_id: lead }));
    expect((await desk())['callbacks']).toEqual([]);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    await finish(id, 'no_answer');
  });

  it('notifies the open pages of its agent, and nobody else’s', async () => {
    const told: Row[] = [];
    world.test.store.onCommit((committed) => told.push(...(committed.userEvents as unknown as Row[])));
    const { id } = await dial();
    await world.work(3);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    const states = told.filter((one) => one['event'] === 'call_state');
    expect(states.map((one) => (one['body'] as Row)['state'])).toEqual(['ringing', 'answered', 'wrap_up']);
    expect(new Set(states.map((one) => one['userId']))).toEqual(new Set([world.counsellor.userId]));
    await finish(id);
  });

  it('needs the permission to see leads', async () => {
    await edit(world.test, world.tenant, `update "users_roles" set "permissions" = '[]' where "role" = 6`);
    const nobody = await signIn(world.test, 'backoffice@northstar.example');
    for (const [method, path, body] of [
      ['GET', 'dialer/desk', undefined],
      ['GET', 'dialer/next', undefined],
      ['POST', 'dialer/call', { phone: '9811122239' }],
    ] as const)
      expect((await call(world.test, nobody, method, path, body)).code).toBe(403);
  });
});
