import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindAll } from '../../server/live/reminders';
import { call, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('a call that rings in several places, $name', ({ fresh }) => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
  });
  afterAll(() => world.test.close());

  const stored = (id: string): Promise<Row> => world.row('calls', id);
  const ring = async (body: Row): Promise<string> =>
    String(((await world.post(world.admin, 'dialer/sandbox-call', body))['data'] as Row)['call_id']);
  const note = (who: Browser, call_id: string, text: string): Promise<Answer> =>
    call(world.test, who, 'PUT', 'dialer/note', { call_id, note: text });

  it('is taken by one of two windows of its user that take it at the same moment', async () => {
    const lead = await world.makeLead();
    for (let round = 0; round < 5; round++) {
      const call_id = await ring({ lead_id: lead, user_id: world.counsellor.userId });
      const taken = await Promise.all([1, 2].map(() => world.post(world.counsellor, 'dialer/take', { call_id })));
      expect(taken.map((one) => one['code']).sort()).toEqual([200, 409]);
      expect(await stored(call_id)).toMatchObject({ state: 'answered', agent_line: null });
      expect((await world.post(world.counsellor, 'dialer/hangup', { call_id }))['code']).toBe(200);
    }
  });

  it('keeps what one of several people writes while it rings, also when nobody takes it', async () => {
    await world.list({ user_ids: [world.counsellor.userId, world.lead.userId], takes_incoming: true });
    const missed = await ring({ phone: '+919811122277', routed: true });
    expect(await stored(missed)).toMatchObject({ user_id: null, state: 'ringing' });
    expect((await note(world.counsellor, missed, 'Asks for the hostel fee')).code).toBe(200);
    expect((await note(world.outsider, missed, 'Not offered to me')).code).toBe(404);
    world.test.clock.add(65);
    await remindAll(world.test.services);
    expect(await stored(missed)).toMatchObject({ outcome: 'missed', note: 'Asks for the hostel fee' });
    const taken = await ring({ phone: '+919811122288', routed: true });
    expect((await world.post(world.lead, 'dialer/take', { call_id: taken }))['code']).toBe(200);
    expect((await note(world.counsellor, taken, 'A colleague has it')).code).toBe(404);
    expect((await note(world.lead, taken, 'Wants a call in Tamil')).code).toBe(200);
    expect(await stored(taken)).toMatchObject({ note: 'Wants a call in Tamil' });
  });

  it('keeps what two people write at once, each what they wrote last, and what was there when one takes it', async () => {
    const call_id = await ring({ phone: '+919811122299', routed: true });
    const write = async (who: Browser, before: string, text: string): Promise<void> => {
      expect((await call(world.test, who, 'PUT', 'dialer/note', { call_id, note: text, before })).code).toBe(200);
    };
    await write(world.counsellor, '', 'Asks for');
    await write(world.lead, '', 'Called last week too');
    await write(world.counsellor, 'Asks for', 'Asks for the hostel fee');
    expect(await stored(call_id)).toMatchObject({ note: 'Asks for the hostel fee\nCalled last week too' });
    await write(world.lead, 'Called last week too', '');
    expect(await stored(call_id)).toMatchObject({ note: 'Asks for the hostel fee' });
    expect((await world.post(world.lead, 'dialer/take', { call_id }))['code']).toBe(200);
    await write(world.lead, '', 'Wants a call in Tamil');
    expect(await stored(call_id)).toMatchObject({ note: 'Asks for the hostel fee\nWants a call in Tamil' });
  });

  it('and that its user rejects is no missed call of the lead, as in every list of calls', async () => {
    const lead = await world.makeLead();
    const figures = async (): Promise<unknown> => (await world.get(world.counsellor, `leads/${lead}/call-figures`))['data'];
    const rejected = await ring({ lead_id: lead, user_id: world.counsellor.userId });
    expect((await world.post(world.counsellor, 'dialer/hangup', { call_id: rejected }))['code']).toBe(200);
    expect(await figures()).toMatchObject({ missed: 0 });
    await ring({ lead_id: lead, user_id: world.counsellor.userId });
    world.test.clock.add(65);
    await remindAll(world.test.services);
    expect(await figures()).toMatchObject({ missed: 1 });
  });
});
