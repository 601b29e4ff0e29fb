import { afterEach, describe, expect, it } from 'vitest';
import { recordsIn } from '../../src/schemas/kit/is-record';
import { call, edit, signIn } from '../support/app';
import { runDueJobs, runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { askedWorld } from '../server/asked-world';

type Row = Record<string, unknown>;

/** Noon in India; the database's clock is years behind, so that jobs which wait for their time stay until `later`. */
const noon = new Date('2031-06-10T06:30:00Z');
const night = new Date('2031-06-10T18:03:00Z');

describe.each(await reachableDatabases())('voice campaigns on $name', ({ name, fresh }) => {
  const world = askedWorld(fresh, noon);
  const { rows, phone, voice } = world;
  const campaign = async (id: string): Promise<Row> =>
    (await call(world.test, world.admin, 'GET', `res/voice-campaigns/${id}`)).body;
  const post = (path: string, body: Row = {}) => call(world.test, world.admin, 'POST', path, body);
  const statuses = async (id: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await rows(
          `select coalesce(reason, status) as name, count(*)::int as n from voice_calls where campaign_id = '${id}' group by 1`,
        )
      ).map(({ name, n }) => [String(name), Number(n)]),
    );
  /** What is done at that time; the session of the person ends before. */
  const later = async (at: Date): Promise<void> => {
    world.test.clock.set(at);
    await edit(world.test, world.tenant, `update jobs set run_at = null where state = 'queued'`);
    await runDueJobsWell(world.test);
    world.test.clock.set(noon);
  };
  const after = (seconds: number, from = noon): Date => new Date(from.getTime() + seconds * 1000);
  const hours = (from: string, to: string): Promise<number> =>
    edit(world.test, world.tenant, `update message_settings set hours_from = '${from}', hours_to = '${to}'`);
  const lead = (id: string, number: string, values: Row = {}): Promise<number> =>
    edit(
      world.test,
      world.tenant,
      `insert into leads (tenant_id, id, name, phone, tags, do_not_disturb)
       values ('${world.tenant}', '${id}', 'Lead', '${number}', '[]', ${values['do_not_disturb'] === true})`,
    );

  afterEach(async () => {
    world.test.clock.set(noon);
    await hours('00:00', '00:00');
    await edit(world.test, world.tenant, `update message_settings set cap_messages = null`);
    await edit(world.test, world.tenant, `delete from jobs`);
  });

  it('a refused number fails with the reason after three tries, and the others are called meanwhile', async () => {
    const phones = Array.from({ length: 6 }, phone);
    world.provider.refuses = (to: string) => to === phones[0];
    const id = await voice(phones);
    await runDueJobsWell(world.test);
    expect(await campaign(id)).toMatchObject({ state: 'running', totals: { answered: 5, pending: 1 } });
    for (let n = 1; n <= 5; n++) await later(after(n * 31));
    expect(world.provider.asked.get(phones[0]!)).toBe(3);
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 5, failed: 1, pending: 0 } });
    const report = await call(
      world.test,
      world.admin,
      'GET',
      `get-obd-campaign-report?campaign_id=${id}&page_number=1&limit=10&status=failed`,
    );
    expect(report.body['data']).toMatchObject([{ phone: phones[0], why: expect.stringContaining('refused the request (400)') }]);
  });

  it('R25 a job that fails for good leaves it paused with the reason, and the call that was made is unknown', async () => {
    const id = await voice(Array.from({ length: 3 }, phone));
    await edit(world.test, world.tenant, `update jobs set attempts = 99 where kind = 'voice-campaign' and state = 'queued'`);
    const sqls = [
      `create function refuse_ended() returns trigger language plpgsql as $$ begin raise exception 'the disk is away'; end $$`,
      `create trigger refuse_ended before update on voice_calls for each row when (new.status = 'answered') execute function refuse_ended()`,
    ];
    for (const one of sqls) await world.test.store.admin(one);
    await runDueJobs(world.test);
    await world.test.store.admin('drop trigger refuse_ended on voice_calls; drop function refuse_ended');
    expect(await campaign(id)).toMatchObject({ state: 'paused', problem: expect.stringMatching(/^It failed several times/) });
    expect(await statuses(id)).toEqual({ unknown: 1, pending: 2 });
    await edit(world.test, world.tenant, `delete from jobs where state = 'failed'`);
    expect((await post(`move-voice-campaign/${id}`, { to: 'running' })).code).toBe(200);
    await runDueJobsWell(world.test);
    expect(await statuses(id)).toEqual({ unknown: 1, answered: 2 });
  });

  it.each([3, 12])('a campaign of %i calls that are all refused pauses with the reason, and goes on when resumed', async (n) => {
    world.provider.refuses = () => true;
    const id = await voice(Array.from({ length: n }, phone));
    await runDueJobsWell(world.test);
    expect(await campaign(id)).toMatchObject({
      state: 'paused',
      problem: expect.stringContaining('refused the request (400)'),
      totals: { pending: n, failed: 0 },
    });
    expect(world.provider.total()).toBe(Math.min(n, 5));
    world.provider.refuses = () => false;
    expect((await post(`move-voice-campaign/${id}`, { to: 'running' })).code).toBe(200);
    await runDueJobsWell(world.test);
    await later(after(40));
    expect(await campaign(id)).toMatchObject({ state: 'completed', problem: null, totals: { answered: n } });
  });

  it('D-144 nobody is called outside sending hours, in the zone of the number and the hours of the campaign', async () => {
    await hours('10:00', '21:00');
    const id = await voice([phone(), phone(), '+971501234567']);
    await later(night);
    // 23:33 in India and 22:03 in Dubai.
    expect(world.provider.total()).toBe(0);
    expect([await statuses(id), (await campaign(id))['state']]).toEqual([{ outside_hours: 3 }, 'running']);
    expect((await rows(`select due_at from voice_calls where phone = '+971501234567'`)).map(({ due_at: at }) => at)).toEqual([
      '2031-06-11T06:00:00.000Z',
    ]);
    await later(new Date('2031-06-11T04:31:00Z'));
    expect(await statuses(id)).toEqual({ answered: 2, outside_hours: 1 });
    await later(new Date('2031-06-11T06:01:00Z'));
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 3 } });

    const own = await voice([phone()], undefined, { calling_window: { from: '15:00', to: '16:00' } });
    await runDueJobsWell(world.test);
    expect(await statuses(own)).toEqual({ outside_hours: 1 });
    await later(new Date('2031-06-10T09:31:00Z'));
    expect(await statuses(own)).toEqual({ answered: 1 });
  });

  it('the gate knows a number of a file as its lead’s: do not disturb, and the frequency cap', async () => {
    const [quiet, often, open] = [phone(), phone(), phone()];
    await lead('quiet', quiet, { do_not_disturb: true });
    await lead('often', often);
    await edit(world.test, world.tenant, `update message_settings set cap_messages = 1, cap_days = 7`);
    await voice([often]);
    await runDueJobsWell(world.test);
    const id = await voice([quiet, often, open]);
    await runDueJobsWell(world.test);
    expect(await statuses(id)).toEqual({ do_not_disturb: 1, frequency_cap: 1, answered: 1 });
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { held: 2, answered: 1, pending: 0 } });
  });

  it('TRUST-R8 a start that was missed by more than an hour waits for a person', async () => {
    const id = await voice([phone()], after(3600).toISOString());
    await later(after(3 * 3600));
    expect(world.provider.total()).toBe(0);
    expect(await campaign(id)).toMatchObject({ state: 'paused', problem: expect.stringContaining('not running at the planned') });
    expect((await post(`move-voice-campaign/${id}`, { to: 'running' })).code).toBe(200);
    await runDueJobsWell(world.test);
    expect(await campaign(id)).toMatchObject({ state: 'completed', problem: null, totals: { answered: 1 } });
  });

  it('a start in the past, or more than a year ahead, is refused at its field', async () => {
    const draft = {
      name: 'Late',
      voice_file_id: 'vf',
      service_number_id: 'sn',
      phones_file: 'data:text/csv;base64,OTg3NjU0MzIxMAo=',
    };
    for (const [schedule_at, message] of [
      ['2020-01-01T00:00:00Z', 'Starts at must be in the future'],
      ['9999-01-01T00:00:00Z', 'Starts at can be up to 366 days ahead'],
    ])
      expect((await post('create-voice-campaign', { ...draft, schedule_at })).body).toMatchObject({
        code: 422,
        errors: [{ path: 'schedule_at', message }],
      });
  });

  // The embedded database has one connection: nothing else is done while the job reads.
  it.runIf(name === 'PostgreSQL')(
    'what is stopped or started again while its numbers are read is not listed twice or after all',
    async () => {
      const { files } = world.test.services;
      const pathOf = files.pathOf.bind(files);
      const whileListing = async (work: (id: string) => Promise<unknown>): Promise<string> => {
        const id = await voice([phone(), phone()]);
        let begun: Promise<unknown> | undefined;
        files.pathOf = async (...of) => {
          await (begun ??= work(id));
          return pathOf(...of);
        };
        await runDueJobsWell(world.test);
        files.pathOf = pathOf;
        return id;
      };
      const stopped = await whileListing((id) => post(`stopScheduleCampaign/${id}`));
      expect(await campaign(stopped)).toMatchObject({ state: 'stopped', totals: { total: 0, pending: 0 } });
      const again = await whileListing((id) => post(`move-voice-campaign/${id}`, { to: 'running' }));
      expect(await campaign(again)).toMatchObject({ state: 'completed', totals: { total: 2, answered: 2 } });
    },
  );

  it('its figures count the calls that the reader sees, as the list behind them does', async () => {
    const [mine, theirs, nobodys] = [phone(), phone(), phone()];
    await lead('mine', mine);
    await lead('theirs', theirs);
    const { users } = world.test.fixture;
    await edit(
      world.test,
      world.tenant,
      `update leads set user_id = '${users['counsellor@northstar.example']!}' where id = 'mine'`,
    );
    await edit(
      world.test,
      world.tenant,
      `update leads set user_id = '${users['outsider@northstar.example']!}' where id = 'theirs'`,
    );
    const id = await voice([mine, theirs, nobodys]);
    await runDueJobsWell(world.test);
    await edit(
      world.test,
      world.tenant,
      `update users_roles set permissions = replace(permissions::text, 'SMS_Communication', 'OBD_Communication')::jsonb where role = 2`,
    );
    // The code comes from the sandbox.
    await edit(world.test, world.tenant, `update provider_settings set status = 0 where channel = 'email'`);
    const manager = await signIn(world.test, 'manager@northstar.example');
    const read = async (who: typeof manager) => {
      const list = (await call(world.test, who, 'GET', `get-obd-campaign-report?campaign_id=${id}&page_number=1&limit=10`)).body;
      const one = (await call(world.test, who, 'GET', `res/voice-campaigns/${id}`)).body as { totals: Row };
      const chart = (await call(world.test, who, 'POST', `campaign-chart/${id}`)).body as {
        data: { series: { values: number[] }[] };
      };
      const { body: rows } = await call(world.test, who, 'POST', 'get-obd-campaign', { limit: 100, _labels: 'answered,busy' });
      const { answered, busy } = recordsIn(rows['data']).find((row) => row['id'] === id) ?? {};
      return [list['count'], one.totals['total'], chart.data.series[0]?.values[0], answered, busy];
    };
    expect(await read(world.admin)).toEqual([3, 3, 3, '3', null]);
    expect(await read(manager)).toEqual([2, 2, 2, '2', null]);
  });

  it('a stopped campaign has no waiting calls left: they say that it was stopped', async () => {
    await hours('10:00', '21:00');
    const id = await voice([phone(), phone()]);
    await later(night);
    expect((await post(`stopScheduleCampaign/${id}`)).body).toMatchObject({
      message: 'Campaign stopped. 2 numbers will not be called.',
    });
    expect([await statuses(id), await campaign(id)]).toMatchObject([
      { stopped: 2 },
      { state: 'stopped', totals: { pending: 0, held: 2 } },
    ]);
  });

  it('more numbers than a campaign can call are refused with the figures, and numbers are read as people write them', async () => {
    const file = (text: string): string => `data:text/csv;base64,${Buffer.from(text).toString('base64')}`;
    const draft = { name: 'Many', voice_file_id: 'vf', service_number_id: 'sn' };
    const many = Array.from({ length: 50_001 }, (_, n) => `98${String(n).padStart(8, '0')}`).join('\n');
    expect((await post('create-voice-campaign', { ...draft, phones_file: file(many) })).body).toMatchObject({
      code: 422,
      errors: [{ path: 'phones_file', message: 'A voice campaign can call up to 50,000 numbers; this file has 50,001' }],
    });
    expect((await post('create-voice-campaign', { ...draft, phones_file: file('phone\njunk') })).body).toMatchObject({
      errors: [{ path: 'phones_file', message: 'This file has no valid phone number' }],
    });
    await post('create-voice-campaign', { ...draft, phones_file: file('phone\n"98111 00001"\n+91-98111-00002') });
    await runDueJobsWell(world.test);
    expect([...world.provider.asked.keys()].toSorted()).toEqual(['+919811100001', '+919811100002']);
  });
});
