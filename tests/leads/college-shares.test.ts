import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollegeChoice } from '../../src/schemas/calls/lead-colleges';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('a shortlisted college, $name', (database) => {
  let world: World;
  let caller: Browser;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    caller = world.counsellor;
  });
  afterAll(() => world.test.close());

  const choices = async (lead: string): Promise<CollegeChoice[]> =>
    (await call(world.test, caller, 'GET', `leads/${lead}/college-choices?relation=shortlisted`)).body['data'] as CollegeChoice[];
  const choose = (lead_id: string, clg_id: number): Promise<Answer> =>
    call(world.test, caller, 'POST', 'res/lead-colleges', { lead_id, clg_id, relation: 'shortlisted' });
  const change = (id: string, body: object): Promise<Answer> =>
    call(world.test, caller, 'PATCH', `res/lead-colleges/${id}`, body);

  it('a shared website is a link of the lead; the first time a person opens it is known, and the link is not among those of marketing', async () => {
    const lead = await world.makeLead({ phone: '9822011224' });
    await call(world.test, world.admin, 'PATCH', 'res/colleges/10002', { website: 'https://deccan.example' });
    const text = 'Deccan\nhttps://deccan.example\nhttps://deccan.example/fees';
    const sent = await call(world.test, caller, 'POST', `leads/${lead}/messages`, { channel: 'sms', text, clg_id: 10002 });
    expect(sent.code, sent.text).toBe(200);
    const [{ share_code: code, id }] = (await world.rows('lead_colleges', `"lead_id" = '${lead}'`)) as [Record<string, string>];
    const [, link, other] = String((sent.body['data'] as { text: string }).text).split('\n');
    expect(link).toMatch(new RegExp(`/api/r/${String(code)}$`));
    expect(other).toBe('https://deccan.example/fees');
    expect((await change(id!, { relation: 'shortlisted' })).status).toBe(200);
    const open = (agent: string) =>
      world.test.app.inject({ method: 'GET', url: `/api/r/${String(code)}`, headers: { 'user-agent': agent } });
    expect((await open('WhatsApp/2.24')).headers.location).toBe('https://deccan.example');
    expect((await choices(lead))[0]!.opened_at).toBe(null);
    expect((await open('Mozilla/5.0 (Linux; Android 14) Chrome/130')).statusCode).toBe(302);
    const [{ opened_at: first }] = (await choices(lead)) as [CollegeChoice];
    expect(Date.parse(first!)).toBeGreaterThan(0);
    world.test.clock.set(new Date(world.test.services.now().getTime() + 60_000));
    await open('Mozilla/5.0');
    expect((await choices(lead))[0]!.opened_at).toBe(first);
    await call(world.test, caller, 'POST', `leads/${lead}/messages`, { channel: 'sms', text: 'again', clg_id: 10002 });
    expect((await world.row('lead_colleges', id!))['share_code']).toBe(code);
    const listed = await call(world.test, world.admin, 'GET', 'res/short-urls?_end=100');
    expect([listed.status, listed.text.includes(String(code))]).toEqual([200, false]);
  });

  it('keeps what the lead said and what comes next; who says when it was opened is not the client', async () => {
    const lead = await world.makeLead();
    const { body } = await choose(lead, 10001);
    const answer = { response: 'visit', next_step: 'Campus visit on Saturday' };
    expect(await change(String(body['id']), { ...answer, opened_at: '2026-01-01T00:00:00.000Z' })).toMatchObject({ status: 422 });
    const saved = await change(String(body['id']), answer);
    expect(saved.status, saved.text).toBe(200);
    expect(await choices(lead)).toMatchObject([
      { response: 'visit', next_step: 'Campus visit on Saturday', opened_at: null, application_state: null },
    ]);
    expect(await change(String(body['id']), { response: 'perhaps' })).toMatchObject({ status: 422 });
  });

  it('a template does not name the college, so it is not noted as shared', async () => {
    const lead = await world.makeLead();
    const { northstar } = world.test.fixture.tenants;
    await edit(
      world.test,
      northstar,
      `insert into sms_templates (tenant_id, id, name, body, status) values ('${northstar}', 'sms-hello', 'Hello', 'Hello', 1)`,
    );
    const { body } = await choose(lead, 10001);
    const message = { channel: 'sms', template_id: 'sms-hello', clg_id: 10001 };
    const sent = await call(world.test, caller, 'POST', `leads/${lead}/messages`, message);
    expect(sent.code, sent.text).toBe(200);
    expect(await world.row('lead_colleges', String(body['id']))).toMatchObject({ shared_at: null, shared_via: null });
  });
});
