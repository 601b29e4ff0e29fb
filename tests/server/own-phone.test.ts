import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('a call from the caller’s own phone, $name', ({ fresh }) => {
  let world: DialWorld;
  let lead: string;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    await world.post(world.admin, 'res/provider-settings', { channel: 'telephony', provider: 'none' });
    lead = await world.makeLead();
  });
  afterAll(() => world.test.close());

  const call = async (outcome: string): Promise<Row> => {
    const placed = (await world.post(world.counsellor, 'dialer/call', { lead_id: lead }))['data'] as Row;
    expect(placed['dial']).toMatch(/^\+91/);
    const call_id = placed['call_id'];
    world.test.clock.add(95);
    expect((await world.post(world.counsellor, 'dialer/hangup', { call_id }))['code']).toBe(200);
    expect((await world.post(world.counsellor, 'dialer/outcome', { call_id, outcome }))['code']).toBe(200);
    return world.row('calls', String(call_id));
  };
  const figures = async (): Promise<unknown> => (await world.get(world.counsellor, `leads/${lead}/call-figures`))['data'];

  it('counts as connected once the caller says that it was answered, and as not connected otherwise', async () => {
    expect(await call('no_answer')).toMatchObject({ outcome: 'no_answer', answered_at: null, talk_s: 0 });
    expect(await figures()).toMatchObject({ dialled: 1, connected: 0 });
    const answered = await call('answered');
    expect(answered).toMatchObject({ state: 'ended', outcome: 'answered', answered_at: answered['started_at'] });
    expect(Number(answered['talk_s'])).toBeGreaterThanOrEqual(95); // the clock of the test goes on
    expect(await figures()).toMatchObject({ dialled: 2, connected: 1, talk_s: answered['talk_s'] });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 2, connected_count: 1 });
  });
});
