import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;

describe('the sandbox of telephony', () => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld();
  }, 120_000);
  afterAll(() => world.test.close());
  const control = (call_id: string, action: string, more: Row = {}): Promise<Row> =>
    world.post(world.counsellor, 'dialer/control', { call_id, action, ...more });
  const stored = (id: string): Promise<Row> => world.row('calls', id);

  async function talkWith(phone: string): Promise<string> {
    const lead = await world.makeLead({ phone });
    const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: lead });
    const { call_id } = data(answer) as { call_id: string };
    await world.work(3);
    expect(await stored(call_id)).toMatchObject({ state: 'answered' });
    return call_id;
  }
  const end = async (call_id: string): Promise<void> => {
    await world.post(world.counsellor, 'dialer/hangup', { call_id });
    await world.post(world.counsellor, 'dialer/outcome', { call_id, outcome: 'answered' });
  };

  it('refuses some calls, which are over and count as none', async () => {
    const lead = await world.makeLead({ phone: '9822000666' });
    expect(await world.post(world.counsellor, 'dialer/call', { lead_id: lead })).toMatchObject({ code: 503 });
    expect(await world.rows('calls', `"lead_id" = '${lead}'`)).toMatchObject([{ state: 'ended', outcome: 'failed' }]);
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 0 });
  });

  it('holds, mutes, takes digits and transfers, also a call that came in', async () => {
    const id = await talkWith('9822000041');
    expect(await control(id, 'hold')).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ state: 'on_hold' });
    expect(await control(id, 'resume')).toMatchObject({ code: 200 });
    expect(await control(id, 'mute')).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ state: 'answered', muted: true });
    expect(await control(id, 'keypad', { digits: '4#' })).toMatchObject({ code: 200 });
    await end(id);
    const lead = await world.makeLead();
    const { call_id } = data(await world.post(world.counsellor, 'dialer/sandbox-call', { lead_id: lead })) as { call_id: string };
    expect(await control(call_id, 'hold')).toMatchObject({ code: 409, message: 'Nobody is on the line.' });
    await world.post(world.counsellor, 'dialer/take', { call_id });
    expect(await control(call_id, 'hold')).toMatchObject({ code: 200 });
    expect(await control(call_id, 'transfer', { user_id: world.lead.userId })).toMatchObject({ code: 200 });
    expect(await stored(call_id)).toMatchObject({ state: 'ended', outcome: 'answered' });
    const [theirs] = await world.rows('calls', `"user_id" = '${world.lead.userId}' and "state" = 'ringing'`);
    expect(theirs).toMatchObject({ lead_id: lead, direction: 'inbound' });
    expect(await world.post(world.lead, 'dialer/take', { call_id: theirs!['id'] })).toMatchObject({ code: 200 });
  });

  it('refuses to change some calls, which go on as they were', async () => {
    const id = await talkWith('9822000555');
    for (const [action, more] of [
      ['hold', {}],
      ['mute', {}],
      ['keypad', { digits: '1' }],
      ['transfer', { user_id: world.lead.userId }],
    ] as const)
      expect(await control(id, action, more)).toMatchObject({ code: 503 });
    expect(await stored(id)).toMatchObject({ state: 'answered', ended_at: null, outcome: null });
    expect((await stored(id))['muted'] ?? false).toBe(false);
    expect(await world.rows('calls', `"outcome" = 'failed' and "direction" = 'inbound'`)).toMatchObject([{ state: 'ended' }]);
    await end(id);
  });
});
