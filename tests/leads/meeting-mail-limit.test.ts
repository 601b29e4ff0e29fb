import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from './lead-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('how many emails meetings cause, $name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    await edit(world.test, world.test.fixture.tenants.northstar, `update tenant set vc_meetings_enabled = 1`);
  });
  afterAll(() => world.test.close());

  const send = (method: 'PATCH' | 'POST', path: string, body?: Row): Promise<Answer> =>
    call(world.test, world.counsellor, method, `res/virtual-meetings${path}`, body);
  const schedule = (lead: string, starts_at: string, more: Row = {}): Promise<Answer> =>
    send('POST', '', { lead_id: lead, user_id: world.counsellor.userId, starts_at, ...more });
  const mails = (lead: string): Promise<Row[]> => world.rows('outbox_messages', `"lead_id" = '${lead}'`);

  it('a lead gets six about a meeting and twelve about all its meetings in 24 hours; saving without one stays possible', async () => {
    const lead = await world.makeLead({ email: 'sneha.limit@example.com' });
    const hours = Array.from({ length: 60 }, (_, n) => inHours(world, 24 + n));
    const { body } = await schedule(lead, hours[0]!);
    const path = `/${String(body['id'])}`;
    for (let n = 1; n < 4; n++) expect((await send('PATCH', path, { starts_at: hours[n] })).code).toBe(200);
    for (let n = 0; n < 2; n++) expect((await send('POST', `${path}/tell`)).code).toBe(200);
    expect(await mails(lead)).toHaveLength(6);
    const refused = [await send('POST', `${path}/tell`), await send('PATCH', path, { starts_at: hours[9] })];
    expect(refused.map(({ code, body: { message } }) => [code, message])).toEqual([
      [429, 'The lead has already received 6 emails about this meeting in 24 hours. Try again tomorrow.'],
      [429, expect.stringContaining('in 24 hours. Clear "Email the lead" to save without an email.')],
    ]);
    expect(await world.row('virtual_meetings', String(body['id']))).toMatchObject({ starts_at: hours[3] });
    expect((await send('PATCH', path, { starts_at: hours[9], tell_lead: false })).code).toBe(200);
    for (let n = 0; n < 6; n++) expect((await schedule(lead, hours[30 + n]!)).status).toBeLessThan(300);
    const more = await schedule(lead, hours[40]!);
    expect([more.code, more.text]).toEqual([429, expect.stringContaining('12 emails about meetings')]);
    expect((await schedule(lead, hours[40]!, { tell_lead: false })).status).toBeLessThan(300);
    expect(await mails(lead)).toHaveLength(12);
    const other = await world.makeLead({ email: 'other.limit@example.com' });
    expect((await schedule(other, hours[40]!)).status).toBeLessThan(300);
  });

  it('a lead that gets no emails has its meetings changed as often as needed', async () => {
    const lead = await world.makeLead();
    const { body } = await schedule(lead, inHours(world, 24));
    for (let n = 1; n < 9; n++)
      expect((await send('PATCH', `/${String(body['id'])}`, { starts_at: inHours(world, 24 + n) })).code).toBe(200);
  });

  it('a lead that was never told is told of the new time as of the first, and not of a cancellation', async () => {
    const lead = await world.makeLead({ email: 'sneha.untold@example.com' });
    const untold = await schedule(lead, inHours(world, 24), { tell_lead: false });
    expect((await send('PATCH', `/${String(untold.body['id'])}`, { state: 'cancelled' })).code).toBe(200);
    expect(await mails(lead)).toEqual([]);
    const moved = await schedule(lead, inHours(world, 24), { tell_lead: false });
    const path = `/${String(moved.body['id'])}`;
    expect((await send('PATCH', path, { starts_at: inHours(world, 48), tell_lead: true })).code).toBe(200);
    expect((await mails(lead)).map((mail) => mail['body'])).toEqual([expect.stringContaining(' is on ')]);
  });
});
