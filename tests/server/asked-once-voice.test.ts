import { describe, expect, it } from 'vitest';
import { call, edit, type Answer } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { askedWorld } from './asked-world';

type Row = Record<string, unknown>;

/** TRUST-R25: a number is called once, whatever happens to the campaign, the process or the database. */
describe.each(await reachableDatabases())('the calls of a voice campaign on $name', ({ fresh }) => {
  const world = askedWorld(fresh);
  const { rows, worked, killedWhileAsking, phone, voice } = world;
  const campaign = async (id: string): Promise<Row> =>
    (await call(world.test, world.admin, 'GET', `res/voice-campaigns/${id}`)).body;

  it('a call whose answer was lost is looked up by its key at a provider that remembers keys', async () => {
    world.provider.mood = 'remembers';
    const id = await voice([phone()]);
    await killedWhileAsking();
    expect(await rows(`select status, duration, response from voice_calls where campaign_id = '${id}'`)).toEqual([
      { status: 'answered', duration: 12, response: 'Interested' },
    ]);
    expect(await campaign(id)).toMatchObject({ state: 'completed', unknown_calls: null, totals: { answered: 1, unknown: 0 } });
    expect(world.provider.total()).toBe(1);
  });

  it('unknown calls are counted and listed, and called again on request, with the same keys', async () => {
    const phones = [phone(), phone(), phone()];
    const id = await voice(phones);
    await killedWhileAsking();
    expect(await campaign(id)).toMatchObject({
      state: 'completed',
      unknown_calls: 1,
      totals: { total: 3, answered: 2, pending: 0, unknown: 1 },
    });
    expect(world.provider.total()).toBe(3);
    const report = (status: string): Promise<Answer> =>
      call(world.test, world.admin, 'GET', `get-obd-campaign-report?campaign_id=${id}&page_number=1&limit=10&status=${status}`);
    const unknown = (await report('unknown')).body as { count?: number; data?: Row[] };
    expect(unknown.count).toBe(1);
    const again = () => call(world.test, world.admin, 'POST', `call-unknown-voice-calls/${id}`);
    expect((await again()).body).toMatchObject({ code: 200, message: '1 number will be called again.' });
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'completed', unknown_calls: null, totals: { answered: 3, unknown: 0 } });
    expect(world.provider.asked.get(String(unknown.data![0]!['phone']))).toBe(2);
    expect(new Set(world.provider.keys).size).toBe(3);
    expect((await again()).code).toBe(409);
  });

  it('TRUST-R25 a call that was being dialled when the process died is settled even if its campaign was stopped', async () => {
    const id = await voice([phone(), phone()]);
    await killedWhileAsking(() =>
      edit(world.test, world.tenant, `update voice_campaigns set state = 'stopped' where id = '${id}'`),
    );
    const calls = await rows(`select status from voice_calls where campaign_id = '${id}' order by status`);
    expect(calls.map(({ status }) => status)).toEqual(['pending', 'unknown']);
    expect(world.provider.total()).toBe(1);
    const again = await call(world.test, world.admin, 'POST', `call-unknown-voice-calls/${id}`);
    expect([again.code, again.body['message']]).toEqual([409, 'This campaign is stopped and makes no calls.']);
  });

  it('a campaign that was stopped makes no further call', async () => {
    const id = await voice(Array.from({ length: 12 }, phone));
    world.provider.onAsked = async () => {
      if (world.provider.total() === 3)
        expect((await call(world.test, world.admin, 'POST', `stopScheduleCampaign/${id}`)).code).toBe(200);
    };
    await worked();
    expect(world.provider.total()).toBe(3);
    expect(await campaign(id)).toMatchObject({ state: 'stopped', totals: { answered: 3, pending: 0, held: 9 } });
    expect(await rows(`select distinct reason from voice_calls where campaign_id = '${id}' and status = 'held'`)).toEqual([
      { reason: 'stopped' },
    ]);
  });

  it('TRUST-R8 a paused campaign calls nobody until it is resumed, and then nobody who has opted out meanwhile', async () => {
    const phones = Array.from({ length: 6 }, phone);
    const id = await voice(phones);
    const move = (to: string) => call(world.test, world.admin, 'POST', `move-voice-campaign/${id}`, { to });
    expect((await move('paused')).body).toMatchObject({ code: 409, message: 'This campaign is scheduled and cannot be paused.' });
    world.provider.onAsked = async () => {
      if (world.provider.total() === 2) expect((await move('paused')).code).toBe(200);
    };
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'paused', totals: { total: 6, answered: 2, pending: 4 } });
    await edit(
      world.test,
      world.tenant,
      `insert into opt_outs (tenant_id, id, channel, address) values ('${world.tenant}', 'no-calls', 'call', '${phones[5]}')`,
    );
    expect((await move('sideways')).body).toMatchObject({ code: 422, errors: [{ path: 'to' }] });
    expect((await move('running')).body).toMatchObject({ message: 'Campaign resumed.' });
    await worked();
    expect(world.provider.total()).toBe(5);
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 5, held: 1, pending: 0 } });
    expect(await rows(`select status from voice_calls where phone = '${phones[5]}'`)).toEqual([{ status: 'opted_out' }]);
    expect((await move('running')).code).toBe(409);
    await edit(world.test, world.tenant, `delete from opt_outs`);
  });

  it('a planned campaign is started by a person before its time', async () => {
    const id = await voice([phone()], new Date(Date.now() + 86_400_000).toISOString());
    const start = await call(world.test, world.admin, 'POST', `move-voice-campaign/${id}`, { to: 'running' });
    expect(start.body).toMatchObject({ message: 'Campaign started.' });
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 1 } });
    expect(world.provider.total()).toBe(1);
  });

  it('a restart of the server loses no received answer', async () => {
    const id = await voice([phone(), phone()]);
    let stopped: Promise<void> | undefined;
    world.provider.onAsked = () => void (stopped ??= world.test.services.jobs.stop());
    world.test.services.jobs.start();
    await expect.poll(() => stopped !== undefined).toBe(true);
    await stopped;
    expect(await campaign(id)).toMatchObject({ totals: { answered: 1, pending: 1, unknown: 0 } });
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 2, unknown: 0 } });
    expect(world.provider.total()).toBe(2);
  });

  it('a short outage of the database loses no received answer', async () => {
    const id = await voice([phone()]);
    let broken = 0;
    world.test.store.beforeCommit = (_attempt, by) => {
      if (world.provider.total() && by.agent === 'job' && broken++ === 0)
        throw Object.assign(new Error('gone'), { code: '57P01' });
    };
    await worked();
    expect(broken).toBeGreaterThan(1);
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 1, unknown: 0 } });
    expect(world.provider.total()).toBe(1);
  });
});
