import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import type { Endpoint } from '../../server/http/endpoints';
import { tableModels } from '../../server/store/tables/model';
import type { Field } from '../../src/schemas/kit/field';
import { calls, resources } from '../../src/schemas/kit/all';
import { mayDo } from '../../src/schemas/kit/access';
import { wireUrl } from '../../src/schemas/kit/wire';
import { call, edit, newBrowser, signIn, type Answer, type Browser } from '../support/app';
import { changed, fieldsOf, withValue, wrongFor, type Change } from './bad-values';
import { makePublisherWorld } from '../leads/publisher-world';
import { partnerCode } from './publisher-samples';
import { csv, makeCallWorld, filePart, multipart, secretName, type CallWorld, type Sample } from './call-samples';

/** Every hand-made call against one table of attackers. A new call is missing a sample until it has one. */
let world: CallWorld;
let admin: Browser;
/** Makes the calls of a publisher's sign-in, which refuse the administrator. */
let partner: Browser;
let samples: Readonly<Record<string, Sample>>;
const endpoints = collectEndpoints().endpoints.filter((one) => one.call);
const signedIn = endpoints.filter((one) => one.access !== 'public');
const writes = signedIn.filter((one) => !['list', 'read', 'export'].includes(one.operation));

beforeAll(async () => {
  world = await makeCallWorld();
  ({ admin } = world);
  const publishers = await makePublisherWorld(world.test);
  partner = await publishers.partner((await publishers.publisher(partnerCode)).id);
  samples = await world.samples();
});
afterAll(() => world.test.close());

const title = (endpoint: Endpoint): string => `${endpoint.name} (${endpoint.method} ${endpoint.wire.path})`;
const report = (lines: readonly string[]): string => [...new Set(lines)].join('\n');
const forbidden = [
  /\bat \S+ \(.*:\d+:\d+\)/,
  /node_modules|\/server\/|\.ts:\d+/,
  /\b(select|insert into|delete from)\b.+\b(from|values|where)\b/i,
  /violates|constraint|SQLSTATE|syntax error|pg_catalog|relation "/i,
  /argon2id|v[12]\.[A-Za-z0-9_.-]{30}/,
  new RegExp(secretName),
  /lakeview/i,
];
const leaks = ({ text }: Answer): string[] => forbidden.filter((one) => one.test(text)).map((one) => `holds ${String(one)}`);

let counted = { log: '', found: '' };
/**
 * Row counts of every table and the newest audit entry: any write would change them. They are not counted again when nothing was
 * added to the database's log meanwhile, as every write is.
 */
async function fingerprint(): Promise<string> {
  const [{ log }] = (await world.test.store.admin<{ log: string }>(`select pg_current_wal_insert_lsn()::text as log`)) as [
    { log: string },
  ];
  if (log !== counted.log) counted = { log, found: await countAll() };
  return counted.found;
}
async function countAll(): Promise<string> {
  const tables = [...tableModels(resources).map((one) => one.name), 'idempotency', 'counters'];
  const counts = tables.map((name) => `select '${name}' as t, count(*) as n from "${name}"`);
  const rows = await world.test.store.admin(
    `${counts.join(' union all ')} union all select 'audit', max(seq) from audit order by 1`,
  );
  return JSON.stringify(rows);
}

function send(endpoint: Endpoint, asked: Browser, sample: Sample, change: Change = {}): Promise<Answer> {
  const who = asked === admin && endpoint.access === 'partner' ? partner : asked;
  const query = { ...sample.query, ...change.query };
  const path = wireUrl({ ...endpoint.wire, query: [] }, { ...sample.params, ...change.params });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
    ),
  );
  const url = search.size && !endpoint.twin ? `${path}?${search}` : path;
  if (sample.file) {
    const form = sample.file === true ? multipart({}, csv) : filePart(sample.file);
    return call(world.test, who, endpoint.method, url, form.body, { 'content-type': form.type, ...change.headers });
  }
  const body = 'body' in change ? change.body : endpoint.twin ? query : sample.body;
  const json: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return call(world.test, who, endpoint.method, url, endpoint.method === 'GET' ? undefined : (body ?? {}), {
    ...json,
    ...change.headers,
  });
}

/** Runs the attacks on every endpoint; reports wrong answers, leaks and any endpoint that wrote something. */
async function refuses(
  list: readonly Endpoint[],
  attacks: (endpoint: Endpoint, sample: Sample) => { what: string; who?: Browser; change?: Change; codes: number[] }[],
): Promise<number> {
  const wrong: string[] = [];
  let rows = 0;
  let before = await fingerprint();
  for (const endpoint of list) {
    const sample = samples[endpoint.name]!;
    for (const { what, who, change, codes } of attacks(endpoint, sample)) {
      rows++;
      const answer = await send(endpoint, who ?? admin, sample, change);
      const line = `${title(endpoint)}, ${what}`;
      if (!codes.includes(answer.code)) wrong.push(`${line}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (answer.code !== 200 && !answer.body.message) wrong.push(`${line}: says nothing`);
      wrong.push(...leaks(answer).map((leak) => `${line}: ${leak}`));
    }
    const after = await fingerprint();
    if (after !== before) wrong.push(`${title(endpoint)} wrote something`);
    before = after;
  }
  expect(report(wrong)).toBe('');
  return rows;
}

describe('hand-made calls', () => {
  it('each has a sample here', () => {
    const withSession = calls.filter((one) => one.access !== 'public').map((one) => one.name);
    expect(Object.keys(samples).sort()).toEqual(withSession.sort());
  });

  it('TRUST-S12 refuse access without a genuine, valid token', async () => {
    const [head = '', body = '', mark = ''] = admin.token!.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' })
      .sign(Buffer.alloc(32, 7));
    const tokens = {
      none: undefined,
      tampered: `${head}.${body}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`,
      foreign,
      chat: 'x.y.z',
    };
    const rows = await refuses(signedIn, () =>
      Object.entries(tokens).map(([what, token]) => ({
        what: `${what} token`,
        who: { ...admin, cookies: new Map(admin.cookies), token },
        codes: what === 'none' ? [401, 403] : [401, 403],
      })),
    );
    expect(rows).toBe(signedIn.length * 4);
    world.test.clock.add(15 * 60 + 61);
    await refuses(signedIn, () => [{ what: 'expired token', codes: [401] }]);
    world.test.clock.add(-(15 * 60 + 61));
  });

  it('TRUST-S2 require the call’s permission from everyone', async () => {
    const { northstar } = world.test.fixture.tenants;
    await edit(world.test, northstar, `update users_roles set permissions = '[]' where role = 6`);
    await edit(world.test, northstar, `update users set type = 'college' where email = 'outsider@northstar.example'`);
    world.test.clock.add(61);
    const bare = await signIn(world.test, 'backoffice@northstar.example');
    const college = await signIn(world.test, 'outsider@northstar.example');
    const as = { role: 6, type: 'org', levels: new Map() };
    const rows = await refuses(
      signedIn.filter((one) => !mayDo(as, one.access, one.operation)),
      () => [{ what: 'no permission', who: bare, codes: [403] }],
    );
    expect(rows).toBeGreaterThan(12);
    await refuses(
      signedIn.filter((one) => one.access === 'org'),
      () => [{ what: 'a user of a college', who: college, codes: [403] }],
    );
  });

  it('TRUST-S13 refuse a missing or foreign anti-forgery header', async () => {
    const rows = await refuses(writes, () => [
      { what: 'no header', change: { headers: { 'x-xsrf-token': '' } }, codes: [403] },
      {
        what: "another's header",
        change: { headers: { 'x-xsrf-token': world.foreignAdmin.cookies.get('XSRF-TOKEN')! } },
        codes: [403],
      },
      {
        what: "another's cookie and header with the own token",
        who: { ...admin, cookies: new Map(world.foreignAdmin.cookies) },
        codes: [403],
      },
    ]);
    expect(rows).toBe(writes.length * 3);
  });

  it('TRUST-S2 TRUST-S3 PRODUCT-001 treat ids of another tenant as unknown: in path, query, body, and first, middle or last in a list', async () => {
    const wrong: string[] = [];
    const before = await fingerprint();
    let rows = 0;
    for (const endpoint of signedIn) {
      const sample = samples[endpoint.name]!;
      for (const [path, foreign] of Object.entries(sample.ids ?? {}))
        for (const place of path.endsWith('.*') ? [0, 1, 2] : [0]) {
          rows++;
          const unknown = typeof foreign === 'number' ? 999_999 : [foreign].flat().map(() => '01J0000000000000000000000X');
          const answers: Answer[] = [];
          for (const id of [foreign, typeof foreign === 'string' ? (unknown as string[])[0] : unknown])
            answers.push(await send(endpoint, admin, sample, changed(sample, path, id, place)));
          const line = `${title(endpoint)}, ${path} ${place}`;
          const [theirs, none] = answers as [Answer, Answer];
          if (theirs.text !== none.text) wrong.push(`${line}: ${theirs.text.slice(0, 200)} but ${none.text.slice(0, 200)}`);
          if (!sample.narrows && ![404, 422].includes(theirs.code))
            wrong.push(`${line}: ${theirs.code} ${theirs.text.slice(0, 200)}`);
          wrong.push(...leaks(theirs).map((leak) => `${line}: ${leak}`));
        }
    }
    expect(report(wrong)).toBe('');
    expect(await fingerprint()).toBe(before);
    expect(rows).toBeGreaterThan(30);
  });

  it('TRUST-S5 refuse bad bodies and queries with a readable message, and write nothing', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const rows = await refuses(signedIn, (endpoint, sample) => {
      const call_ = endpoint.call!;
      const attacks: { what: string; change: Change; codes: number[] }[] = [];
      const shape = endpoint.twin ? call_.query : call_.body;
      if (endpoint.method !== 'GET' && !sample.file) {
        const base = (endpoint.twin ? sample.query : sample.body) ?? {};
        const raw: [string, string, number[]][] = [
          ['malformed JSON', '{"a":', [422]],
          ['a list', '[]', [422]],
          ['a text', '"x"', [422]],
          ['__proto__', '{"__proto__":{"role":1}}', [422]],
          ['constructor', '{"constructor":{"prototype":{"role":1}}}', [422]],
          ['nested __proto__', '{"callObj":{"__proto__":{"a":1}},"options":{"__proto__":{}}}', [422]],
          ['deep JSON', `{"message":${deep}}`, [422]],
          ['NUL', JSON.stringify({ ...base, [Object.keys(base)[0] ?? 'x']: 'a\0b' }), [422]],
        ];
        if (!call_.bodyLimit) raw.push(['oversized', JSON.stringify({ a: 'x'.repeat(1_100_000) }), [413]]);
        for (const [what, body, codes] of raw) attacks.push({ what, change: { body }, codes });
        const mayMore = shape?.additionalProperties === true;
        for (const name of ['tenant_id', 'role', 'created_by', 'colour'])
          if (!mayMore) attacks.push({ what: `unknown ${name}`, change: { body: { ...base, [name]: 'x' } }, codes: [422] });
        for (const [path, field] of fieldsOf((shape?.properties ?? {}) as Record<string, Field>)) {
          for (const value of wrongFor(field))
            attacks.push({
              what: `${path} = ${JSON.stringify(value)?.slice(0, 40)}`,
              change: { body: withValue(base, path, value) },
              codes: [422],
            });
        }
        for (const name of shape?.required ?? [])
          attacks.push({ what: `without ${name}`, change: { body: withValue(base, name, undefined) }, codes: [422] });
      }
      if (endpoint.method === 'GET') {
        attacks.push({ what: 'unknown query', change: { query: { colour: 'red' } }, codes: [422] });
        for (const [name, field] of Object.entries((call_.query?.properties ?? {}) as Record<string, Field>)) {
          if (field.type === 'integer')
            for (const value of ['x', '-1', '1e308', '99999999999999999999', ...(field.minimum === 0 ? [] : ['0']), '1.5', 'NaN'])
              attacks.push({ what: `${name}=${value}`, change: { query: { [name]: value } }, codes: [422] });
          if (field.enum) attacks.push({ what: `${name}=zzz`, change: { query: { [name]: 'zzz' } }, codes: [422] });
        }
      }
      for (const name of Object.keys(sample.params ?? {}))
        for (const value of ['x'.repeat(250), "'; drop table leads; --", '..%2f..', '\0', '%'])
          attacks.push({
            what: `${name} = ${JSON.stringify(value.slice(0, 30))}`,
            change: { params: { [name]: value } },
            codes: [404, 422],
          });
      return attacks;
    });
    expect(rows).toBeGreaterThan(200);
  });

  it('answer a good request', async () => {
    const wrong: string[] = [];
    for (const endpoint of signedIn) {
      if (endpoint.name === 'change-password') continue;
      let answer = await send(endpoint, admin, samples[endpoint.name]!);
      // a call before it may have used its sample up; a failure is one all the same
      if (answer.code !== 200 && answer.code < 500) {
        samples = await world.samples();
        answer = await send(endpoint, admin, samples[endpoint.name]!);
      }
      if (answer.code !== 200) wrong.push(`${title(endpoint)}: ${answer.text.slice(0, 300)}`);
      wrong.push(...leaks(answer).map((leak) => `${title(endpoint)}: ${leak}`));
    }
    const changing = signedIn.find((one) => one.name === 'change-password')!;
    const who = await signIn(world.test, 'caller@northstar.example', newBrowser());
    const keyed = { headers: { 'idempotency-key': 'pw-1' } };
    const answer = await send(changing, who, samples['change-password']!, keyed);
    if (answer.code !== 200) wrong.push(`change-password: ${answer.text}`);
    expect(report(wrong)).toBe('');
    // TRUST-S28: the answer holds a token, so it is not stored for repeated requests.
    const kept = await world.test.store.admin(`select * from idempotency where key like '%pw-1%' or answer::text like '%eyJ%'`);
    expect(kept).toEqual([]);
  });
});
