import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, saveStage, type World } from './lead-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('a lead that changes while people work on it, $name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    await edit(world.test, tenant(), `update tenant set vc_meetings_enabled = 1`);
    await edit(
      world.test,
      tenant(),
      `update users_roles set permissions = permissions || '[{"code":"LEADS","level":[1,2,3,4,6]}]' where role = 4`,
    );
    world.test.clock.add(61); // a session knows its rights for a minute
  });
  afterAll(() => world.test.close());

  const tenant = (): string => world.test.fixture.tenants.northstar;
  const user = (who: string): string => world.test.fixture.users[`${who}@northstar.example`]!;
  const send = (who: Browser, method: 'GET' | 'PATCH' | 'POST' | 'PUT', path: string, body?: Row): Promise<Answer> =>
    call(world.test, who, method, path, body);
  const made = async (path: string, body: Row): Promise<string> => {
    const answer = await send(world.counsellor, 'POST', path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return String(answer.body['id'] ?? (answer.body['data'] as Row)['call_id']);
  };
  const work = async (lead: string) => ({
    followUp: await made('res/follow-ups', { lead_id: lead, call_date_time: inHours(world, 4) }),
    meeting: await made('res/virtual-meetings', { lead_id: lead, user_id: user('counsellor'), starts_at: inHours(world, 24) }),
    referral: await made('res/lead-referrals', { lead_id: lead, to_user_id: user('outsider') }),
    ring: await made('dialer/sandbox-call', { lead_id: lead }),
  });
  const answers = async (lead: string, open: Awaited<ReturnType<typeof work>>): Promise<Record<string, number>> => {
    const asked: Record<string, Promise<Answer>> = {
      stage: saveStage(world, world.counsellor, lead, { stage_id: world.stages.Counselled, sub_stage: 'Course explained' }),
      message: send(world.counsellor, 'POST', `leads/${lead}/messages`, { channel: 'sms', text: 'Hello' }),
      note: send(world.counsellor, 'POST', 'res/notes', { lead_id: lead, body: 'Called' }),
      done: send(world.counsellor, 'GET', `followup/lead/mark-status/${open.followUp}`),
      tell: send(world.counsellor, 'POST', `res/virtual-meetings/${open.meeting}/tell`),
      move: send(world.counsellor, 'PATCH', `res/virtual-meetings/${open.meeting}`, { starts_at: inHours(world, 30) }),
      panel: send(world.counsellor, 'GET', `leads/${lead}/panel`),
    };
    return Object.fromEntries(await Promise.all(Object.entries(asked).map(async ([name, one]) => [name, (await one).code])));
  };

  it('of two people who save it, the second one hears which fields the first one changed', async () => {
    const lead = await world.makeLead({ city: 'Pune', state: 'Goa' });
    const shown = Number((await world.row('leads', lead))['row_version']);
    expect((await send(world.admin, 'PATCH', `res/leads/${lead}`, { city: 'Nashik', row_version: shown })).code).toBe(200);
    const late = { city: 'Mumbai', state: 'Kerala', row_version: shown };
    const refused = await send(world.counsellor, 'PATCH', `res/leads/${lead}`, late);
    expect([refused.code, refused.body.errors]).toEqual([409, [{ path: 'city', message: 'City has been changed' }]]);
    expect(await world.row('leads', lead)).toMatchObject({ city: 'Nashik', state: 'Goa' });
  });

  it('deleted: everything about it is refused, nothing is sent, and its call can be taken and ended', async () => {
    const lead = await world.makeLead({ email: 'gone@example.com' });
    const open = await work(lead);
    const before = (await world.rows('outbox_messages', `"lead_id" = '${lead}'`)).length;
    await edit(world.test, tenant(), `update leads set deleted_at = now() where id = '${lead}'`);
    const { note, tell, ...others } = await answers(lead, open);
    expect([note, tell]).toEqual([422, 409]);
    expect(new Set(Object.values(others))).toEqual(new Set([404]));
    const accept = await send(world.outsider, 'PUT', `res/lead-referrals/${open.referral}/decision`, { state: 'accepted' });
    expect(accept.code).toBe(409);
    expect((await send(world.counsellor, 'POST', 'dialer/take', { call_id: open.ring })).code).toBe(200);
    expect(await world.rows('outbox_messages', `"lead_id" = '${lead}'`)).toHaveLength(before);
  });

  it('reassigned: the former owner is refused, a pending referral ends, and follow-ups go to the new owner', async () => {
    const lead = await world.makeLead({ email: 'moved@example.com' });
    const open = await work(lead);
    const moved = { lead_ids: [lead], user_id: user('lead') };
    expect((await send(world.admin, 'POST', 'leads/re-assign', moved)).code).toBe(200);
    expect(new Set(Object.values(await answers(lead, open)))).toEqual(new Set([403]));
    expect(await world.row('lead_referrals', open.referral)).toMatchObject({ state: 'cancelled' });
    expect(await world.row('follow_ups', open.followUp)).toMatchObject({ user_id: user('lead'), state: 'pending' });
  });

  it('a colleague who leaves is waited for no more, whether asked for one lead or as its owner', async () => {
    const lead = await world.makeLead();
    const referral = await made('res/lead-referrals', { lead_id: lead, to_user_id: user('outsider') });
    expect((await send(world.admin, 'PATCH', `res/users/${user('outsider')}`, { status: 0 })).code).toBe(200);
    expect(await world.row('lead_referrals', referral)).toMatchObject({
      state: 'cancelled',
      answer_reason: 'The colleague is no longer active.',
    });
    await edit(world.test, tenant(), `update leads set user_id = '${user('outsider')}' where id = '${lead}'`);
    expect((await send(world.admin, 'GET', `leads/${lead}/panel`)).code).toBe(200);
    expect((await send(world.admin, 'POST', 'leads/re-assign', { lead_ids: [lead], user_id: user('lead') })).code).toBe(200);
    await edit(world.test, tenant(), `update users set status = 1 where id = '${user('outsider')}'`);
  });

  it.each([
    ['Devanagari', 'स्नेहा कुलकर्णी', 'कुलकर्णी'],
    ['Tamil', 'கவிதா சுப்பிரமணியன்', 'சுப்பிரமணியன்'],
  ])('a name in %s arrives, is found, is written to and is exported as it is', async (_, name, part) => {
    const lead = await world.makeLead({ name, email: `n${Math.random().toString(36).slice(2)}@example.com` });
    expect(await world.row('leads', lead)).toMatchObject({ name });
    for (const text of [part, name, part.normalize('NFD')]) {
      const found = await send(world.counsellor, 'GET', `res/leads?q=${encodeURIComponent(text)}`);
      expect(
        (JSON.parse(found.text) as Row[]).map(({ id }) => id),
        text,
      ).toContain(lead);
    }
    const text = 'नमस्ते {{name}}, வணக்கம்';
    expect((await send(world.counsellor, 'POST', `leads/${lead}/messages`, { channel: 'sms', text })).code).toBe(200);
    const [sent] = await world.rows('outbox_messages', `"lead_id" = '${lead}'`);
    expect(sent!['body']).toBe(`नमस्ते ${name}, வணக்கம்`);
    await made('res/notes', { lead_id: lead, body: `${name} बोल रहे थे`, mentions: [user('admin')] });
    expect((await send(world.counsellor, 'GET', `leads/${lead}/journey?type=note`)).text).toContain(name);
  });
});
