import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { call, edit, type Answer, type Browser } from '../support/app';
import { remindAll } from '../../server/live/reminders';
import { runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from './lead-world';
import { videoService, type VideoService } from './video-service';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('meetings with a lead, $name', (database) => {
  let world: World;
  let service: VideoService;
  beforeAll(async () => {
    service = await videoService();
    world = await makeWorld(await database.fresh());
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [service.at] }) });
  });
  beforeEach(async () => {
    service.asked = [];
    service.answers = { status: 200, body: JSON.stringify({ link: 'https://video.example/room-1' }) };
    await edit(world.test, tenant(), `update provider_settings set status = 0 where channel = 'video'`);
  });
  afterAll(async () => {
    await world.test.close();
    service.close();
  });

  const withEmail = (): Promise<string> => world.makeLead({ email: `sneha${Math.random().toString(36).slice(2)}@example.com` });
  const schedule = (lead: string, more: Row = {}, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'POST', 'res/virtual-meetings', {
      lead_id: lead,
      user_id: world.counsellor.userId,
      title: 'Campus talk',
      starts_at: inHours(world, 24),
      ...more,
    });
  const change = (id: unknown, body: Row, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'PATCH', `res/virtual-meetings/${String(id)}`, body);
  const act = (id: unknown, action: 'tell' | 'link', who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'POST', `res/virtual-meetings/${String(id)}/${action}`);
  const stored = (id: unknown): Promise<Row> => world.row('virtual_meetings', String(id));
  const tenant = (): string => world.test.fixture.tenants.northstar;
  const mails = async (lead: string): Promise<Row[]> => {
    const { email } = await world.row('leads', lead);
    return world.rows('outbox_messages', `"to" = '${String(email)}' order by "created_at", "id"`);
  };
  /** As if its time had come. */
  const begin = (id: unknown): Promise<unknown> =>
    edit(world.test, tenant(), `update virtual_meetings set starts_at = now() - interval '1 hour' where id = '${String(id)}'`);
  const useProvider = async (provider: 'http' | 'sandbox'): Promise<void> => {
    const turnOn = `update provider_settings set status = 1 where channel = 'video' and provider = '${provider}'`;
    if (await edit(world.test, tenant(), turnOn)) return;
    const made = await call(world.test, world.admin, 'POST', 'res/provider-settings', {
      channel: 'video',
      provider,
      settings: { endpoint: `http://${service.at}/video` },
      credentials: { key: 'prospectus', secret: 'of the bridge' },
    });
    if (made.status >= 300) throw new Error(made.text);
  };

  it('ROUTE-023 a meeting is scheduled with the link that was typed, and the lead is emailed it', async () => {
    const lead = await withEmail();
    const made = await schedule(lead, { link: 'https://meet.example/abc', state: 'done' });
    expect(made.code).toBe(200);
    expect(await stored(made.body['id'])).toMatchObject({ state: 'scheduled', link_state: null, told_at: expect.anything() });
    expect(await mails(lead)).toMatchObject([
      { subject: expect.stringMatching(/^Campus talk: /), body: expect.stringContaining('Join here: https://meet.example/abc') },
    ]);
    expect(service.asked).toEqual([]);
  });

  it('the platform is stored and named in the email, that of the link where none was chosen; an unknown one is refused', async () => {
    const lead = await withEmail();
    const made = await schedule(lead, { platform: 'microsoft_teams', link: 'https://meet.example/abc' });
    expect(await stored(made.body['id'])).toMatchObject({ platform: 'microsoft_teams' });
    await schedule(lead, { link: 'https://meet.google.com/abc-defg-hij' });
    await schedule(lead, { platform: 'phone' });
    const said = (await mails(lead)).map(({ body }) => / (on|by) \D*(?= is on)/.exec(String(body))?.[0]);
    expect(said.toSorted()).toEqual([' by phone', ' on Google Meet', ' on Microsoft Teams']);
    const refused = await schedule(lead, { platform: 'fax' });
    expect([refused.code, JSON.stringify(refused.body['errors'])]).toEqual([422, expect.stringContaining('platform')]);
  });

  it('the lead is not emailed where the box is not ticked, or the lead does not want emails', async () => {
    const lead = await withEmail();
    await schedule(lead, { tell_lead: false });
    await call(world.test, world.admin, 'PATCH', `res/leads/${lead}`, { do_not_disturb: true });
    const made = await schedule(lead);
    expect(made.code).toBe(200);
    expect((await stored(made.body['id']))['told_at']).toBe(null);
    expect(await mails(lead)).toEqual([]);
    expect(await act(made.body['id'], 'tell')).toMatchObject({
      code: 409,
      body: { message: 'The lead is marked do not disturb.' },
    });
  });

  it('a meeting that is cancelled before its link is made is announced no more', async () => {
    await useProvider('sandbox');
    const lead = await withEmail();
    const { body } = await schedule(lead, { link_by: 'provider' });
    expect((await change(body['id'], { state: 'cancelled', row_version: body['row_version'] })).code).toBe(200);
    await runDueJobsWell(world.test);
    expect(await mails(lead)).toEqual([]);
  });

  it('the link can be sent again', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead, { link: 'https://meet.example/abc' });
    expect((await act(body['id'], 'tell')).code).toBe(200);
    expect(await mails(lead)).toHaveLength(2);
  });

  it('the host is reminded once, shortly before it begins', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead, { starts_at: inHours(world, 1 / 12) });
    await schedule(lead);
    const told = (): Promise<Row[]> =>
      world.rows('notifications', `"once" like 'meeting:%' and "user_id" = '${world.counsellor.userId}'`);
    await remindAll(world.test.services);
    await remindAll(world.test.services);
    expect(await told()).toMatchObject([
      { notifications: { message: expect.stringMatching(/^Your meeting with Sneha .* begins within 10 minutes$/) } },
    ]);
    await change(body['id'], { state: 'cancelled' });
  });

  it('a meeting in the past is refused', async () => {
    const lead = await withEmail();
    expect(await schedule(lead, { starts_at: inHours(world, -1) })).toMatchObject({
      code: 422,
      body: { errors: [{ path: 'starts_at' }] },
    });
  });

  it('rescheduled and cancelled, the lead is told each time; the note alone tells nobody', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    expect((await change(body['id'], { note: 'Bring the marksheet' })).status).toBe(200);
    expect(await mails(lead)).toHaveLength(1);
    expect((await change(body['id'], { starts_at: inHours(world, 48) })).status).toBe(200);
    expect((await change(body['id'], { state: 'cancelled' })).status).toBe(200);
    expect((await mails(lead)).map((mail) => mail['body'])).toEqual([
      expect.stringContaining(' is on '),
      expect.stringContaining(' is now on '),
      expect.stringContaining(' is cancelled.'),
    ]);
    expect(await act(body['id'], 'tell')).toMatchObject({ code: 409 });
  });

  it('a change of many at once tells nobody', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    const bulk = { action: 'update', ids: [body['id']], values: { duration_min: 60 } };
    const asked = await call(world.test, world.admin, 'POST', 'res/virtual-meetings/bulk', bulk);
    expect([asked.code, asked.text]).toEqual([200, expect.any(String)]);
    await runDueJobsWell(world.test);
    expect(await stored(body['id'])).toMatchObject({ duration_min: 60 });
    expect(await mails(lead)).toHaveLength(1);
  });

  it('held and missed can be said once it has begun; held counts as an act on the lead', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    expect(await change(body['id'], { state: 'done' })).toMatchObject({ code: 409 });
    const moved = await change(body['id'], { state: 'done', starts_at: inHours(world, -1) });
    expect(moved).toMatchObject({ code: 422, body: { errors: [{ path: 'starts_at' }] } });
    await begin(body['id']);
    expect((await change(body['id'], { state: 'missed' })).status).toBe(200);
    expect((await world.row('leads', lead))['last_act_type']).not.toBe('meeting');
    expect((await change(body['id'], { state: 'done' })).status).toBe(200);
    expect(await world.row('leads', lead)).toMatchObject({ last_act_type: 'meeting', last_act_at: expect.anything() });
  });

  it('a missed or cancelled meeting is scheduled again with another time; what is over changes only in note and outcome', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    const id = body['id'];
    await change(id, { state: 'cancelled' });
    expect(await change(id, { state: 'scheduled' })).toMatchObject({ code: 422, body: { errors: [{ path: 'starts_at' }] } });
    expect(await change(id, { state: 'done' })).toMatchObject({ code: 409 });
    expect((await change(id, { state: 'scheduled', starts_at: inHours(world, 30) })).status).toBe(200);
    await begin(id);
    await change(id, { state: 'missed' });
    expect(await change(id, { duration_min: 45 })).toMatchObject({ code: 409 });
    expect((await change(id, { note: 'Did not join' })).status).toBe(200);
    await change(id, { state: 'done' });
    expect(await change(id, { state: 'scheduled', starts_at: inHours(world, 31) })).toMatchObject({ code: 409 });
  });

  describe('with a video provider', () => {
    it('the meeting is written first, the provider makes the link, and then the lead is told', async () => {
      await useProvider('http');
      expect((await call(world.test, world.counsellor, 'GET', 'meeting-links')).body['data']).toEqual({ provider: 'http' });
      const lead = await withEmail();
      const { body } = await schedule(lead, { link_by: 'provider', duration_min: 45 });
      expect(await stored(body['id'])).toMatchObject({ link_state: 'asked', link: null, told_at: null });
      expect([service.asked, await mails(lead)]).toEqual([[], []]);
      await runDueJobsWell(world.test);
      expect(service.asked).toMatchObject([
        { path: `/video/meetings/${String(body['id'])}`, body: { title: 'Campus talk', minutes: 45, cancelled: false } },
      ]);
      expect(service.asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('prospectus:of the bridge').toString('base64')}`);
      expect(await stored(body['id'])).toMatchObject({ link_state: 'made', link: 'https://video.example/room-1' });
      expect(await mails(lead)).toMatchObject([{ body: expect.stringContaining('https://video.example/room-1') }]);
    });

    it('a new time and a cancellation reach the provider, each with a higher version', async () => {
      await useProvider('http');
      const { body } = await schedule(await withEmail(), { link_by: 'provider' });
      await runDueJobsWell(world.test);
      await change(body['id'], { starts_at: inHours(world, 50) });
      await runDueJobsWell(world.test);
      await change(body['id'], { state: 'cancelled' });
      await runDueJobsWell(world.test);
      expect(service.asked.map(({ body: sent }) => sent['cancelled'])).toEqual([false, false, true]);
      const versions = service.asked.map(({ body: sent }) => Number(sent['version']));
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
      expect(new Set(versions).size).toBe(3);
    });

    it.each([
      ['refuses', 400, '{}'],
      ['fails', 502, ''],
      ['answers no link', 200, '{"link":"javascript:alert(1)"}'],
    ])('a provider that %s leaves the meeting without a link, and can be asked again', async (_, status, text) => {
      await useProvider('http');
      service.answers = { status, body: text };
      const lead = await withEmail();
      const { body } = await schedule(lead, { link_by: 'provider' });
      await runDueJobsWell(world.test);
      expect(await stored(body['id'])).toMatchObject({
        state: 'scheduled',
        link_state: 'failed',
        link: null,
        link_error: expect.stringContaining('video provider'),
      });
      expect(await mails(lead)).toEqual([]);
      expect(await act(body['id'], 'tell')).toMatchObject({ code: 409 });
      service.answers = { status: 200, body: JSON.stringify({ link: 'https://video.example/room-2' }) };
      expect((await act(body['id'], 'link')).code).toBe(200);
      await runDueJobsWell(world.test);
      expect(await stored(body['id'])).toMatchObject({ link_state: 'made', link_error: null });
      expect(await mails(lead)).toHaveLength(1);
      expect(await act(body['id'], 'link')).toMatchObject({ code: 409 });
    });

    it('the sandbox makes links only where the tenant chose it, and refuses a very long meeting', async () => {
      const lead = await withEmail();
      expect(await schedule(lead, { link_by: 'provider' })).toMatchObject({ code: 422, body: { errors: [{ path: 'link_by' }] } });
      await useProvider('sandbox');
      const short = await schedule(lead, { link_by: 'provider' });
      const long = await schedule(lead, { link_by: 'provider', duration_min: 300 });
      await runDueJobsWell(world.test);
      expect(await stored(short.body['id'])).toMatchObject({
        link_state: 'made',
        link: expect.stringContaining('meet.sandbox.example'),
      });
      expect(await stored(long.body['id'])).toMatchObject({
        link_state: 'failed',
        link_error: expect.stringContaining('240 minutes'),
      });
    });
  });

  it('leads outside the row scope: no meeting is read, scheduled, changed or told', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    const before = JSON.stringify(await stored(body['id']));
    for (const [who, status] of [
      [world.outsider, 403],
      [world.foreigner, 404],
    ] as const) {
      expect((await call(world.test, who, 'GET', `res/virtual-meetings/${String(body['id'])}`)).code).toBe(status);
      expect([403, 404, 422]).toContain((await schedule(lead, { user_id: who.userId }, who)).code);
      expect((await change(body['id'], { state: 'cancelled' }, who)).code).toBe(status);
      expect((await act(body['id'], 'tell', who)).code).toBe(status);
      expect((await act(body['id'], 'link', who)).code).toBe(status);
    }
    expect(JSON.stringify(await stored(body['id']))).toBe(before);
    expect(await world.rows('virtual_meetings', `"lead_id" = '${lead}'`)).toHaveLength(1);
  });

  it('a tenant without meetings schedules and tells none', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    await edit(world.test, tenant(), `update tenant set vc_meetings_enabled = 0`);
    for (const answer of [
      await schedule(lead),
      await change(body['id'], { note: 'x' }),
      await act(body['id'], 'tell'),
      await act(body['id'], 'link'),
    ])
      expect(answer.code).toBe(403);
    await edit(world.test, tenant(), `update tenant set vc_meetings_enabled = 1`);
  });
});
