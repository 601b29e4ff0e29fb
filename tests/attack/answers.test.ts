import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../server/store/embedded/copy-tree';
import { openEmbedded } from '../../server/store/embedded/open-embedded';
import { resources } from '../../src/schemas/kit/all';
import { build, call, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { emptyTables, withAdmin } from '../support/database';

/** The headers that every answer must carry, and the secrets that no answer and no stored byte may contain. */
describe('headers', () => {
  let test: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'prospectus-client-'));
    mkdirSync(join(clientDir, 'assets'));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>');
    writeFileSync(join(clientDir, 'assets/app-1a2b3c4d.js'), 'console.log(1)');
    test = await build({ clientDir, publicUrl: 'https://crm.example' });
    admin = await signIn(test, 'admin@northstar.example');
  });
  afterAll(() => test.close());

  it('TRUST-S26 every kind of answer has exactly the headers of its kind, and none reveals anything about the server', async () => {
    const always = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), display-capture=(self)',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    };
    // Answered before any call is reached: an address that cannot be read or is too long.
    const unread = {
      ...always,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'cache-control': 'no-store',
    };
    const api = { ...unread, 'x-build': expect.stringMatching(/^[0-9a-f]{16}$/) as unknown };
    const plain = { ...always, 'content-security-policy': api['content-security-policy'] };
    const page = {
      ...always,
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+';/),
      'cache-control': 'no-store',
    };
    const kinds: [string, number, object, Promise<Answer>][] = [
      ['200 envelope', 200, api, call(test, admin, 'GET', 'users/me')],
      ['200 plain', 200, api, call(test, admin, 'GET', 'res/leads')],
      ['401', 401, api, call(test, newBrowser(), 'GET', 'users/me')],
      ['403 forged', 403, api, call(test, admin, 'POST', 'res/leads', {}, { 'x-xsrf-token': 'x' })],
      ['404 record', 404, api, call(test, admin, 'GET', 'res/leads/x')],
      ['404 address', 404, api, call(test, admin, 'GET', 'nothing')],
      ['404 method', 404, api, call(test, admin, 'PUT', 'users/me', {})],
      ['413', 413, api, call(test, admin, 'POST', 'res/leads', { name: 'x'.repeat(1_100_000) })],
      ['413 address', 413, unread, call(test, admin, 'GET', `res/leads?q=${'x'.repeat(25_000)}`)],
      ['415', 415, api, call(test, admin, 'POST', 'res/leads', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
      [
        '415 multipart',
        415,
        api,
        call(test, admin, 'POST', 'res/leads', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
      ],
      ['422', 422, api, call(test, admin, 'POST', 'res/leads', {})],
      ['422 JSON', 422, api, call(test, admin, 'POST', 'res/leads', '{', { 'content-type': 'application/json' })],
      ['422 address', 422, unread, call(test, admin, 'GET', 'res/leads/%ff')],
      ['200 address', 200, unread, call(test, admin, 'GET', '/api/%ff')],
      ['422 page address', 422, plain, call(test, admin, 'GET', '/%')],
      ['openapi', 200, api, call(test, newBrowser(), 'GET', '/api/openapi.json')],
      ['health', 200, plain, call(test, newBrowser(), 'GET', '/healthz')],
      ['page', 200, page, call(test, newBrowser(), 'GET', '/leads')],
      [
        'static',
        200,
        { ...plain, 'cache-control': 'public, max-age=31536000, immutable' },
        call(test, newBrowser(), 'GET', '/assets/app-1a2b3c4d.js'),
      ],
      ['static 404', 404, plain, call(test, newBrowser(), 'GET', '/assets/none.js')],
    ];
    const secure = new Set([
      'content-type',
      'content-length',
      'date',
      'connection',
      'keep-alive',
      'set-cookie',
      'vary',
      'etag',
      'last-modified',
      'accept-ranges',
      'retry-after',
      'x-total-count',
      'x-total-exact',
      'x-next',
      'x-prev',
    ]);
    for (const [kind, status, wanted, asked] of kinds) {
      const answer = await asked;
      expect([kind, answer.status]).toEqual([kind, status]);
      const said = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !secure.has(name)));
      expect({ kind, ...said }).toEqual({ kind, ...wanted });
    }
    const etag = (await call(test, newBrowser(), 'GET', '/assets/app-1a2b3c4d.js')).headers['etag'];
    if (etag) {
      const again = await call(test, newBrowser(), 'GET', '/assets/app-1a2b3c4d.js', undefined, {
        'if-none-match': String(etag),
      });
      expect(again.status).toBe(304);
      expect(again.headers).toMatchObject(always);
    }
    test.store.transaction = () => Promise.reject(new Error('secret text of a fault'));
    const fault = await call(test, admin, 'GET', 'res/leads');
    expect(fault.status).toBe(500);
    expect(fault.headers).toMatchObject(api);
    expect(fault.text).not.toContain('secret text');
  });
});

describe('secrets at rest', () => {
  it('TRUST-S28 passwords, tokens and sealed fields appear nowhere in the data directory, the answers or the log', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'prospectus-canary-'));
    await copyTree(await emptyTables(resources), join(dataDir, 'database'));
    const database = await openEmbedded({ resources, dataDir, confirm: false, print: () => {}, warn: () => {} });
    const test = await build({ store: withAdmin(database) });
    const admin = await signIn(test, 'admin@northstar.example');
    const answers: string[] = [];
    const ask = async (...args: Parameters<typeof call> extends [unknown, unknown, ...infer R] ? R : never) => {
      const answer = await call(test, admin, ...args);
      answers.push(answer.text);
      return answer;
    };
    const keyed = (key: string) => ({ 'idempotency-key': key });
    const source = (await ask('POST', 'res/lead-sources', { name: 'Google' })).body as unknown as { id: string };
    const publisher = { name: 'P', code: 'P1', email: 'p@example.com', source_id: source.id, bank_account: 'canary-1-account' };
    const made = await ask('POST', 'res/publishers', publisher, keyed('k1'));
    expect(made.status, made.text).toBe(200);
    const { id } = made.body as unknown as { id: string };
    expect((await ask('PATCH', `res/publishers/${id}`, { bank_account: 'canary-2-account' }, keyed('k2'))).status).toBe(200);
    const user = { name: 'U', email: 'u@example.com', role: 4, type: 'org', password: 'canary-3-password' };
    expect((await ask('POST', 'res/users', user, keyed('k3'))).status).toBe(200);
    await call(
      test,
      admin,
      'POST',
      'users/change-password',
      { current_password: 'canary-4-password', new_password: 'canary-5-password' },
      keyed('k4'),
    );
    for (const path of [
      'res/publishers',
      `res/publishers/${id}`,
      `res/publishers/${id}/history`,
      'res/publishers?q=canary',
      'res/users',
      'getTimeline?limit=100',
    ])
      await ask('GET', path);
    const secrets = ['canary-', admin.token!.slice(-40), admin.cookies.get('refresh')!.split('.')[2]!];
    await test.store.admin('checkpoint');
    const bytes = filesBelow(dataDir)
      .concat(filesBelow(test.services.config.dataDir))
      .filter((file) => statSync(file).size > 0);
    expect(bytes.length).toBeGreaterThan(100);
    const found = bytes.filter((file) => secrets.some((secret) => readFileSync(file).includes(secret)));
    expect(found).toEqual([]);
    // The search does work: it finds values that are not secret.
    expect(bytes.some((file) => readFileSync(file).includes('p@example.com'))).toBe(true);
    const said = answers.join('\n') + JSON.stringify(test.logged) + test.messages.join('\n');
    for (const secret of secrets) expect(said).not.toContain(secret);
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}
