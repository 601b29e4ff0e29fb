import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { call, edit, signIn } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';
import { campaignWorld, noon, type CampaignWorld } from './campaign-world';

type Row = Record<string, unknown>;
const kind = 'sms-campaigns';

/** What happens to a campaign when its leads, or the person behind it, change while it is sent. */
describe.each(await reachableDatabases())('a campaign under way on $name', ({ fresh }) => {
  let world: CampaignWorld;
  let provider: Recorder;
  /** Done before each request to the provider. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    provider = await startRecorder();
    world = await campaignWorld(await fresh(), 20);
    const outbound = makeOutbound({ allow: [`127.0.0.1:${provider.port}`] });
    const send: typeof outbound.send = async (asked) => {
      await meanwhile?.();
      return outbound.send(asked);
    };
    Object.assign(world.test.services, { outbound: { ...outbound, send } });
    const settings = { endpoint: provider.url, sender: 'OWNHDR' };
    await world.ask('POST', 'res/provider-settings', {
      channel: 'sms',
      provider: 'msg91',
      status: 1,
      settings,
      credentials: { secret: 'key' },
    });
  });
  afterAll(async () => {
    await world.test.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.answer = () => ({ body: { type: 'success', message: 'taken' } });
  });
  afterEach(async () => {
    meanwhile = undefined;
    await world.clean();
  });

  const move = (id: string, to: string): Promise<Row> => world.ask('POST', `${kind}/${id}/move`, { to });
  const stateOf = async (id: string): Promise<unknown> => (await world.ask('GET', `res/${kind}/${id}`))['state'];
  const phoneOf = (lead: string, phone: string | null): Promise<number> =>
    edit(world.test, world.tenant, `update leads set phone = ${phone === null ? 'null' : `'${phone}'`} where id = '${lead}'`);

  it('R25 a job that fails for good leaves it paused with the reason, and what it had handed over is unknown', async () => {
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await edit(world.test, world.tenant, `update jobs set attempts = 99 where kind = 'campaign-send' and state = 'queued'`);
    const sqls = [
      `create function refuse_sent() returns trigger language plpgsql as $$ begin raise exception 'the disk is away'; end $$`,
      `create trigger refuse_sent before update on outbox_messages for each row when (new.state = 'sent') execute function refuse_sent()`,
    ];
    for (const one of sqls) await world.test.store.admin(one);
    await runDueJobs(world.test);
    await world.test.store.admin('drop trigger refuse_sent on outbox_messages; drop function refuse_sent');
    await edit(world.test, world.tenant, `delete from jobs where state = 'failed'`);
    const page = await world.ask('GET', `res/${kind}/${id}`);
    expect(page).toMatchObject({ state: 'paused', problem: expect.stringMatching(/^It failed several times/) });
    expect(await world.states(id)).toEqual({ unknown: 20 });
    expect((await move(id, 'stopped'))['message']).toBe('Campaign stopped.');
    await world.ask('POST', `${kind}/${id}/decide`, { as: 'sent' });
    expect(await world.states(id)).toEqual({ sent: 20 });
    expect(await stateOf(id)).toBe('stopped');
  });

  it('D-144 a lead whose number moves to another country waits for the hours there, and the campaign rests until then', async () => {
    await world.settings("hours_from = '12:10'");
    const id = await world.campaign(kind, { template_id: 'promo' });
    await world.start(kind, id);
    await world.done();
    expect(await world.states(id)).toEqual({ outside_hours: 20 });
    await phoneOf('lead-00019', '+447911123456');
    world.test.clock.add(11 * 60);
    const working = world.wake();
    while ((await world.states(id))['sent'] !== 19) await new Promise(setImmediate);
    const waiting = await world.rows(`select due_at from outbox_messages where campaign_id = '${id}' and state = 'queued'`);
    // A run that looked for this one again and again would end here alone.
    await move(id, 'stopped');
    await working;
    expect(waiting.map(({ due_at: due }) => new Date(String(due)).toISOString())).toEqual(['2031-06-10T11:10:00.000Z']);
    await phoneOf('lead-00019', '+919800000019');
    await world.settings("hours_from = '10:00'");
  });

  it.each([
    { status: 429, what: 'too many at a time' },
    { status: 503, what: 'out of order' },
  ])('TRUST-R8 what a provider refuses as $what after a stop is not tried again', async ({ status }) => {
    const id = await world.campaign(kind);
    let stopped: Promise<Row> | undefined;
    meanwhile = () => (stopped ??= move(id, 'stopped'));
    provider.answer = () => ({ status, body: {} });
    await world.start(kind, id);
    await world.done();
    expect(await world.states(id)).toEqual({ stopped: 20 });
    expect(await world.totals(kind, id)).toMatchObject({ audience: 20, waiting: 0, held: 20, sent: 0 });
    await world.wake();
    expect(await stateOf(id)).toBe('stopped');
  });

  it('nothing is sent to a number that was removed from its lead', async () => {
    provider.heard.length = 0;
    const id = await world.campaign(kind, { throttle: 5 });
    await world.start(kind, id);
    await world.done();
    await phoneOf('lead-00019', null);
    for (let turns = 0; turns < 4; turns += 1) {
      world.test.clock.add(61);
      await world.wake();
    }
    expect(await world.states(id)).toEqual({ sent: 19, no_address: 1 });
    expect(provider.heard.filter(({ text }) => text.includes('919800000019'))).toEqual([]);
    await phoneOf('lead-00019', '+919800000019');
  });

  it('whoever resumes it or decides about it, it goes to the leads of the person who started it', async () => {
    const manager = await signIn(world.test, 'manager@northstar.example');
    const asManager = (path: string, body: Row) => call(world.test, manager, 'POST', `${kind}/${path}`, body);
    const id = await world.campaign(kind, { repeat: 'daily', throttle: 10 });
    await world.ask('POST', `${kind}/${id}/start`, { schedule_at: new Date(noon.getTime() + 60_000).toISOString() });
    world.test.clock.add(61);
    let lost = 0;
    provider.answer = () => (++lost === 1 ? { status: 502, body: {} } : { body: { type: 'success', message: 'taken' } });
    await world.wake();
    expect((await asManager(`${id}/move`, { to: 'paused' })).code).toBe(200);
    expect((await asManager(`${id}/move`, { to: 'sending' })).code).toBe(200);
    world.test.clock.add(61);
    for (let turns = 0; turns < 2; turns += 1) await world.wake();
    expect((await asManager(`${id}/decide`, { as: 'again' })).code).toBe(200);
    for (let turns = 0; turns < 2; turns += 1) await world.wake();
    expect([await stateOf(id), await world.states(id)]).toEqual(['scheduled', { sent: 20 }]);
    await edit(
      world.test,
      world.tenant,
      `update sms_campaigns set schedule_at = schedule_at - interval '1 day' where id = '${id}'`,
    );
    await world.wake();
    const runs = await world.rows(`select run, count(*)::int as n from outbox_messages where campaign_id = '${id}' group by 1`);
    expect(runs.toSorted((a, b) => Number(a['run']) - Number(b['run']))).toMatchObject([{ n: 20 }, { n: 20 }]);
    await move(id, 'stopped');
  });

  it('a test and a single message leave as the template is registered, under the sender that was chosen', async () => {
    const registered = `dlt_entity_id = '110137428', dlt_template_id = '1107162840'`;
    await edit(world.test, world.tenant, `update sms_templates set ${registered} where id = 'sms'`);
    const id = await world.campaign(kind, { sender_id: 'CHOSEN' });
    const last = (): unknown => JSON.parse(provider.heard.at(-1)?.text ?? '{}');
    await world.ask('POST', `${kind}/${id}/test`, { to: '9820012345' });
    await world.done();
    expect(last()).toMatchObject({ sender: 'CHOSEN', DLT_TE_ID: '1107162840', sms: [{ to: ['919820012345'] }] });
    for (const [path, body] of [
      ['template-tests', { channel: 'sms', template_id: 'sms', to: '9820012345' }],
      ['leads/lead-00001/messages', { channel: 'sms', template_id: 'sms' }],
    ] as const) {
      provider.heard.length = 0;
      expect((await world.ask('POST', path, body)).code).toBe(200);
      await world.done();
      expect([path, last()]).toMatchObject([path, { sender: 'NRTHST', DLT_TE_ID: '1107162840' }]);
    }
  });

  it('a test shows of a lead what its sender can see', async () => {
    const rules = (field_rules: Row[]) => world.ask('PATCH', 'res/users-roles/2', { field_rules });
    const masked = await rules([{ resource: 'leads', field: 'phone', rule: 'masked' }]);
    expect([masked.code, masked['message']]).toEqual([200, masked['message']]);
    await edit(world.test, world.tenant, `update sms_templates set body = 'Call {{phone}}' where id = 'sms'`);
    const email = 'outsider@northstar.example';
    await edit(world.test, world.tenant, `update users set role = 2 where email = '${email}'`);
    await edit(world.test, world.tenant, `update leads set user_id = '${world.test.fixture.users[email]!}'`);
    const id = await world.campaign(kind);
    const manager = await signIn(world.test, email);
    provider.heard.length = 0;
    expect((await call(world.test, manager, 'POST', `${kind}/${id}/test`, { to: '9820012345' })).code).toBe(200);
    await world.done();
    expect(provider.heard.at(-1)?.text).toContain('Call ');
    expect(provider.heard.at(-1)?.text).not.toContain('+9198');
    await rules([]);
    await edit(world.test, world.tenant, `update sms_templates set body = 'Dear {{name}}' where id = 'sms'`);
  });
});
