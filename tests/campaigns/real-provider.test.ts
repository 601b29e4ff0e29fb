import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { edit } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';
import { campaignWorld, noon, type CampaignWorld } from './campaign-world';

type Row = Record<string, unknown>;
const kind = 'sms-campaigns';

/** What happens to a campaign when its provider, its credit or another campaign changes under it. */
describe.each(await reachableDatabases())('a campaign through a real provider on $name', ({ fresh }) => {
  let world: CampaignWorld;
  let provider: Recorder;
  let row: Row;
  beforeAll(async () => {
    provider = await startRecorder();
    world = await campaignWorld(await fresh(), 100);
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`] }) });
    const settings = { endpoint: provider.url, account: 'AC1', sender: 'NRTHST' };
    const draft = { channel: 'sms', provider: 'twilio', status: 1, settings, credentials: { secret: 'token' } };
    row = await world.ask('POST', 'res/provider-settings', draft);
    row = await world.ask('GET', `res/provider-settings/${String(row['id'])}`);
  });
  afterAll(async () => {
    await world.test.close();
    await provider.close();
  });
  afterEach(async () => {
    await world.clean();
    await switched('on');
  });

  let sids = 0;
  const accepts = (): { status: number; body: unknown } => ({ status: 201, body: { sid: `SM${++sids}` } });
  const switched = (to: 'on' | 'off'): Promise<number> =>
    edit(world.test, world.tenant, `update provider_settings set status = ${to === 'on' ? 1 : 0} where channel = 'sms'`);
  const record = (id: string): Promise<Row> => world.ask('GET', `res/${kind}/${id}`);
  const stateOf = async (id: string): Promise<Row> =>
    (await world.rows(`select state, problem from sms_campaigns where id = '${id}'`))[0]!;
  const move = (id: string, to: string): Promise<Row> => world.ask('POST', `${kind}/${id}/move`, { to });
  /** A signed form at the provider's own address. */
  async function reports(form: Record<string, string>): Promise<number> {
    const url = String(row['report_url']);
    const text = Object.keys(form)
      .sort()
      .reduce((all, name) => all + name + form[name]!, url);
    const answer = await world.test.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', 'token').update(text).digest('base64'),
      },
    });
    return answer.statusCode;
  }

  it('pauses when its provider is switched off, and the rest leaves through another one only once a person resumes it', async () => {
    let asked = 0;
    provider.answer = () => {
      asked += 1;
      return accepts();
    };
    const id = await world.campaign(kind, { throttle: 32 });
    await world.start(kind, id);
    await world.done();
    expect(asked).toBe(32);
    expect(await record(id)).toMatchObject({ state: 'sending', sent_through: 'twilio' });
    await switched('off');
    world.test.clock.add(120);
    await world.wake();
    const problem = expect.stringContaining('no longer active') as string;
    expect(await record(id)).toMatchObject({ state: 'paused', problem, sent_through: 'twilio' });
    expect(await world.states(id)).toEqual({ sent: 32, queued: 68 });
    await move(id, 'sending');
    await world.wake();
    expect(await record(id)).toMatchObject({ sent_through: 'The simulator, which reaches no one' });
    expect(asked).toBe(32);
    await move(id, 'stopped');
  });

  it('a provider that asks for fewer messages at a time loses nobody a message, and is left alone for as long as it says', async () => {
    let turn = 0;
    provider.answer = () => (++turn % 2 ? accepts() : { status: 429, body: {} });
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await world.done();
    for (let turns = 0; turns < 40 && (await stateOf(id))['state'] === 'sending'; turns += 1) {
      const [job] = await world.rows(`select run_at from jobs where kind = 'campaign-send' and state = 'queued'`);
      if (job) expect(Date.parse(String(job['run_at']))).toBeGreaterThan(noon.getTime());
      await world.wake();
      world.test.clock.add(30);
    }
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    expect(await world.states(id)).toEqual({ sent: 100 });
    const tries = await world.rows(`select max(attempts)::int as most from outbox_messages where campaign_id = '${id}'`);
    expect(tries).toEqual([{ most: 1 }]);
  });

  it('an accepted message ends the count of waits in which none was', async () => {
    const answers = [429, 429, 201, 201];
    provider.answer = () => (answers[0] === 429 ? { status: 429, body: {} } : accepts());
    const id = await world.campaign(kind, { throttle: 10 });
    const waits = async (): Promise<unknown> =>
      (await world.rows(`select slowed from campaign_runs where campaign_id = '${id}'`))[0]!['slowed'];
    await world.start(kind, id);
    await world.done();
    expect(await waits()).toBe(1);
    answers.splice(0, 2);
    world.test.clock.add(60);
    await world.wake();
    expect([await waits(), (await stateOf(id))['state']]).toEqual([0, 'sending']);
    await move(id, 'stopped');
  });

  it('one that accepts nothing any more pauses the campaign with the reason', async () => {
    provider.answer = () => ({ status: 429, body: {} });
    const id = await world.campaign(kind);
    await world.start(kind, id);
    for (let turns = 0; turns < 40 && (await stateOf(id))['state'] !== 'paused'; turns += 1) {
      await world.wake();
      world.test.clock.add(900);
    }
    expect(await stateOf(id)).toMatchObject({ state: 'paused', problem: expect.stringContaining('quota') as string });
    world.test.clock.set(noon);
    expect(await world.states(id)).toEqual({ too_fast: 64, queued: 36 });
    await move(id, 'stopped');
  });

  it('credentials that cannot be opened pause it, and it goes on once they are entered again', async () => {
    provider.answer = accepts;
    const [stored] = await world.rows(`select credentials::text as text from provider_settings where channel = 'sms'`);
    await edit(world.test, world.tenant, `update provider_settings set credentials = '"v1.other.AAAA"' where channel = 'sms'`);
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await world.done();
    expect(await record(id)).toMatchObject({ state: 'paused', problem: expect.stringContaining('credentials') as string });
    await edit(
      world.test,
      world.tenant,
      `update provider_settings set credentials = '${String(stored!['text'])}' where channel = 'sms'`,
    );
    await move(id, 'sending');
    await world.wake();
    expect(await world.states(id)).toEqual({ sent: 100 });
  });

  it('a person who writes STOP is opted out, whatever the message’s row says by then', async () => {
    provider.answer = accepts;
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await world.done();
    const [first, second, third] = await world.ledger(id);
    const stop = (to: unknown): Promise<number> =>
      reports({ MessageSid: 'SMin', SmsStatus: 'received', From: String(to), Body: 'STOP' });
    const out = async (to: unknown): Promise<unknown> => [
      (await world.rows(`select count(*)::int as n from opt_outs where address = '${String(to)}' and deleted_at is null`))[0]![
        'n'
      ],
      (await world.rows(`select consent from leads where phone = '${String(to)}'`))[0]!['consent'],
    ];
    expect(await reports({ MessageSid: String(first!['provider_id']), MessageStatus: 'failed' })).toBe(200);
    expect(await stop(first!['to'])).toBe(200);
    expect(await out(first!['to'])).toEqual([1, { sms: false }]);
    await stop(second!['to']);
    await edit(world.test, world.tenant, `update leads set consent = '{"sms": true}'`);
    await edit(world.test, world.tenant, `delete from opt_outs`);
    await stop(second!['to']);
    expect(await out(second!['to'])).toEqual([1, { sms: false }]);
    await reports({ MessageSid: 'SMin', SmsStatus: 'received', From: String(third!['to']), Body: 'When do you open?' });
    const answered = await world.rows(
      `select count(*)::int as n from outbox_messages where "to" = '${String(third!['to'])}' and state = 'replied'`,
    );
    expect(answered).toEqual([{ n: 1 }]);
  });

  it('a report settles a message that was to be sent again, and another provider’s ids mean nothing', async () => {
    let lost = 0;
    provider.answer = () => (++lost <= 2 ? { status: 502, body: {} } : accepts());
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await world.done();
    expect(await world.states(id)).toEqual({ sent: 98, unknown: 2 });
    const [one] = await world.rows(
      `select id from outbox_messages where campaign_id = '${id}' and state = 'unknown' order by id`,
    );
    await edit(world.test, world.tenant, `update outbox_messages set provider_id = 'SMlate' where id = '${String(one!['id'])}'`);
    // It goes back to 'sending'; paused before anything leaves.
    await world.ask('POST', `${kind}/${id}/decide`, { as: 'again' });
    await move(id, 'paused');
    await edit(world.test, world.tenant, `update outbox_messages set provider = 'msg91' where id = '${String(one!['id'])}'`);
    await reports({ MessageSid: 'SMlate', MessageStatus: 'delivered' });
    expect(await world.states(id)).toEqual({ sent: 98, queued: 2 });
    await edit(world.test, world.tenant, `update outbox_messages set provider = 'twilio' where id = '${String(one!['id'])}'`);
    await reports({ MessageSid: 'SMlate', MessageStatus: 'delivered' });
    expect(await world.states(id)).toEqual({ sent: 98, delivered: 1, queued: 1 });
    const before = provider.heard.length;
    await move(id, 'sending');
    await world.wake();
    expect(provider.heard.length).toBe(before + 1);
    expect(await record(id)).toMatchObject({ state: 'sent' });
  });

  it('messages sent again leave a stopped campaign stopped and a repeated one planned, and a stop keeps them unknown', async () => {
    let turn = 0;
    provider.answer = () => (++turn <= 2 ? { status: 502, body: {} } : accepts());
    const id = await world.campaign(kind, { repeat: 'daily' });
    await world.ask('POST', `${kind}/${id}/start`, { schedule_at: new Date(noon.getTime() + 60_000).toISOString() });
    world.test.clock.add(61);
    await world.wake();
    expect(await world.states(id)).toEqual({ sent: 98, unknown: 2 });
    const planned = await record(id);
    expect(planned['state']).toBe('scheduled');
    turn = 0;
    await world.ask('POST', `${kind}/${id}/decide`, { as: 'again' });
    expect(await record(id)).toMatchObject({ state: 'sending' });
    await world.done();
    expect(await record(id)).toMatchObject({ state: 'scheduled', schedule_at: planned['schedule_at'] });
    expect(await world.states(id)).toEqual({ sent: 98, unknown: 2 });
    await world.ask('POST', `${kind}/${id}/decide`, { as: 'again' });
    await move(id, 'stopped');
    expect(await world.states(id)).toEqual({ sent: 98, unknown: 2 });
    turn = 9;
    await world.ask('POST', `${kind}/${id}/decide`, { as: 'again' });
    await world.done();
    expect(await record(id)).toMatchObject({ state: 'stopped' });
    expect(await world.states(id)).toEqual({ sent: 100 });
    // What was planned for the next day is not its own any more.
    await world.wake();
    expect(await record(id)).toMatchObject({ state: 'stopped' });
  });

  it.each([
    { what: 'the maximum number of messages per lead', values: 'cap_messages = 1', template: 'promo', most: 100 },
    { what: 'the credit', values: 'credit_sms = 90, price_sms = 1', template: 'sms', most: 90 },
  ])('two campaigns at the same time keep within $what', async ({ values, template, most }) => {
    provider.answer = accepts;
    await world.settings(values);
    await edit(world.test, world.tenant, `update outbox_messages set sent_at = null, asked_at = null, cost = null`);
    const ids = [await world.campaign(kind, { template_id: template }), await world.campaign(kind, { template_id: template })];
    for (const id of ids) await world.start(kind, id);
    await runDueJobs(world.test);
    const [sent] = await world.rows(
      `select count(*)::int as n from outbox_messages where campaign_id in ('${ids.join("', '")}') and state = 'sent'`,
    );
    expect(sent).toEqual({ n: most });
    for (const id of ids) if ((await record(id))['state'] === 'paused') await move(id, 'stopped');
    await world.settings('price_sms = null');
  });

  it('a broadcast has no time of its own: the buttons and send-broadcast plan it', async () => {
    const made = await world.ask('POST', 'lead-gen/broadcasts', {
      name: 'Later',
      channel: 'sms',
      template_id: 'sms',
      audience_id: 'all',
      schedule_at: '2031-07-01T06:00:00Z',
    });
    expect(made).toMatchObject({ code: 422, errors: [{ path: 'schedule_at' }] });
  });
});
