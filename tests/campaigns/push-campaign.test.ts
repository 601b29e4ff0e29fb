import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { call, edit, signIn } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';
import { campaignWorld, night, noon, type CampaignWorld } from './campaign-world';
import { decrypted } from './read-push';

type Row = Record<string, unknown>;
const kind = 'push-notifications';

describe.each(await reachableDatabases())('push notifications on $name', ({ fresh }) => {
  let world: CampaignWorld;
  let service: Recorder;
  const auth = randomBytes(16);
  const browsers = Array.from({ length: 5 }, () => {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    return pair;
  });
  beforeAll(async () => {
    service = await startRecorder();
    world = await campaignWorld(await fresh(), 3);
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${service.port}`] }) });
    for (const [i, pair] of browsers.entries()) {
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
      const draft = { endpoint: `https://push.example/${i}`, keys, ...(i < 3 ? { lead_id: `lead-0000${i + 1}` } : {}) };
      expect((await world.ask('POST', 'save-push-notification-subscriber', draft)).code).toBe(200);
    }
    await edit(
      world.test,
      world.tenant,
      `update push_subscribers set endpoint = replace(endpoint, 'https://push.example', '${service.url}')`,
    );
  });
  afterAll(async () => {
    await world.test.close();
    await service.close();
  });

  async function push(values: Row = {}): Promise<string> {
    const made = await world.ask('POST', 'push-notification', { title: 'Last date', body: 'Tomorrow', ...values });
    expect(made).toMatchObject({ code: 200 });
    return (made['data'] as { id: string }).id;
  }
  const shown = (id: string) => world.ask('GET', `res/${kind}/${id}`);
  const subscribers = (which: string): Promise<Row[]> =>
    world.rows(`select id, status from push_subscribers where ${which} order by endpoint`);

  it('goes through gate and ledger to the simulator, and every figure is counted from there', async () => {
    await world.clean();
    await edit(world.test, world.tenant, `update leads set do_not_disturb = true where id = 'lead-00002'`);
    await edit(world.test, world.tenant, `update leads set consent = '{"push": false}' where id = 'lead-00003'`);
    const id = await push();
    await world.done();
    expect(await world.states(id)).toMatchObject({ do_not_disturb: 1, opted_out: 1 });
    expect(await shown(id)).toMatchObject({
      state: 'sent',
      recipients: 5,
      totals: { audience: 5, held: 2, unknown: 0, waiting: 0 },
    });
    const [handed] = await world.rows(
      `select count(*)::int as n, max(times)::int as most from simulated_messages where channel = 'push'`,
    );
    expect(handed).toEqual({ n: 3, most: 1 });
    const list = await world.ask('GET', `${kind}/${id}/recipients?result=held`);
    expect((list['data'] as Row[]).map(({ lead_name: name, why }) => [name, why]).sort()).toEqual([
      ['Lead 2', 'Marked do not disturb'],
      ['Lead 3', 'Opted out of this channel'],
    ]);
    await world.clean();
  });

  it('reaches the chosen audience only, waits for sending hours, pauses and stops', async () => {
    await world.clean();
    const id = await push({ audience: 'all' });
    world.test.clock.set(night);
    await world.done();
    world.test.clock.set(noon);
    expect(await world.states(id)).toEqual({ outside_hours: 3 });
    const waiting = (await world.ask('GET', `${kind}/${id}/recipients?result=waiting`))['data'] as Row[];
    expect(waiting.map(({ why }) => why)).toEqual(Array.from({ length: 3 }, () => 'Waiting for sending hours: from 10:00'));
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'paused' })).toMatchObject({ code: 200 });
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'paused' })).toMatchObject({ code: 409 });
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'stopped' })).toMatchObject({
      message: 'Campaign stopped. 3 messages will not be sent.',
    });
    await world.wake();
    expect(await world.states(id)).toEqual({ stopped: 3 });
    expect(await world.ask('POST', `${kind}/${id}/start`, {})).toMatchObject({ code: 409 });
    const later = await push({ schedule_at: '2031-06-11T06:00:00Z' });
    expect(await shown(later)).toMatchObject({ state: 'scheduled', recipients: 5 });
    expect(await world.ask('POST', `${kind}/${later}/move`, { to: 'stopped' })).toMatchObject({ code: 200 });
    expect(await shown(later)).toMatchObject({ state: 'draft' });
    const counsellor = await signIn(world.test, 'counsellor@northstar.example');
    expect((await call(world.test, counsellor, 'POST', `${kind}/${later}/start`, {})).code).toBe(403);
    const foreign = await signIn(world.test, 'admin@lakeview.example');
    expect((await call(world.test, foreign, 'POST', `${kind}/${later}/start`, {})).code).toBe(404);
  });

  it('Web Push: encrypted to each browser, asked once, clicks counted, and a browser that is gone is not asked again', async () => {
    await world.clean();
    const made = await world.ask('POST', 'res/provider-settings', {
      channel: 'push',
      provider: 'webpush',
      settings: { sender: 'admissions@northstar.example' },
    });
    const provider = await world.ask('GET', `res/provider-settings/${String(made['id'])}`);
    const key = String((provider['settings'] as Row)['account']);
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    service.answer = ({ path }) => ({ status: path === '/1' ? 410 : path === '/2' ? 400 : 201, body: {} });
    const id = await push({ url: 'https://northstar.example/apply', icon: 'https://northstar.example/icon.png' });
    await world.done();
    const asked = service.heard.splice(0);
    expect(asked.map(({ path }) => path).sort()).toEqual(['/0', '/1', '/2', '/3', '/4']);
    const first = asked.find(({ path }) => path === '/0')!;
    expect(first.headers).toMatchObject({
      ttl: '86400',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(new RegExp(`^vapid t=.*, k=${key}$`)),
    });
    const said = JSON.parse(decrypted(first.bytes, browsers[0]!, auth)) as { url: string; id: string };
    expect(said).toMatchObject({ title: 'Last date', body: 'Tomorrow', icon: 'https://northstar.example/icon.png' });
    expect(await shown(id)).toMatchObject({ totals: { audience: 5, sent: 3, failed: 2, clicked: 0 } });
    expect(await subscribers('status = 0')).toHaveLength(1);
    const follow = () => world.test.app.inject({ method: 'GET', url: new URL(said.url).pathname });
    expect((await follow()).headers['location']).toBe('https://northstar.example/apply');
    await follow();
    expect(await shown(id)).toMatchObject({ totals: { audience: 5, sent: 3, clicked: 1 } });
    expect((await world.ledger(id)).find((row) => row['id'] === said.id)).toMatchObject({
      state: 'clicked',
      provider: 'webpush',
    });
    await push();
    await world.done();
    expect(service.heard.map(({ path }) => path).sort()).toEqual(['/0', '/2', '/3', '/4']);
    expect(await world.ask('GET', `res/provider-settings/${String(made['id'])}`)).toMatchObject({
      last_error: 'The push service refused the message (400).',
    });
  });
});
