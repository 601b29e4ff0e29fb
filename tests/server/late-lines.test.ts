import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { reportsOf } from './twilio-reports';
import { token, TwilioStandIn } from './twilio-stand-in';

type Row = Record<string, unknown>;
const twilio = new TwilioStandIn();
let world: DialWorld;
beforeAll(() => twilio.start());
afterAll(() => twilio.stop());
const { tell, comeIn } = reportsOf(() => world, token);
let made = 0;

describe.each(await reachableDatabases())('what happens while the provider is asked, $name', ({ fresh }) => {
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    await twilio.serve(world);
    await edit(world.test, world.tenant, `update "users" set "phone" = '+919000000002' where "id" = '${world.lead.userId}'`);
  });
  afterAll(() => world.test.close());

  const stored = (id: string): Promise<Row> => world.row('calls', id);
  const asked = (): string[] => twilio.asked.map(({ path, form }) => `${path} ${form.toString()}`);
  const post = (path: string, body: Row, who = world.counsellor): Promise<Row> => world.post(who, path, body);
  async function ringing(values: Row = {}): Promise<{ id: string; lead: string; line: string }> {
    const lead = await world.makeLead(values);
    const line = `CA${(++made + 0xdef000).toString(16).padStart(32, '0')}`;
    const From = String((await world.row('leads', lead))['phone']);
    const { text } = await comeIn({ CallSid: line, From, CallStatus: 'ringing', Direction: 'inbound' });
    return { id: /<Conference[^>]*>([^<]+)</.exec(text)![1]!, lead, line };
  }
  const conferenceEnds = (id: string) =>
    tell(id, 'room', { ConferenceSid: `CF${'2'.repeat(32)}`, StatusCallbackEvent: 'conference-end' });

  it('a caller who hangs up while the user’s telephone is called is missed, and the telephone rings no longer', async () => {
    const { id } = await ringing();
    twilio.asked.length = 0;
    twilio.meanwhile = () => conferenceEnds(id);
    expect(await post('dialer/take', { call_id: id })).toMatchObject({ code: 409, message: 'This call is over.' });
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'missed', agent_line: twilio.sid });
    await world.work();
    expect(asked().at(-1)).toBe(`Conferences/${twilio.conference}.json Status=completed`);

    // the telephone rings already, and nobody has picked it up
    const next = await ringing();
    expect(await post('dialer/take', { call_id: next.id })).toMatchObject({ code: 200 });
    await conferenceEnds(next.id);
    expect(await stored(next.id)).toMatchObject({ state: 'ended', outcome: 'missed' });
  });

  it('a user who hangs up while their own telephone, or the lead’s, is called leaves no line behind', async () => {
    const lead = await world.makeLead();
    twilio.asked.length = 0;
    const idOf = async (): Promise<string> => String((await world.rows('calls', `"lead_id" = '${lead}'`))[0]!['id']);
    twilio.meanwhile = async () => post('dialer/hangup', { call_id: await idOf() });
    await post('dialer/call', { lead_id: lead });
    await world.work();
    expect(asked().at(-1)).toBe(`Calls/${twilio.sid}.json Status=completed`);
    await post('dialer/outcome', { call_id: await idOf(), outcome: 'no_answer' });

    const other = await world.makeLead();
    const { call_id: id } = (await post('dialer/call', { lead_id: other }))['data'] as { call_id: string };
    const agent = twilio.sid;
    await tell(id, 'agent', { CallSid: agent, CallStatus: 'in-progress' });
    twilio.meanwhile = () => tell(id, 'agent', { CallSid: agent, CallStatus: 'completed' });
    await world.work();
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', other_line: twilio.sid });
    expect(asked().at(-1)).toBe(`Conferences/${twilio.conference}.json Status=completed`);
    await post('dialer/outcome', { call_id: id, outcome: 'no_answer' });
  });

  it('a call whose other side hangs up while it is handed over is over: nobody has it in progress', async () => {
    const { id } = await ringing();
    await post('dialer/take', { call_id: id });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    twilio.refuse = { status: 404, path: 'Participants' };
    twilio.meanwhile = () => conferenceEnds(id);
    expect(await post('dialer/control', { call_id: id, action: 'transfer', user_id: world.lead.userId })).toMatchObject({
      code: 503,
    });
    twilio.refuse = undefined;
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'answered' });
    expect(await world.rows('calls', `"room" = '${id}' and "id" <> '${id}'`)).toMatchObject([
      { state: 'ended', outcome: 'missed' },
    ]);
  });

  it('a call that Twilio knows no more can be hung up; a refusal of another kind leaves it', async () => {
    const { id } = await ringing();
    await post('dialer/take', { call_id: id });
    twilio.refuse = { status: 401 };
    expect(await post('dialer/hangup', { call_id: id })).toMatchObject({ code: 503 });
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    twilio.refuse = { status: 404 };
    expect(await post('dialer/hangup', { call_id: id })).toMatchObject({ code: 200 });
    twilio.refuse = undefined;
    expect(await stored(id)).toMatchObject({ state: 'ended' });
  });

  it('a second click on Hang up adds no recording of the sandbox', async () => {
    const { id } = await ringing();
    await post('dialer/take', { call_id: id });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    for (let clicks = 0; clicks < 2; clicks++) expect(await post('dialer/hangup', { call_id: id })).toMatchObject({ code: 200 });
    await world.work();
    expect(await stored(id)).toMatchObject({ state: 'ended', outcome: 'answered', recording_url: null });
  });

  it('a call of a list is no attempt when only the agent’s own telephone rang', async () => {
    const lead = await world.makeLead();
    const entry = await world.queue(await world.list({ user_ids: [world.counsellor.userId] }), lead);
    await world.get(world.counsellor, 'dialer/next');
    const { call_id: id } = (await post('dialer/call', { entry_id: entry }))['data'] as { call_id: string };
    expect(await world.entry(entry)).toMatchObject({ attempts: 1 });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'no-answer' });
    expect(await stored(id)).toMatchObject({ state: 'wrap_up', outcome: 'failed' });
    expect(await world.entry(entry)).toMatchObject({ attempts: 0, state: 'queued' });
    expect(await world.row('leads', lead)).toMatchObject({ dial_count: 0, connected_count: 0 });
    await post('dialer/outcome', { call_id: id, outcome: 'no_answer' });
  });

  it('a colleague without a telephone is not handed a call', async () => {
    const { id } = await ringing();
    await post('dialer/take', { call_id: id });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    await edit(
      world.test,
      world.tenant,
      `update "users" set "phone" = null, "extension" = '' where "id" = '${world.admin.userId}'`,
    );
    expect(await post('dialer/control', { call_id: id, action: 'transfer', user_id: world.admin.userId })).toMatchObject({
      code: 409,
      message: 'This colleague has no phone number in their profile to ring.',
    });
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    await post('dialer/hangup', { call_id: id });
  });

  it('hold is refused while mute is on the way: the mute stays', async () => {
    const { id } = await ringing();
    await post('dialer/take', { call_id: id });
    await tell(id, 'agent', { CallSid: twilio.sid, CallStatus: 'in-progress' });
    twilio.meanwhile = async () => {
      await post('dialer/control', { call_id: id, action: 'mute' });
      twilio.refuse = { status: 400, path: 'Participants' };
    };
    expect(await post('dialer/control', { call_id: id, action: 'hold' })).toMatchObject({ code: 503 });
    twilio.refuse = undefined;
    expect(await stored(id)).toMatchObject({ state: 'answered', muted: true });
    await post('dialer/hangup', { call_id: id });
  });

  it('a lead whose owner has left rings for those who take calls of unknown numbers', async () => {
    const gone = world.test.fixture.users['outsider@northstar.example'];
    const lead = await world.makeLead({}, 'outsider@northstar.example');
    await edit(world.test, world.tenant, `update "users" set "status" = 0 where "id" = '${gone}'`);
    const From = String((await world.row('leads', lead))['phone']);
    await comeIn({ CallSid: `CA${'e'.repeat(32)}`, From, CallStatus: 'ringing', Direction: 'inbound' });
    const [call] = await world.rows('calls', `"lead_id" = '${lead}'`);
    expect(call).toMatchObject({ state: 'ringing', offered_user_ids: [world.admin.userId] });
  });
});
