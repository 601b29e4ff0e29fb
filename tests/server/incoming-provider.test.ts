import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTwilioSigned } from '../../server/channels/twilio-reports';
import { remindAll } from '../../server/live/reminders';
import { edit, type Answer } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { reportsOf } from './twilio-reports';
import { token, TwilioStandIn } from './twilio-stand-in';

type Row = Record<string, unknown>;
const twilio = new TwilioStandIn();
let world: DialWorld;
beforeAll(() => twilio.start());
afterAll(() => twilio.stop());
const { tell, signature, comeIn } = reportsOf(() => world, token);
let made = 0;
const newLine = (): string => `CA${(++made + 0xabc000).toString(16).padStart(32, '0')}`;
const coming = (from: string, line = newLine()) => ({
  CallSid: line,
  AccountSid: 'AC1',
  From: from,
  To: '+918035551234',
  CallStatus: 'ringing',
  Direction: 'inbound',
});
const roomOf = ({ text }: Answer): string => /<Conference[^>]*>([^<]+)<\/Conference>/.exec(text)?.[1] ?? text;
const stored = (id: string): Promise<Row> => world.row('calls', id);

it('signatures are those of the published example', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const form = { CallSid: 'CA1234567890ABCDE', Caller: '+12349013030', Digits: '1234', From: '+12349013030', To: '+18005551212' };
  expect(isTwilioSigned(url, form, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', '12345')).toBe(true);
  expect(isTwilioSigned(url, { ...form, Digits: '1235' }, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', '12345')).toBe(false);
});

describe.each(await reachableDatabases())('calls that come in at Twilio, $name', ({ fresh }) => {
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    await twilio.serve(world);
    await edit(world.test, world.tenant, `update "users" set "phone" = '+919000000002' where "id" = '${world.lead.userId}'`);
  });
  afterAll(() => world.test.close());

  async function ringing(values: Row = {}): Promise<{ id: string; line: string; lead: string; phone: string }> {
    const lead = await world.makeLead(values);
    const phone = String((await world.row('leads', lead))['phone']);
    const form = coming(phone);
    return { id: roomOf(await comeIn(form)), line: form.CallSid, lead, phone };
  }
  async function talking() {
    const call = await ringing();
    expect(await world.post(world.counsellor, 'dialer/take', { call_id: call.id })).toMatchObject({ code: 200 });
    const agent = twilio.sid;
    await tell(call.id, 'agent', { CallSid: agent, CallStatus: 'in-progress' });
    return { ...call, agent, conference: twilio.conference };
  }
  const control = (id: string, action: string, more: Row = {}, who = world.counsellor): Promise<Row> =>
    world.post(who, 'dialer/control', { call_id: id, action, ...more });

  it('ring for the owner of the lead; taken, their telephone is called into the room, where the caller waits', async () => {
    const { id, line, lead, phone } = await ringing();
    expect(await stored(id)).toMatchObject({
      state: 'ringing',
      direction: 'inbound',
      lead_id: lead,
      phone,
      virtual_number: '+918035551234',
      user_id: world.counsellor.userId,
      provider_call_id: line,
    });
    twilio.asked.length = 0;
    const taken = await Promise.all([1, 2].map(() => world.post(world.counsellor, 'dialer/take', { call_id: id })));
    expect(taken.map((one) => one['code']).sort()).toEqual([200, 409]);
    expect(twilio.asked).toHaveLength(1);
    expect(twilio.last()).toMatchObject({
      path: `Conferences/${id}/Participants.json`,
      form: { To: '+919000000001', From: '+918035551234', EndConferenceOnExit: 'true' },
    });
    const telephone = twilio.sid;
    expect(await stored(id)).toMatchObject({
      state: 'answered',
      answered_at: null,
      agent_line: telephone,
      conference_id: twilio.conference,
    });
    expect(await world.row('leads', lead)).toMatchObject({ connected_count: 0 });
    await tell(id, 'agent', { CallSid: telephone, CallStatus: 'in-progress' });
    expect(await stored(id)).toMatchObject({ state: 'answered', answered_at: expect.anything() });
    expect(await world.row('leads', lead)).toMatchObject({ connected_count: 1 });
    await tell(id, 'room', { ConferenceSid: twilio.conference, StatusCallbackEvent: 'conference-end' });
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'answered' });
  });

  it('come once, however often Twilio asks; a call that is over is not rung again, forged ones are refused', async () => {
    const lead = await world.makeLead();
    const form = coming(String((await world.row('leads', lead))['phone']));
    const answers = await Promise.all([comeIn(form), comeIn(form), comeIn(form)]);
    expect(new Set(answers.map(roomOf)).size).toBe(1);
    expect(answers[0]!.text).toContain('<Conference');
    const rows = async (): Promise<Row[]> => world.rows('calls', `"provider_call_id" = '${form.CallSid}'`);
    expect(await rows()).toHaveLength(1);
    await world.post(world.counsellor, 'dialer/hangup', { call_id: roomOf(answers[0]!) });
    expect(await stored(roomOf(answers[0]!))).toMatchObject({ state: 'ended', outcome: 'rejected' });
    expect(twilio.last()).toMatchObject({ path: `Calls/${form.CallSid}.json`, form: { Status: 'completed' } });
    expect((await comeIn(form)).text).toContain('<Hangup/>');
    expect(await rows()).toHaveLength(1);
    const other = coming('+919822055555');
    const forged = [
      await comeIn(other, 'bm90IGl0'),
      await comeIn(
        { ...other, From: '+919822066666' },
        signature(`http://127.0.0.1:3000/api/dialer/incoming/${world.tenant}`, other),
      ),
    ];
    expect(forged.map(({ code }) => code)).toEqual([403, 403]);
    expect(await world.rows('calls', `"provider_call_id" = '${other.CallSid}'`)).toEqual([]);
    expect((await comeIn({ ...other, CallStatus: 'completed' })).text).toContain('<Hangup/>');
  });

  it('of an unknown number ring for the callers of a list that takes them, until one has taken or all have rejected it', async () => {
    const list = await world.list({ user_ids: [world.counsellor.userId, world.lead.userId], takes_incoming: true });
    const id = roomOf(await comeIn(coming('+919811122233')));
    expect(await stored(id)).toMatchObject({ user_id: null, lead_id: null, phone: '+919811122233' });
    expect((await world.post(world.counsellor, 'dialer/take', { call_id: id }))['code']).toBe(200);
    expect(await world.post(world.lead, 'dialer/take', { call_id: id })).toMatchObject({
      code: 409,
      message: 'A colleague has taken this call.',
    });
    expect(await stored(id)).toMatchObject({ user_id: world.counsellor.userId, state: 'answered' });

    const second = roomOf(await comeIn(coming('+919811122234')));
    twilio.asked.length = 0;
    await world.post(world.counsellor, 'dialer/hangup', { call_id: second });
    expect(await stored(second)).toMatchObject({ state: 'ringing' });
    expect(twilio.asked).toEqual([]);
    expect(await world.post(world.counsellor, 'dialer/take', { call_id: second })).toMatchObject({ code: 404 });
    await world.post(world.lead, 'dialer/hangup', { call_id: second });
    expect(await stored(second)).toMatchObject({ state: 'ended', outcome: 'rejected' });
    expect(twilio.last()).toMatchObject({ form: { Status: 'completed' } });
    await edit(world.test, world.tenant, `update "dialer_lists" set "status" = 0 where "key" = '${list}'`);
    // a withheld number, and no list: the administrators
    expect(await stored(roomOf(await comeIn(coming('anonymous'))))).toMatchObject({ phone: null, user_id: world.admin.userId });
  });

  it('of a number that several leads have belong to none yet, and ring for their owners; of an absent owner for the list', async () => {
    const phone = '+919811199999';
    await world.makeLead({ phone });
    await world.makeLead({ alternate_phone: phone }, 'lead@northstar.example');
    const id = roomOf(await comeIn(coming(phone)));
    const { lead_id, offered_user_ids } = await stored(id);
    expect([lead_id, (offered_user_ids as string[]).sort()]).toEqual([null, [world.counsellor.userId, world.lead.userId].sort()]);
    await edit(world.test, world.tenant, `update "users" set "user_status" = 1 where "id" = '${world.counsellor.userId}'`);
    const lead = await world.makeLead();
    await world.queue(await world.list({ user_ids: [world.lead.userId] }), lead);
    const away = roomOf(await comeIn(coming(String((await world.row('leads', lead))['phone']))));
    expect(await stored(away)).toMatchObject({ user_id: world.lead.userId, lead_id: lead });
    await edit(world.test, world.tenant, `update "users" set "user_status" = 0 where "id" = '${world.counsellor.userId}'`);
  });

  it('that nobody takes are missed: their users are told once, the lead shows it, and Twilio ends the waiting', async () => {
    const { id, line, lead } = await ringing();
    twilio.asked.length = 0;
    world.test.clock.add(61);
    for (let times = 0; times < 2; times++) await remindAll(world.test.services);
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'missed' });
    await world.work(10);
    // Calls of the tests before may be missed with it.
    expect(twilio.asked.map(({ path, form }) => `${path} ${form}`)).toContain(`Calls/${line}.json Status=completed`);
    const told = await world.rows('notifications', `"once" = 'missed:${id}'`);
    expect(told).toMatchObject([{ user_id: world.counsellor.userId }]);
    const history = (await world.get(world.counsellor, `leads/${lead}/journey?type=call`))['data'] as Row[];
    expect(history).toMatchObject([{ kind: 'call', outcome: 'missed', direction: 'inbound' }]);

    // the caller hangs up while it rings
    const second = await ringing();
    await tell(second.id, 'room', { ConferenceSid: `CF${'1'.repeat(32)}`, StatusCallbackEvent: 'conference-end' });
    expect(await stored(second.id)).toMatchObject({ state: 'ended', outcome: 'missed' });
  });

  it('that a telephone does not pick up are missed, and one that Twilio refuses to call rings on', async () => {
    const call = await ringing();
    expect(await world.post(world.counsellor, 'dialer/take', { call_id: call.id })).toMatchObject({ code: 200 });
    await tell(call.id, 'agent', { CallSid: twilio.sid, CallStatus: 'no-answer' });
    expect(await stored(call.id)).toMatchObject({ state: 'ended', outcome: 'missed', answered_at: null });
    expect(await world.row('leads', call.lead)).toMatchObject({ connected_count: 0, last_act_at: null });
    const { callbacks } = (await world.get(world.counsellor, 'dialer/desk'))['data'] as { callbacks: Row[] };
    expect(callbacks).toContainEqual(expect.objectContaining({ call_id: call.id, lead_id: call.lead }));
    const other = await ringing();
    twilio.refuse = { status: 400, path: 'Participants' };
    expect(await world.post(world.counsellor, 'dialer/take', { call_id: other.id })).toMatchObject({ code: 503 });
    twilio.refuse = undefined;
    expect(await stored(other.id)).toMatchObject({ state: 'ringing', agent_line: null });
    expect(await world.post(world.counsellor, 'dialer/take', { call_id: other.id })).toMatchObject({ code: 200 });
  });

  it('TRUST-R25 are held, muted and given tones by the participants of the conference; a refusal is taken back', async () => {
    const { id, line, agent, conference } = await talking();
    const participant = (of: string): string => `Conferences/${conference}/Participants/${of}.json`;
    for (const [action, of, form, state] of [
      ['hold', line, { Hold: 'true' }, { state: 'on_hold' }],
      ['resume', line, { Hold: 'false' }, { state: 'answered' }],
      ['mute', agent, { Muted: 'true' }, { muted: true }],
      ['unmute', agent, { Muted: 'false' }, { muted: false }],
    ] as const) {
      expect(await control(id, action)).toMatchObject({ code: 200 });
      expect(twilio.last()).toEqual({ path: participant(of), form });
      expect(await stored(id)).toMatchObject(state);
    }
    expect(await control(id, 'keypad', { digits: '12#' })).toMatchObject({ code: 200 });
    const { path, form } = twilio.last();
    expect(path).toBe(participant(line));
    // Twilio asks there for the tones, signed like a report
    const address = form['AnnounceUrl']!;
    const asks = await tell(id, 'digits&keys=12%23', { CallSid: line }, signature(address, { CallSid: line }));
    expect(asks.text).toContain('<Play digits="12#"/>');
    expect((await tell(id, 'digits&keys=99', { CallSid: line }, signature(address, { CallSid: line }))).code).toBe(403);

    twilio.refuse = { status: 404, path: 'Participants' };
    expect(await control(id, 'hold')).toMatchObject({ code: 503 });
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    expect(await control(id, 'transfer', { user_id: world.lead.userId })).toMatchObject({ code: 503 });
    expect(await stored(id)).toMatchObject({ state: 'answered', ended_at: null });
    const [refused] = await world.rows('calls', `"user_id" = '${world.lead.userId}' and "outcome" = 'failed'`);
    expect(refused).toMatchObject({ state: 'ended' });
    twilio.refuse = undefined;
    expect(await control(id, 'hold', {}, world.lead)).toMatchObject({ code: 404 });
    await world.post(world.counsellor, 'dialer/hangup', { call_id: id });
    expect(twilio.last()).toEqual({ path: `Conferences/${conference}.json`, form: { Status: 'completed' } });
  });

  it('are transferred: the caller waits on hold, the agent’s line ends without ending the call, the colleague’s is called in', async () => {
    const { id, line, agent, conference, lead } = await talking();
    twilio.asked.length = 0;
    expect(await control(id, 'transfer', { user_id: world.lead.userId })).toMatchObject({ code: 200 });
    expect(twilio.asked.map(({ path, form }) => [path, form.toString()])).toEqual([
      [`Conferences/${conference}/Participants/${line}.json`, 'Hold=true'],
      [`Conferences/${conference}/Participants/${agent}.json`, 'EndConferenceOnExit=false'],
      [`Calls/${agent}.json`, 'Status=completed'],
    ]);
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'answered' });
    await tell(id, 'agent', { CallSid: agent, CallStatus: 'completed' });
    const [next] = await world.rows('calls', `"room" = '${id}' and "id" <> '${id}'`);
    expect(next).toMatchObject({ state: 'ringing', user_id: world.lead.userId, lead_id: lead, other_line: line });
    const theirs = String(next!['id']);
    twilio.asked.length = 0;
    expect(await world.post(world.lead, 'dialer/take', { call_id: theirs })).toMatchObject({ code: 200 });
    expect(twilio.asked.map(({ path, form }) => [path, form.get('To') ?? form.toString()])).toEqual([
      [`Conferences/${id}/Participants.json`, '+919000000002'],
      [`Conferences/${conference}/Participants/${line}.json`, 'Hold=false'],
    ]);
    expect(await stored(theirs)).toMatchObject({ state: 'answered', conference_id: conference });
    await tell(theirs, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    await tell(id, 'room', { ConferenceSid: conference, StatusCallbackEvent: 'conference-end' });
    expect(await stored(theirs)).toMatchObject({ state: 'ended', outcome: 'answered' });
  });

  it('are recorded from the room, and fetched once', async () => {
    const { id } = await talking();
    const recording = {
      RecordingStatus: 'completed',
      RecordingUrl: `${twilio.base}/2010-04-01/Accounts/AC0123456789/Recordings/RE9`,
    };
    await tell(id, 'recording', recording);
    await tell(id, 'recording', recording);
    await world.work();
    expect(await stored(id)).toMatchObject({ recording_url: expect.stringMatching(/^files\//) });
    expect(twilio.asked.filter(({ path }) => path.endsWith('RE9.mp3'))).toHaveLength(1);
  });
});
