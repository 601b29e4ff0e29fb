import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf, sumOf } from '../../server/channels/twilio-price';
import { call, edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { reportsOf } from './twilio-reports';
import { token, TwilioStandIn } from './twilio-stand-in';

type Row = Record<string, unknown>;
const minute = 60;

describe.each(await reachableDatabases())('what a call cost, $name', ({ fresh }) => {
  const twilio = new TwilioStandIn();
  let world: DialWorld;
  beforeAll(async () => {
    await twilio.start();
    world = await makeDialWorld(await fresh());
  });
  afterAll(async () => {
    await world.test.close();
    await twilio.stop();
  });
  const stored = (id: string): Promise<Row> => world.row('calls', id);
  const { tell } = reportsOf(() => world, token);
  const dial = async (): Promise<string> => {
    const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: await world.makeLead({ phone: '9822000011' }) });
    return String((answer['data'] as Row)['call_id']);
  };

  it('the sandbox charges for each minute that has begun', async () => {
    const id = await dial();
    await world.work(2);
    await world.work(90);
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', talk_s: 90, cost: null });
    await world.work(minute);
    expect(await stored(id)).toMatchObject({ cost: 1.2, cost_currency: 'INR' });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  });

  it('Twilio is asked until it knows, and both lines count; those who do not see money do not see it', async () => {
    await twilio.serve(world);
    const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: await world.makeLead() });
    const id = String((answer['data'] as Row)['call_id']);
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    await world.work();
    await tell(id, 'lead', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    await tell(id, 'lead', { CallSid: twilio.sid, CallStatus: 'completed', CallDuration: '33' });
    await world.work(minute);
    expect(await stored(id)).toMatchObject({ outcome: 'answered', cost: null });
    twilio.price = '-0.00850';
    await world.work(minute);
    expect(await stored(id)).toMatchObject({ cost: null }); // asked again after ten minutes
    await world.work(10 * minute);
    expect(await stored(id)).toMatchObject({ cost: 0.017, cost_currency: 'USD' });

    const shown = async (): Promise<Row[]> => {
      const lead = String((await stored(id))['lead_id']);
      const lists = [`res/calls?lead_id=${lead}`, `res/calls-history?lead_id=${lead}`];
      return Promise.all(
        lists.map(async (path) => ((await call(world.test, world.counsellor, 'GET', path)).body as unknown as Row[])[0]!),
      );
    };
    expect(await shown()).toMatchObject([{ cost: 0.017, cost_currency: 'USD' }, { cost: 0.017 }]);
    await edit(
      world.test,
      world.tenant,
      `update users_roles set data_scope = 'tenant', permissions = (select permissions from users_roles where role = 4 and tenant_id = '${world.tenant}')
        where role = 5 and tenant_id = '${world.tenant}'`,
    );
    await edit(world.test, world.tenant, `update users set role = 5 where id = '${world.counsellor.userId}'`);
    world.test.clock.add(61);
    expect(await shown()).toMatchObject([
      { id, cost: null, cost_currency: null },
      { id, cost: null },
    ]);
  });

  it('the list of a lead’s calls sums up what was said: the comment of the stage, else the note, else nothing', async () => {
    const lead = await world.makeLead({}, 'lead@northstar.example');
    const owner = world.test.fixture.users['lead@northstar.example'];
    const at = world.test.services.now().toISOString();
    for (const [id, note] of [
      ['said1', 'The note'],
      ['said2', null],
    ] as const)
      await edit(
        world.test,
        world.tenant,
        `insert into calls (tenant_id, id, lead_id, user_id, direction, state, outcome, started_at, ended_at, note)
          values ('${world.tenant}', '${id}', '${lead}', '${owner}', 'outbound', 'ended', 'answered', '${at}', '${at}', ${note ? `'${note}'` : 'null'})`,
      );
    const said = async (): Promise<unknown[]> =>
      ((await call(world.test, world.admin, 'GET', `res/calls?lead_id=${lead}`)).body as unknown as Row[])
        .toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])))
        .map((row) => row['summary']);
    expect(await said()).toEqual(['The note', null]);
    await edit(
      world.test,
      world.tenant,
      `insert into call_actions (tenant_id, id, lead_id, user_id, "group", btn_message, message, origin, call_id, created_at)
        values ('${world.tenant}', 'act1', '${lead}', '${owner}', 'leads', 'Counselled', 'The comment', 'manual', 'said2', '${at}')`,
    );
    expect((await said())[1]).toBe('The comment');
  });

  it('a price is a text that is negative for a charge; a line that nobody answered is free, one without a price is not known yet', () => {
    const line = (values: Row): ReturnType<typeof priceOf> =>
      priceOf(JSON.stringify({ status: 'completed', price_unit: 'USD', ...values }));
    expect(line({ price: '-0.20000' })).toEqual({ amount: 0.2, currency: 'USD' });
    expect(line({ price: null })).toBe(null);
    expect(line({ price: null, status: 'no-answer', price_unit: 'inr' })).toEqual({ amount: 0, currency: 'INR' });
    expect(() => priceOf('<html>')).toThrow('could not be read');
    expect(sumOf([line({ price: '-0.1' }), line({ price: '-0.2' })])).toEqual({ amount: 0.3, currency: 'USD' });
    expect(sumOf([line({ price: '-0.1' }), null])).toBe(null);
    expect(sumOf([])).toBe(null);
  });
});
