import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, newBrowser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import type { TestStore } from '../support/database';
import { reportsOf } from './twilio-reports';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { account, token, TwilioStandIn } from './twilio-stand-in';

type Row = Record<string, unknown>;
const twilio = new TwilioStandIn();
const { asked } = twilio;
let world: DialWorld;
beforeAll(() => twilio.start());
afterAll(() => twilio.stop());
async function begin(store: TestStore): Promise<void> {
  world = await makeDialWorld(store);
  await twilio.serve(world);
}

const { addressOf, signature, tell } = reportsOf(() => world, token);
const stored = (id: string): Promise<Row> => world.row('calls', id);
const dial = async (): Promise<string> => {
  asked.length = 0;
  const lead = await world.makeLead();
  const answer = await world.post(world.counsellor, 'dialer/call', { lead_id: lead });
  expect(answer).toMatchObject({ code: 200 });
  return String((answer['data'] as Row)['call_id']);
};
describe.each(await reachableDatabases())('calls by Twilio, $name', ({ fresh }) => {
  beforeAll(async () => begin(await fresh()));
  afterAll(() => world.test.close());

  it('ring the agent first and then the lead, recorded, with status reports to an address of this call', async () => {
    const id = await dial();
    const { sid } = twilio;
    const [request] = asked;
    expect(request!.path).toBe('Calls.json');
    expect(request!.authorization).toBe(`Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`);
    expect(Object.fromEntries(request!.form)).toMatchObject({
      To: '+919000000001',
      From: '+918035551234',
      StatusCallback: addressOf(id, 'agent'),
    });
    expect(request!.form.getAll('StatusCallbackEvent')).toEqual(['answered', 'completed']);
    const markup = request!.form.get('Twiml')!;
    expect(markup).toContain(`>${id}</Conference>`);
    expect(markup).toContain(`statusCallback="${addressOf(id, 'room').replaceAll('&', '&amp;')}"`);
    expect(await stored(id)).toMatchObject({ state: 'ringing', provider_call_id: sid, virtual_number: '+918035551234' });
    expect(asked).toHaveLength(1); // the lead is called once the agent has picked up, however often that is reported
    for (let times = 0; times < 2; times++) await tell(id, 'agent', { CallSid: sid, CallStatus: 'in-progress' });
    await world.work();
    await tell(id, 'agent', { CallSid: sid, CallStatus: 'in-progress' });
    await world.work();
    expect(asked).toHaveLength(2);
    expect(twilio.last()).toMatchObject({
      path: `Conferences/${id}/Participants.json`,
      form: { To: String((await stored(id))['phone']), From: '+918035551234', StatusCallback: addressOf(id, 'lead') },
    });
    expect(await stored(id)).toMatchObject({ other_line: twilio.sid, conference_id: twilio.conference });

    expect((await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' })).code).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'completed', CallDuration: '33' });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'ringing' }); // arrives late and out of order
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'completed' });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome: 'answered', talk_s: 33 });

    const recording = {
      RecordingStatus: 'completed',
      RecordingUrl: `${twilio.base}/2010-04-01/Accounts/${account}/Recordings/RE1`,
    };
    await tell(id, 'recording', recording);
    await tell(id, 'recording', recording);
    await world.work();
    expect(asked.filter(({ path }) => path.endsWith('RE1.mp3'))).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ recording_url: expect.stringMatching(/^files\//) });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  });

  it('are hung up at the provider', async () => {
    const id = await dial();
    expect(await world.post(world.counsellor, 'dialer/hangup', { call_id: id })).toMatchObject({ code: 200 });
    expect(twilio.last()).toEqual({ path: `Calls/${twilio.sid}.json`, form: { Status: 'completed' } });
  });

  it.each([
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
    ['canceled', 'no_answer'],
    ['failed', 'unreachable'],
  ])('that end with %s are %s', async (status, outcome) => {
    const id = await dial();
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: status });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome, talk_s: 0 });
    await world.work(); // the agent is not left alone on the line
    expect(twilio.last()).toEqual({ path: `Calls/${twilio.sid}.json`, form: { Status: 'completed' } });
  });

  it('that the provider refuses are over, do not count as an attempt, and do not show the provider’s text', async () => {
    const list = await world.list({ daily_attempts: 1 });
    const lead = await world.makeLead();
    const entry = await world.queue(list, lead);
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    twilio.refuse = { status: 402 };
    const answer = await world.post(world.counsellor, 'dialer/call', { entry_id: entry });
    twilio.refuse = undefined;
    expect(answer).toMatchObject({
      code: 503,
      message: "The phone provider refused the request (402). Please check the provider's settings.",
    });
    expect(JSON.stringify(answer)).not.toContain('secret-account');
    expect(await world.entry(entry)).toMatchObject({ attempts: 0, state: 'dialling', user_id: world.counsellor.userId });
    const [last] = await world.rows('calls', `"list_lead_id" = '${entry}'`);
    expect(last).toMatchObject({ state: 'ended', outcome: 'failed' });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 0 });
    // neither the daily attempt nor the time between two calls was used
    const again = await world.post(world.counsellor, 'dialer/call', { entry_id: entry });
    expect(again).toMatchObject({ code: 200 });
    const { call_id } = again['data'] as { call_id: string };
    await world.post(world.counsellor, 'dialer/hangup', { call_id });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 1 });
    expect(await world.entry(entry)).toMatchObject({ attempts: 1, state: 'queued' });
  });

  it('TRUST-R25 that got no reply from the provider are unknown: they count, are not repeated, and status reports settle them', async () => {
    const list = await world.list({ daily_attempts: 1 });
    const lead = await world.makeLead();
    const entry = await world.queue(list, lead);
    await world.get(world.counsellor, `dialer/next?list_id=${list}`);
    asked.length = 0;
    twilio.silent = true;
    const key = { 'idempotency-key': 'one call' };
    const dialOnce = () => call(world.test, world.counsellor, 'POST', 'dialer/call', { entry_id: entry }, key);
    const answer = await dialOnce();
    twilio.silent = false;
    expect(answer.body).toMatchObject({ code: 503, message: expect.stringContaining('did not confirm this call') });
    expect((await dialOnce()).body).toEqual(answer.body);
    const [last] = await world.rows('calls', `"list_lead_id" = '${entry}'`);
    const id = String(last!['id']);
    expect(last).toMatchObject({ state: 'ended', outcome: 'unknown' });
    expect(await world.entry(entry)).toMatchObject({ attempts: 1, state: 'queued', user_id: null });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 1 });
    expect((await world.get(world.counsellor, `dialer/next?list_id=${list}`))['data']).toBeNull();
    expect(asked).toHaveLength(1);
    // Not by hand either: it may still ring. A click on End does not settle what the provider has not reported.
    const again = await call(world.test, world.counsellor, 'POST', 'dialer/call', { lead_id: lead });
    expect(again.body).toMatchObject({
      code: 409,
      message: 'Your last call may still ring. Wait two minutes before you call again.',
    });
    await call(world.test, world.counsellor, 'POST', 'dialer/hangup', { call_id: id });
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'unknown' });
    expect(asked).toHaveLength(1);

    // It did ring: the reports carry the call's own id and the provider's id, by which it can be hung up.
    const parent = `CA${'0'.repeat(32)}`;
    await tell(id, 'agent', { CallSid: parent, CallStatus: 'in-progress' });
    expect(await stored(id)).toMatchObject({ state: 'ringing', outcome: null });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' });
    expect(await stored(id)).toMatchObject({ state: 'answered', outcome: null, ended_at: null, provider_call_id: parent });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'completed', CallDuration: '20' });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome: 'answered', talk_s: 20 });
    expect(await world.entry(entry)).toMatchObject({ attempts: 1, state: 'done' });
  });

  it('TRUST-R25 that were interrupted by a kill are unknown at the next call, and block no further calls', async () => {
    const id = await dial();
    await edit(
      world.test,
      world.tenant,
      `update calls set state = 'queued', provider_call_id = null, started_at = started_at - interval '3 minutes' where id = '${id}'`,
    );
    const next = await dial();
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'unknown' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: next });
  });

  const counted = async (id: string): Promise<Row> => {
    const { state, outcome, talk_s, lead_id } = await stored(id);
    const { dial_count, connected_count } = await world.row('leads', String(lead_id));
    return { state, outcome, talk_s, dial_count, connected_count };
  };
  it('are counted once, however often and in whatever order the reports come, also after the agent hung up', async () => {
    const id = await dial();
    for (const status of ['ringing', 'in-progress', 'in-progress', 'ringing'])
      await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: status });
    const done = { CallSid: 'CAlead', CallStatus: 'completed', CallDuration: '41' };
    await Promise.all([
      tell(id, 'lead', done),
      tell(id, 'lead', done),
      tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'completed' }),
    ]);
    const once = { state: 'wrap_up', outcome: 'answered', talk_s: 41, dial_count: 1, connected_count: 1 };
    const ended = await counted(id);
    expect(ended).toMatchObject({ ...once, talk_s: expect.any(Number) }); // the end of the agent's line may be heard first
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });

    const hungUp = await dial();
    await tell(hungUp, 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: hungUp });
    const before = await counted(hungUp);
    expect(before).toMatchObject({ state: 'wrap_up', outcome: 'answered', dial_count: 1, connected_count: 1 });
    for (const status of ['in-progress', 'busy', 'completed', 'completed'])
      expect((await tell(hungUp, 'lead', { CallSid: 'CAlead', CallStatus: status, CallDuration: '900' })).code).toBe(200);
    expect(await counted(hungUp)).toEqual(before);
    await world.post(world.counsellor, 'dialer/outcome', { call_id: hungUp, outcome: 'answered' });
    await tell(hungUp, 'lead', { CallSid: 'CAlead', CallStatus: 'no-answer' });
    expect(await counted(hungUp)).toEqual({ ...before, state: 'ended' });
  });

  it('count as an attempt when the agent’s line is the first that is reported to have ended', async () => {
    const id = await dial();
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'completed' });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'completed', CallDuration: '41' });
    expect(await counted(id)).toMatchObject({ state: 'wrap_up', outcome: 'answered', dial_count: 1, connected_count: 1 });
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  });

  it('whose end is reported before the answer, or alone, were answered for as long as the report says', async () => {
    const id = await dial();
    world.test.clock.add(60);
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'completed', CallDuration: '45' });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' });
    expect(await counted(id)).toEqual({ state: 'wrap_up', outcome: 'answered', talk_s: 45, dial_count: 1, connected_count: 1 });
    const { answered_at, ended_at } = await stored(id);
    expect(Date.parse(String(ended_at)) - Date.parse(String(answered_at))).toBe(45_000);
    await world.post(world.counsellor, 'dialer/outcome', { call_id: id, outcome: 'answered' });
  });

  it('are known by their report before the provider has answered; a report of no call is thanked for and stores nothing', async () => {
    const id = await dial();
    await edit(world.test, world.tenant, `update calls set state = 'queued', provider_call_id = null where id = '${id}'`);
    const parent = `CA${'7'.repeat(32)}`;
    await tell(id, 'agent', { CallSid: parent, CallStatus: 'in-progress' });
    await tell(id, 'lead', { CallSid: 'CAlead', CallStatus: 'ringing' });
    expect(await stored(id)).toMatchObject({ state: 'ringing', provider_call_id: parent });
    const before = await world.rows('calls', 'true');
    const early = await tell('01EARLY0000000000000000000', 'lead', { CallSid: 'CAlead', CallStatus: 'in-progress' });
    expect(early.code).toBe(200);
    expect(await world.rows('calls', 'true')).toEqual(before);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
  });

  it('ignore reports that are forged, for another address or another tenant; a recording from elsewhere is not fetched', async () => {
    const id = await dial();
    const form = { CallSid: 'CAlead', CallStatus: 'in-progress' };
    const forged = [
      tell(id, 'lead', form, 'bm90IGl0'),
      tell(id, 'lead', form, signature(addressOf(id, 'lead'), form, 'another-token')),
      tell(id, 'lead', form, signature(addressOf(id, 'agent'), form)),
      tell(id, 'lead', { ...form, CallStatus: 'completed' }, signature(addressOf(id, 'lead'), form)),
      call(world.test, newBrowser(), 'POST', `dialer/webhook/${world.test.fixture.tenants.lakeview}?call=${id}&leg=lead`, form),
      call(world.test, newBrowser(), 'POST', `dialer/webhook/nobody?call=${id}&leg=lead`, form),
    ];
    expect((await Promise.all(forged)).map(({ code }) => code)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await stored(id)).toMatchObject({ state: 'ringing' });
    const elsewhere = { RecordingStatus: 'completed', RecordingUrl: 'http://169.254.169.254/latest' };
    expect((await tell(id, 'recording', elsewhere)).code).toBe(200);
    await expect(world.work()).rejects.toThrow(/does not belong to the provider/);
    expect(await stored(id)).toMatchObject({ recording_url: null });
    expect(
      (
        await call(world.test, newBrowser(), 'POST', 'users/signin', 'email=a', {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).code,
    ).toBe(415);
  });
});
