import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { call, edit, type Answer } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from './lead-world';
import { videoService, type VideoService } from './video-service';

describe.each(await reachableDatabases())('how a meeting went, $name', (database) => {
  let world: World;
  let service: VideoService;
  beforeAll(async () => {
    service = await videoService();
    service.answers = { status: 200, body: JSON.stringify({ link: 'https://video.example/room-1' }) };
    world = await makeWorld(await database.fresh());
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [service.at] }) });
  });
  afterAll(async () => {
    await world.test.close();
    service.close();
  });

  const tenant = (): string => world.test.fixture.tenants.northstar;
  const withEmail = (): Promise<string> => world.makeLead({ email: `sneha${Math.random().toString(36).slice(2)}@example.com` });
  const schedule = (lead_id: string, more: object = {}): Promise<Answer> => {
    const draft = { lead_id, user_id: world.counsellor.userId, title: 'Campus talk', starts_at: inHours(world, 24), ...more };
    return call(world.test, world.counsellor, 'POST', 'res/virtual-meetings', draft);
  };
  const change = (id: unknown, body: object): Promise<Answer> =>
    call(world.test, world.counsellor, 'PATCH', `res/virtual-meetings/${String(id)}`, body);
  const stored = (id: unknown) => world.row('virtual_meetings', String(id));
  /** As if its time had come. */
  const begin = (id: unknown): Promise<unknown> =>
    edit(world.test, tenant(), `update virtual_meetings set starts_at = now() - interval '1 hour' where id = '${String(id)}'`);
  const useProvider = async (): Promise<void> => {
    const settings = { endpoint: `http://${service.at}/video` };
    const credentials = { key: 'prospectus', secret: 'of the bridge' };
    const row = { channel: 'video', provider: 'http', settings, credentials };
    const made = await call(world.test, world.admin, 'POST', 'res/provider-settings', row);
    expect(made.status, made.text).toBeLessThan(300);
  };

  const report = async (payload: object, password = 'of the bridge'): Promise<unknown> => {
    const authorization = `Basic ${Buffer.from(`prospectus:${password}`).toString('base64')}`;
    const url = `/api/meetings/webhook/${tenant()}`;
    const answer = await world.test.app.inject({ method: 'POST', url, headers: { authorization }, payload });
    return answer.json()['code'];
  };

  it('the outcome is entered by hand: joined, left and recording of a meeting that was held, none of a no-show', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    const joined_at = inHours(world, -1);
    expect(await change(body['id'], { joined_at })).toMatchObject({ status: 422, body: { errors: [{ path: 'joined_at' }] } });
    await begin(body['id']);
    const held = { state: 'done', joined_at, left_at: inHours(world, -0.5), recording_link: 'https://video.example/r/1' };
    expect((await change(body['id'], { ...held, left_at: inHours(world, -2) })).body).toMatchObject({
      errors: [{ path: 'left_at' }],
    });
    expect((await change(body['id'], { ...held, left_at: inHours(world, 2) })).body).toMatchObject({
      errors: [{ path: 'left_at' }],
    });
    expect((await change(body['id'], held)).status).toBe(200);
    expect(await change(body['id'], { state: 'missed' })).toMatchObject({ status: 422, body: { errors: [{ path: 'state' }] } });
    const cleared = { state: 'missed', joined_at: null, left_at: null, recording_link: null, note: 'Nobody came' };
    expect((await change(body['id'], cleared)).status).toBe(200);
    expect(await stored(body['id'])).toMatchObject({ state: 'missed', joined_at: null, recording_link: null });
  });

  it('the video bridge reports how a meeting went; a report again or late changes nothing, and a stranger nothing at all', async () => {
    await useProvider();
    const lead = await withEmail();
    const { body } = await schedule(lead, { link_by: 'provider' });
    await runDueJobsWell(world.test);
    await begin(body['id']);
    const id = body['id'];
    const joined_at = inHours(world, -0.9);
    expect(await report({ id, joined_at }, 'guessed')).toBe(403);
    expect(await stored(id)).toMatchObject({ state: 'scheduled', joined_at: null });
    expect(await report({ id, joined_at })).toBe(200);
    expect(await report({ id, joined_at: inHours(world, -0.7), left_at: inHours(world, -0.5) })).toBe(200);
    expect(await report({ id, status: 'no_show', recording_link: 'https://video.example/r/2' })).toBe(200);
    expect(await report({ id, left_at: inHours(world, 3) })).toBe(422);
    expect(await report({ id: 'unknown' })).toBe(404);
    const now = await stored(id);
    expect(now).toMatchObject({ state: 'done', recording_link: 'https://video.example/r/2', left_at: expect.anything() });
    expect(new Date(String(now['joined_at'])).getTime()).toBe(Date.parse(joined_at));
  });

  it('the lead’s history says what a meeting was each time: its time, its host and its state', async () => {
    const lead = await withEmail();
    const at = (hours: number): string => inHours(world, hours);
    const times = { first: at(24), second: at(30), third: at(72) };
    const { body } = await schedule(lead, { starts_at: times.first });
    for (const patch of [
      { starts_at: times.second, user_id: world.lead.userId },
      { state: 'cancelled' },
      { state: 'scheduled', starts_at: times.third },
    ])
      expect((await change(body['id'], patch)).status).toBe(200);
    const answer = await call(world.test, world.counsellor, 'GET', `leads/${lead}/journey?type=meeting`);
    const entries = answer.body['data'] as Record<string, string>[];
    const told = entries
      .toSorted((a, b) => (a['at']! < b['at']! ? -1 : 1))
      .map(({ starts_at, with_name, state, moved }) => [starts_at, with_name?.split(' ')[0], state, moved]);
    expect(told).toEqual([
      [times.first, 'Counsellor', 'scheduled', false],
      [times.second, 'Lead', 'scheduled', true],
      [times.second, 'Lead', 'cancelled', false],
      [times.third, 'Lead', 'scheduled', true],
    ]);
  });

  it('a meeting of a lead that was deleted since can still be closed as held', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead);
    await begin(body['id']);
    await edit(world.test, tenant(), `update leads set deleted_at = now() where id = '${lead}'`);
    const closed = await call(world.test, world.admin, 'PATCH', `res/virtual-meetings/${String(body['id'])}`, { state: 'done' });
    expect(closed.status, closed.text).toBe(200);
  });

  it('a report of the time before a meeting was moved does not end the meeting that is still to come', async () => {
    const lead = await withEmail();
    const { body } = await schedule(lead, { link_by: 'provider' });
    await runDueJobsWell(world.test);
    const id = body['id'];
    await begin(id);
    expect((await change(id, { starts_at: inHours(world, 26) })).status).toBe(200);
    for (const late of [{ status: 'no_show' }, { joined_at: inHours(world, -0.8), left_at: inHours(world, -0.7) }])
      expect(await report({ id, ...late })).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'scheduled', joined_at: null, left_at: null });
  });
});
