// @ts-expect-error autocannon has no types
import autocannon from 'autocannon';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGate } from '../../server/http/gate';
import { makePressure } from '../../server/http/pressure';
import { freshStore } from '../support/database';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Blocks the thread. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('an overloaded server', () => {
  let test: TestApp;
  let admin: Browser;
  let other: Browser;
  let url: string;
  beforeAll(async () => {
    const store = await freshStore();
    const transaction = store.transaction.bind(store);
    // The database of these tests answers in the same thread; the pause stands for the time over a wire.
    store.transaction = async (...work: Parameters<typeof transaction>) => {
      await pause(10);
      return transaction(...work) as never;
    };
    test = await build({ store, bounds: { work: 8, uploads: 2, people: 2, patienceMs: 300 } });
    admin = await signIn(test, 'admin@northstar.example');
    other = await signIn(test, 'admin@lakeview.example');
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => test.close());
  const headersOf = (who: Browser): Record<string, string> => ({
    authorization: `Bearer ${who.token!}`,
    cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });

  it('TRUST-R9 answers some requests, refuses the rest at once with Retry-After, lets none time out, stays healthy and recovers', async () => {
    const seen: Record<string, number> = {};
    let told = 0;
    const load = autocannon({
      url: `${url}/api/res/streams?_start=0&_end=10`,
      headers: headersOf(admin),
      connections: 80, // ten times the number of requests accepted at a time
      amount: 1600,
      timeout: 60,
      setupClient(client: NodeJS.EventEmitter) {
        client.on('headers', ({ statusCode, headers }: { statusCode: number; headers: string[] }) => {
          seen[statusCode] = (seen[statusCode] ?? 0) + 1;
          if (statusCode === 503 && headers.some((one, at) => /^retry-after$/i.test(one) && Number(headers[at + 1]) > 0)) told++;
        });
      },
    });
    let over = false;
    void load.then(() => (over = true));
    const healthy: number[] = [];
    const neighbour: number[] = [];
    while (!over) {
      healthy.push((await fetch(`${url}/healthz`)).status);
      neighbour.push((await fetch(`${url}/api/res/streams`, { headers: headersOf(other) })).status);
    }
    const { errors, timeouts, non2xx } = (await load) as Record<string, number>;
    expect([errors, timeouts]).toEqual([0, 0]);
    expect(Object.keys(seen).sort()).toEqual(['200', '503']);
    expect(seen['200']).toBeGreaterThan(100);
    expect(seen['503']).toBeGreaterThan(500);
    expect([non2xx, told]).toEqual([seen['503'], seen['503']]);
    expect(healthy.length).toBeGreaterThan(0);
    expect(healthy.every((status) => status === 200)).toBe(true);
    // one tenant gets only a part of the places, so others always find one
    expect(neighbour.filter((status) => status !== 200)).toEqual([]);
    const after = await Promise.all(Array.from({ length: 5 }, () => call(test, admin, 'GET', 'res/streams')));
    expect(after.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('TRUST-R9 answers 503 in the envelope, and then writes nothing', async () => {
    const places = Array.from({ length: 6 }, () => test.services.pressure.enter(test.fixture.tenants.northstar));
    const answer = await call(test, admin, 'POST', 'res/streams', { name: 'Refused' });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.body).toEqual({ code: 503, message: 'The server is busy. Please try again in a few seconds.' });
    expect((await call(test, admin, 'GET', 'users/me')).status).toBe(503);
    for (const leave of places) leave();
    expect(await test.store.admin(`select 1 from streams where name = 'Refused'`)).toEqual([]);
    expect((await call(test, admin, 'POST', 'res/streams', { name: 'Taken' })).status).toBe(200);
  });

  it('TRUST-R9 slow request bodies block nobody else, and their number is limited', async () => {
    const slow = Array.from({ length: 1 }, () => test.services.pressure.receive(test.fixture.tenants.northstar));
    const form =
      '--e\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,Mobile\nA,9822012345\n\r\n--e--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=e' };
    const upload = () => call(test, admin, 'POST', 'leads/upload-csv/preview', form, headers);
    const refused = await upload();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect((await call(test, admin, 'GET', 'res/streams')).status).toBe(200);
    for (const leave of slow) leave();
    expect((await upload()).code).toBe(200);
  });

  it('TRUST-R9 background work lets people go first, but does not wait for ever', async () => {
    const { pressure } = test.services;
    const order: string[] = [];
    const places = [1, 2, 3].map(() => pressure.enter('people'));
    const step = pressure.quiet().then(() => order.push('job'));
    await pause(60);
    order.push('people');
    for (const leave of places) leave();
    await step;
    expect(order).toEqual(['people', 'job']);
    const stay = [1, 2, 3].map(() => pressure.enter('people'));
    await pressure.quiet(); // nobody leaves: it continues when its patience runs out
    for (const leave of stay) leave();
  });
});

describe('guards', () => {
  it('TRUST-R9 a party that sends one request after another is never refused, however late the event loop is', async () => {
    const pressure = makePressure({ waitMs: 0, people: 8 });
    for (let n = 0; n < 6; n++) {
      const leave = pressure.enter('a');
      block(250);
      await new Promise((resolve) => setImmediate(resolve));
      leave();
      leave();
    }
    pressure.close();
  });

  it('TRUST-R9 a party whose requests pile up is refused until they are answered, and nobody else is', async () => {
    const pressure = makePressure({ waitMs: 30, people: 2 });
    const places = [1, 2, 3].map(() => pressure.enter('a'));
    await pause(60);
    expect(() => pressure.enter('a')).toThrow('busy');
    pressure.enter('b')();
    places.pop()!();
    pressure.enter('a')();
    for (const leave of places) leave();
    pressure.close();
  });

  it('TRUST-R9 a slow queue refuses a user with many requests in it, and nobody who has a few', async () => {
    const pressure = makePressure({ waitMs: 30, people: 2, ofUser: 3 });
    const places = [1, 2, 3].map(() => pressure.enter('a', 'script'));
    await pause(60);
    expect(() => pressure.enter('a', 'script')).toThrow('busy');
    const page = [1, 2, 3].map(() => pressure.enter('a', 'person'));
    expect(page).toHaveLength(3);
    await pause(60);
    expect(() => pressure.enter('a', 'person')).toThrow('busy');
    for (const leave of [...places, ...page]) leave();
    pressure.enter('a', 'script')();
    pressure.close();
  });

  it('TRUST-R9 full memory refuses uploads but not light work', async () => {
    const pressure = makePressure({ memory: 1 });
    await pause(700);
    expect(() => pressure.receive('a')).toThrow('busy');
    pressure.enter('a')();
    pressure.close();
  });

  it('a gate counts requests inside, limits one party to its share, and each leaves once', () => {
    const gate = makeGate(4, 3);
    const own = [gate.enter('a'), gate.enter('a'), gate.enter('a')];
    expect([gate.enter('a'), gate.inside]).toEqual([undefined, 3]);
    const other = gate.enter('b')!;
    expect([gate.enter('c'), gate.inside]).toEqual([undefined, 4]);
    other();
    other();
    expect(gate.inside).toBe(3);
    for (const leave of own) leave!();
    expect(gate.inside).toBe(0);
  });
});
