import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  for (let at = 0; at < 12; at += 1) await call(test, admin, 'POST', 'res/lead-sources', { name: `Source ${at}` });
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${admin.token}`, ...headers } });

describe('answers over a slow line', () => {
  it('are sent as gzip to whoever takes it, with the same content and their own length', async () => {
    for (const url of ['res/lead-sources?_start=0&_end=50', 'acl', 'openapi.json']) {
      const plain = await get(url);
      const packed = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect({ url, status: plain.statusCode, encoding: plain.headers['content-encoding'] }).toEqual({ url, status: 200 });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect(packed.headers['x-total-count']).toBe(plain.headers['x-total-count']);
    }
  });

  it('stay as they are when they are short, a file, or refused in this form', async () => {
    const short = await get('users/time-today', { 'accept-encoding': 'gzip' });
    expect(short.headers).not.toHaveProperty('content-encoding');
    const refused = await get('res/lead-sources?_start=0&_end=50', { 'accept-encoding': 'gzip;q=0, br' });
    expect(refused.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(refused.headers).not.toHaveProperty('content-encoding');
    expect((await call(test, admin, 'GET', 'res/lead-sources?_start=0&_end=50')).status).toBe(200);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['GZIP;q=0.5', true],
    ['*', true],
    ['br, *;q=0', false],
    ['gzip;q=0, *', false],
    ['br', false],
    ['x-gzipped', false],
    [undefined, false],
    ['gzip;q=nonsense', false],
  ])('%s: %s', async (accepted, takes) => {
    const { headers } = await get('acl', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(takes ? 'gzip' : undefined);
  });
});
