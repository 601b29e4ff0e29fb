import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxNumbers } from '../../server/channels/sandbox-telephony';
import type { Browser } from '../support/app';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;

describe('the sandbox of telephony', () => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld();
  });
  afterAll(() => world.test.close());
  const control = (call_id: string, action: string, more: Row = {}): Promise<Row> =>
    world.post(world.counsellor, 'dialer/control', { call_id, action, ...more });
  const stored = (id: string): Promise<Row> => world.row('calls', id);

  async function talkWith(phone: string): Promise<string> {
    const lead = await world.makeLead({ phone });
    const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: lead });
    const { call_id } = data(answer) as { call_id: string };
    await world.work(3);
    expect(await stored(call_id)).toMatchObject({ state: 'answered', virtual_number: sandboxNumbers.outgoing });
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
    expect(theirs).toMatchObject({ lead_id: lead, direction: 'inbound', virtual_number: sandboxNumbers.incoming });
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

  it('a call for several rings on for the others when one rejects it, and is over when the last one does', async () => {
    await world.list({ user_ids: [world.counsellor.userId, world.lead.userId], takes_incoming: true });
    const ringsFor = async (who: Browser): Promise<unknown[]> =>
      (data(await world.get(who, 'events?after=0'))['calls'] as Row[])
        .filter(({ state }) => state === 'ringing')
        .map((one) => one['call_id']);
    const come = async (phone: string): Promise<string> =>
      String(data(await world.post(world.counsellor, 'dialer/sandbox-call', { phone, routed: true }))['call_id']);
    const call_id = await come('9822099001');
    expect([await ringsFor(world.counsellor), await ringsFor(world.lead)]).toEqual([[call_id], [call_id]]);
    await world.post(world.counsellor, 'dialer/hangup', { call_id });
    expect([await ringsFor(world.counsellor), await ringsFor(world.lead)]).toEqual([[], [call_id]]);
    await world.post(world.lead, 'dialer/hangup', { call_id });
    expect(await stored(call_id)).toMatchObject({ state: 'ended', outcome: 'rejected' });

    // one takes it in the moment in which the other one rejects it
    for (let round = 0; round < 5; round++) {
      const id = await come(`98220991${round}1`);
      const [taken] = await Promise.all([
        world.post(world.lead, 'dialer/take', { call_id: id }),
        world.post(world.counsellor, 'dialer/hangup', { call_id: id }),
      ]);
      expect(taken).toMatchObject({ code: 200 });
      expect(await stored(id)).toMatchObject({ state: 'answered', user_id: world.lead.userId });
      await world.post(world.lead, 'dialer/hangup', { call_id: id });
    }
  });

  it('a call that was handed over is taken without a telephone of one’s own, and recorded', async () => {
    const id = await talkWith('9822000061');
    await control(id, 'transfer', { user_id: world.lead.userId });
    const [theirs] = await world.rows('calls', `"room" = '${id}' and "state" = 'ringing'`);
    const call_id = String(theirs!['id']);
    expect(await world.post(world.lead, 'dialer/take', { call_id })).toMatchObject({ code: 200 });
    expect(await stored(call_id)).toMatchObject({ state: 'answered', answered_at: expect.anything() });
    await world.post(world.lead, 'dialer/hangup', { call_id });
    await world.work();
    expect(await stored(call_id)).toMatchObject({ state: 'ended', recording_url: expect.stringMatching(/^files\//) });
  });
});
