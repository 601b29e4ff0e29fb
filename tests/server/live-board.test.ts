import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const databases = await reachableDatabases();

describe.each(databases)('the live board on $name', ({ fresh }) => {
  let world: DialWorld;
  let manager: Browser;
  let caller: Browser;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    manager = await signIn(world.test, 'manager@northstar.example');
    caller = await signIn(world.test, 'caller@northstar.example');
  });
  afterAll(() => world.test.close());

  const board = async (who: Browser): Promise<Record<'calls' | 'breaks', Row[]> & { can: string[]; teams: Row[] }> =>
    ((await world.get(who, 'calls/live'))['data'] ?? {}) as never;
  const act = (who: Browser, call_id: unknown, action: string): Promise<Row> =>
    world.post(who, 'calls/live/supervise', { call_id, action });
  let dials = 10_000;
  /** A call of the counsellor that is being talked on; returns its id and lead. */
  async function talking(values: Row = {}): Promise<{ id: string; lead: string }> {
    const lead = await world.makeLead({ phone: `98440${(dials += 10)}`, ...values });
    const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: lead });
    expect(answer).toMatchObject({ code: 200 });
    const id = String((answer['data'] as Row)['call_id']);
    await world.work(3);
    expect(await world.row('calls', id)).toMatchObject({ state: 'answered' });
    return { id, lead };
  }
  const finish = async (id: string): Promise<void> => {
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  };

  it('shows a call in each of its states to those above its agent and to the agent, and to nobody else', async () => {
    const list = await world.list({ value: 'Evening calls' });
    const lead = await world.makeLead({ phone: '9844000001', name: 'Meera Joshi' });
    const entry = await world.queue(list, lead);
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    const id = String(((await world.post(world.counsellor, 'dialer/call', { entry_id: entry }))['data'] as Row)['call_id']);
    const ringing = {
      call_id: id,
      state: 'ringing',
      direction: 'outbound',
      name: 'Meera Joshi',
      list: 'Evening calls',
      lead_id: lead,
    };
    expect((await board(manager)).calls).toMatchObject([ringing]);
    expect((await board(world.counsellor)).calls).toMatchObject([ringing]);
    for (const who of [caller, world.outsider, world.foreigner]) expect((await board(who)).calls).toEqual([]);
    await world.work(3);
    expect((await board(world.lead)).calls).toMatchObject([{ call_id: id, state: 'talking', answered_at: expect.any(String) }]);
    await world.post(world.counsellor, 'dialer/control', { call_id: id, action: 'hold' });
    expect((await board(manager)).calls).toMatchObject([{ state: 'on_hold' }]);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    expect((await board(manager)).calls).toMatchObject([{ state: 'wrap_up', ended_at: expect.any(String) }]);
    await edit(world.test, world.tenant, `update calls set ended_at = ended_at - interval '31 minutes' where id = '${id}'`);
    expect((await board(manager)).calls).toEqual([]);
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  });

  it('shows waiting callers until they are missed, and people on a break with reason and start', async () => {
    const lead = await world.makeLead({ phone: '9844000002', name: 'Kiran Rao' });
    await world.post(world.counsellor, 'dialer/sandbox-call', { lead_id: lead });
    await world.post(world.counsellor, 'dialer/sandbox-call', { phone: '9822012345' });
    expect((await board(manager)).calls).toMatchObject([
      { state: 'ringing', direction: 'inbound', name: 'Kiran Rao' },
      { state: 'ringing', direction: 'inbound', name: null, phone: expect.stringContaining('9822012345') },
    ]);
    world.test.clock.add(61);
    expect((await board(manager)).calls).toEqual([]);
    await world.post(world.counsellor, 'users/break', { status: 1, reason: 'Lunch Break' });
    expect((await board(manager)).breaks).toMatchObject(
      [
        { user_id: world.counsellor.userId, reason: 'Lunch Break', since: world.test.services.now().toISOString().slice(0, 16) },
      ].map((one) => ({ ...one, since: expect.stringContaining(one.since) })),
    );
    expect((await board(caller)).breaks).toEqual([]);
    await world.post(world.counsellor, 'users/break', { status: 0 });
    expect((await board(manager)).breaks).toEqual([]);
  });

  it('shows a call that nobody has taken to those for whom it rings and to their leaders', async () => {
    await edit(world.test, world.tenant, `update dialer_lists set status = 0`);
    const list = await world.list({ user_ids: [world.counsellor.userId, world.lead.userId], takes_incoming: true });
    const answer = await world.post(world.counsellor, 'dialer/sandbox-call', { phone: '9822077001', routed: true });
    const { call_id } = answer['data'] as { call_id: string };
    const shown = [{ call_id, user_id: null, state: 'ringing', direction: 'inbound' }];
    for (const who of [world.counsellor, world.lead, manager]) expect((await board(who)).calls).toMatchObject(shown);
    for (const who of [caller, world.outsider, world.foreigner]) expect((await board(who)).calls).toEqual([]);
    expect(await act(manager, call_id, 'hang_up')).toMatchObject({ code: 404 });
    await world.post(world.lead, 'dialer/take', { call_id });
    expect((await board(world.counsellor)).calls).toEqual([]);
    expect((await board(manager)).calls).toMatchObject([{ call_id, user_id: world.lead.userId, state: 'talking' }]);
    await world.post(world.lead, 'dialer/hangup', { call_id });
    await edit(world.test, world.tenant, `update dialer_lists set status = 0 where "key" = '${list}'`);
  });

  it('lets a supervisor listen, whisper, join and leave, one at a time, and the agent, the outsider and a counsellor not', async () => {
    const { id } = await talking();
    expect((await board(manager)).can).toEqual(['listen', 'whisper', 'barge', 'take_over', 'hang_up']);
    expect((await board(world.counsellor)).can).toEqual([]);
    expect(await act(world.counsellor, id, 'listen')).toMatchObject({ code: 403 });
    expect(await act(caller, id, 'hang_up')).toMatchObject({ code: 403 });
    for (const action of ['listen', 'whisper', 'barge'] as const) {
      expect(await act(manager, id, action)).toMatchObject({ code: 200, data: { call_id: id } });
      expect((await board(world.lead)).calls).toMatchObject([{ supervision: action, supervisor_id: manager.userId }]);
    }
    expect(await act(world.lead, id, 'listen')).toMatchObject({
      code: 409,
      message: expect.stringContaining('is already on this call.'),
    });
    expect(await act(manager, id, 'leave')).toMatchObject({ code: 200 });
    expect(await act(world.lead, id, 'listen')).toMatchObject({ code: 200 });
    await finish(id);
    expect(await world.row('calls', id)).toMatchObject({ state: 'ended', supervision: 'listen', supervising: null });
    expect(await act(world.lead, id, 'listen')).toMatchObject({ code: 409, message: 'This call is over.' });
    expect(await act(manager, 'nothing', 'listen')).toMatchObject({ code: 404 });
    const foreign = await signIn(world.test, 'admin@lakeview.example');
    expect(await act(foreign, id, 'listen')).toMatchObject({ code: 404 });
  });

  it('takes a call over: it ends for the agent and goes on with the supervisor, and the history has both', async () => {
    const { id, lead } = await talking();
    await act(manager, id, 'listen');
    world.test.clock.add(40);
    const taken = await act(manager, id, 'take_over');
    expect(taken).toMatchObject({ code: 200, message: 'You have taken over the call.' });
    const own = String((taken['data'] as Row)['call_id']);
    expect(own).not.toBe(id);
    expect(await world.row('calls', id)).toMatchObject({
      state: 'wrap_up',
      supervision: 'take_over',
      supervised_by: manager.userId,
    });
    expect(await world.row('calls', own)).toMatchObject({
      state: 'answered',
      user_id: manager.userId,
      lead_id: lead,
      direction: 'inbound',
    });
    expect((await board(manager)).calls).toMatchObject([
      { call_id: id, state: 'wrap_up' },
      { call_id: own, state: 'talking', user_id: manager.userId },
    ]);
    expect(await act(manager, own, 'listen')).toMatchObject({ code: 409, message: 'This is your own call.' });
    world.test.clock.add(20);
    await world.post(manager, 'dialer/hangup', { call_id: own });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
    await world.work(100);
    const rows = (await call(world.test, world.admin, 'GET', `res/calls-history?lead_id=${lead}`)).body as unknown as Row[];
    expect(rows).toMatchObject([
      {
        id: own,
        user_id: manager.userId,
        direction: 'inbound',
        outcome: 'answered',
        talk_s: expect.toSatisfy((n: number) => n >= 20 && n < 50),
      },
      { id, supervision: 'take_over', supervised_by: manager.userId, recorded: true },
    ]);
  });

  it('ends a call of someone below, also while it rings', async () => {
    const { id } = await talking();
    expect(await act(world.lead, id, 'hang_up')).toMatchObject({ code: 200, message: 'The call was disconnected.' });
    expect(await world.row('calls', id)).toMatchObject({ state: 'wrap_up', outcome: 'answered', supervision: 'hang_up' });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
    const answer = await world.post(world.counsellor, 'dialer/sandbox-call', { phone: '9822012346' });
    const waiting = String((answer['data'] as Row)['call_id']);
    expect(await act(manager, waiting, 'barge')).toMatchObject({ code: 409, message: 'Nobody is on the line yet.' });
    expect(await act(manager, waiting, 'hang_up')).toMatchObject({ code: 200 });
    expect(await world.row('calls', waiting)).toMatchObject({ state: 'ended', outcome: 'rejected' });
  });

  it('offers what the phone provider can: with Twilio hanging up, with own phones nothing', async () => {
    const { id } = await talking();
    const provider = (name: string) =>
      call(world.test, world.admin, 'POST', 'res/provider-settings', {
        channel: 'telephony',
        provider: name,
        settings: name === 'twilio' ? { account: 'AC1', sender: '+912240000000' } : {},
        credentials: name === 'twilio' ? { key: 'AC1', secret: 'token' } : {},
        status: 1,
      });
    const added = await provider('none');
    expect(added.status, added.text).toBe(200);
    expect((await board(manager)).can).toEqual([]);
    expect(await act(manager, id, 'listen')).toMatchObject({ code: 409, message: 'The phone provider does not support this.' });
    await edit(world.test, world.tenant, `update provider_settings set deleted_at = now()`);
    const twilio = await provider('twilio');
    expect(twilio.status, twilio.text).toBe(200);
    expect((await board(manager)).can).toEqual(['hang_up']);
    expect(await world.row('calls', id)).toMatchObject({ supervising: null });
    await edit(world.test, world.tenant, `update provider_settings set deleted_at = now()`);
    await finish(id);
  });
});
