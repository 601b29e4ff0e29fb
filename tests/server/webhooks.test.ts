import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { deliverDueEvents } from '../../server/webhooks/webhook-worker';
import { waits } from '../../server/webhooks/deliver';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';

/** A receiver that answers as `answer` says and stores the requests. */
let receiver: Server;
let answer: (url: string) => number | 'never' = () => 200;
let got: { url: string; headers: Record<string, unknown>; body: string }[] = [];
let test: TestApp;
let admin: Browser;
let base: string;
/** The product's own client. */
let builtIn: TestApp['services']['outbound'];
const secret = 'a-signing-secret-of-32-characters';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const url = request.url ?? '';
      got.push({ url, headers: request.headers, body });
      const status = answer(url);
      if (status !== 'never') response.writeHead(status).end('internal words of the receiver');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as { port: number };
  base = `http://127.0.0.1:${port}`;
  test = await build();
  builtIn = test.services.outbound;
  Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${port}`] }) });
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await test.close();
});
beforeEach(async () => {
  got = [];
  answer = () => 200;
  await edit(test, test.fixture.tenants.northstar, `update webhooks set status = 0`);
});

async function hook(events: readonly string[], path = '/hook'): Promise<string> {
  const made = await call(test, admin, 'POST', 'res/webhooks', {
    name: `Hook ${Math.random()}`,
    url: base + path,
    events,
    secret,
  });
  if (made.status !== 200) throw new Error(made.text);
  return (made.body as { id: string }).id;
}
async function round(): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  await deliverDueEvents(test.services, busy);
  await Promise.all(busy.values());
}
const college = async (name: string) =>
  String(((await call(test, admin, 'POST', 'res/colleges', { clg_name: name })).body as { id: number }).id);
const deliveries = async (webhook: string) =>
  (await call(test, admin, 'GET', `res/webhook-deliveries?webhook_id=${webhook}&_sort=created_at&_order=ASC`))
    .body as unknown as {
    id: string;
    event: string;
    state: string;
    attempts: number;
    answer_status: number | null;
    error: string | null;
  }[];

describe('webhooks', () => {
  it('deliver each event once, signed, and none from before they were created', async () => {
    await college('Before');
    const id = await hook(['colleges.*']);
    const key = await college('Fergusson');
    await call(test, admin, 'PATCH', `res/colleges/${key}`, { seats: 40, lead_push_key: 'secret-push-key' });
    await call(test, admin, 'DELETE', `res/colleges/${key}`);
    for (let n = 0; n < 4; n++) await round(); // the events of a record are delivered one after another
    expect(got.map((one) => one.headers['x-prospectus-event'])).toEqual([
      'colleges.created',
      'colleges.updated',
      'colleges.deleted',
    ]);
    const [created, updated] = got.map((one) => JSON.parse(one.body) as Record<string, unknown>);
    expect(created).toMatchObject({ event: 'colleges.created', record_id: key, record: { clg_name: 'Fergusson' } });
    expect(updated).toMatchObject({ old: { seats: null }, new: { seats: 40 } });
    expect(got.map((one) => one.body).join()).not.toContain('secret-push-key');
    for (const { headers, body } of got) {
      const [, t, mark] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-prospectus-signature']))!;
      expect(mark).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
      expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
    }
    expect((await deliveries(id)).map((one) => one.state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('deliver only the named events, and only of their own tenant', async () => {
    await hook(['colleges.deleted']);
    const foreign = await signIn(test, 'admin@lakeview.example');
    await call(test, foreign, 'POST', 'res/colleges', { clg_name: 'Theirs' });
    const key = await college('Wadia');
    await round();
    expect(got).toEqual([]);
    await call(test, admin, 'DELETE', `res/colleges/${key}`);
    await round();
    expect(got).toHaveLength(1);
  });

  it('TRUST-R21 are tried eight times within a day, in order for each record, and then given up', async () => {
    expect(waits).toHaveLength(7);
    expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(24 * 3600);
    answer = () => 503;
    const id = await hook(['colleges.*'], '/down');
    const key = await college('Modern');
    await call(test, admin, 'PATCH', `res/colleges/${key}`, { seats: 1 });
    const due = () =>
      edit(test, test.fixture.tenants.northstar, `update webhook_deliveries set next_at = null where state = 'queued'`).then(() =>
        edit(test, test.fixture.tenants.northstar, `update webhook_states set paused_until = null`),
      );
    for (let n = 0; n < 8; n++) {
      await round();
      await due();
    }
    const [first, second] = await deliveries(id);
    expect(first).toMatchObject({ state: 'failed', attempts: 8, answer_status: 503, error: 'The receiver returned status 503.' });
    expect(second).toMatchObject({ state: 'queued', attempts: 0 });
    expect(JSON.stringify(await deliveries(id))).not.toContain('internal words');
    answer = () => 200;
    await round();
    expect((await deliveries(id))[1]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('pause after three failures, and a slow receiver does not delay others', async () => {
    answer = (url) => (url === '/slow' ? 'never' : 200);
    const slow = await hook(['streams.*'], '/slow');
    const quick = await hook(['streams.*'], '/quick');
    for (let n = 0; n < 3; n++) await call(test, admin, 'POST', 'res/streams', { name: `Stream ${n}` });
    const busy = new Map<string, Promise<void>>();
    await deliverDueEvents(test.services, busy);
    await busy.get(quick);
    expect((await deliveries(quick)).map((one) => one.state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(busy.has(slow)).toBe(true);
    await Promise.all(busy.values());
    for (let n = 0; n < 2; n++) {
      await edit(test, test.fixture.tenants.northstar, `update webhook_deliveries set next_at = null where state = 'queued'`);
      answer = (url) => (url === '/slow' ? 500 : 200);
      await round();
    }
    const [state] = await test.store.admin(
      `select failures, paused_until > now() as paused from webhook_states where webhook_id = '${slow}'`,
    );
    expect(state).toEqual({ failures: 3, paused: true });
    const before = got.length;
    await edit(test, test.fixture.tenants.northstar, `update webhook_deliveries set next_at = null where state = 'queued'`);
    await round();
    expect(got.length).toBe(before);
    const shown = (await call(test, admin, 'GET', `res/webhooks/${slow}`)).body as Record<string, unknown>;
    expect(shown).toMatchObject({ failures: 3, last_error: 'The receiver returned status 500.' });
    expect(String(shown['secret'])).toMatch(/^••••/);
  });

  it('are sent again on request, by an administrator', async () => {
    const id = await hook(['streams.created']);
    await call(test, admin, 'POST', 'res/streams', { name: 'Law' });
    await round();
    const [one] = await deliveries(id);
    const manager = await signIn(test, 'manager@northstar.example');
    expect((await call(test, manager, 'POST', `res/webhook-deliveries/${one!.id}/replay`)).status).toBe(403);
    expect((await call(test, admin, 'POST', `res/webhook-deliveries/${one!.id}/replay`)).status).toBe(200);
    await round();
    expect(got).toHaveLength(2);
    expect(got[1]!.body).toBe(got[0]!.body);
  });

  it('reach no private address, and show the reason', async () => {
    Object.assign(test.services, { outbound: makeOutbound() });
    const id = await hook(['streams.created']);
    await call(test, admin, 'POST', 'res/streams', { name: 'Design' });
    await round();
    expect(got).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { state: 'queued', answer_status: null, error: 'The URL must use port 80 or 443.' },
    ]);
  });

  it('cannot loop back: nothing is sent to the product itself', async () => {
    Object.assign(test.services, { outbound: builtIn });
    const made = await call(test, admin, 'POST', 'res/webhooks', {
      name: 'Round and round',
      url: `${test.services.config.publicUrl}/api/res/streams`,
      events: ['streams.created'],
      secret,
    });
    await call(test, admin, 'POST', 'res/streams', { name: 'Nursing' });
    await round();
    expect(await deliveries(String(made.body['id']))).toMatchObject([
      { state: 'queued', answer_status: null, error: 'The URL belongs to this product itself.' },
    ]);
    const streams = (await call(test, admin, 'GET', 'res/streams')).body as unknown as { name: string }[];
    expect(streams.filter(({ name }) => name === 'Nursing')).toHaveLength(1);
  });

  it('refuse unknown events and short secrets', async () => {
    const wrong = await call(test, admin, 'POST', 'res/webhooks', { name: 'x', url: base, events: ['ships.created'], secret });
    expect(wrong.body.errors).toMatchObject([{ path: 'events.0' }]);
    const short = await call(test, admin, 'POST', 'res/webhooks', {
      name: 'x',
      url: base,
      events: ['leads.created'],
      secret: 'short',
    });
    expect(short.body.errors).toMatchObject([{ path: 'secret' }]);
  });
});
