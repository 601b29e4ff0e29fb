import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isRunaway } from '../../server/domain/patterns';
import { resourceNamed } from '../../src/schemas/kit/all';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { Refused, type Outbound } from '../../server/outbound/outbound';
import { filePart, multipart, type FilePart } from '../attack/call-samples';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
let own: string;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
  own = test.fixture.tenants.northstar;
});
afterAll(() => test.close());

const form: Record<string, string> = {
  name: 'Northstar Admissions',
  short_name: 'Northstar',
  description: 'Consultants',
  estd_year: '2009',
  email: 'office@northstar.example',
  phone: '9000000001',
  support_email: 'help@northstar.example',
  address1: '4th floor',
  country: 'India',
  state: 'Maharashtra',
  city: 'Pune',
  tenant_type: 'consultant',
  base_url: 'https://northstar.example',
  pan_number: 'AAACN1234F',
  cin_number: 'U80301MH2009PTC123456',
  gst_number: '27AAACN1234F1Z5',
};
const save = (change: Record<string, string> = {}, file?: FilePart, who = admin, id = own): Promise<Answer> => {
  const body = file ? filePart(file, { ...form, ...change }) : multipart({ ...form, ...change }, undefined);
  return call(test, who, 'POST', `update_tenant/${id}`, body.body, { 'content-type': body.type });
};
const read = async (who = admin): Promise<Record<string, unknown>> =>
  (await call(test, who, 'GET', `get_tenant_by_id/${own}`)).body['data'] instanceof Array
    ? ((await call(test, who, 'GET', `get_tenant_by_id/${own}`)).body['data'] as Record<string, unknown>[])[0]!
    : {};
const stored = async (): Promise<Record<string, unknown>> =>
  (await test.store.admin(`select * from tenant where tenant_id = '${own}'`))[0] as Record<string, unknown>;
const errorsOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));

describe('update_tenant', () => {
  it('TENANTAPI-003 TENANTEDIT-133 TENANTEDIT-135 answers code and message; a whole form completes the details', async () => {
    await edit(test, own, `update tenant set is_details_complete = false where tenant_id = '${own}'`);
    const answer = await save();
    expect(answer.body).toEqual({ code: 200, message: 'Tenant saved.' });
    expect(await read()).toMatchObject({ ...form, estd_year: 2009, is_details_complete: true });
    const put = await call(test, admin, 'PUT', `update_tenant/${own}`, { pincode: '411004' });
    expect(put.body.code).toBe(200);
    expect(await read()).toMatchObject({ pincode: '411004', name: form['name'] });
    expect((await save()).body.code).toBe(200); // nothing to change
    expect((await call(test, admin, 'POST', `update_tenant/${own}`, { is_details_complete: false })).code).toBe(422);
  });

  it('reads flags, lists and empty texts of a form by the type of the field', async () => {
    const answer = await save({
      wp_api_enabled: '1',
      show_all_partner_clg: '0',
      app_min_permission: '["android.permission.CAMERA"]',
      sms_sender_ids: '[{"sender_id":"NRTHST"}]',
      college_ids_zoho_lead_trigger: '[]',
      address2: '',
      website: 'northstar.example/about',
      app_released_on: '2026-03-01T04:30:00.000Z',
    });
    expect(answer.body.message).toBe('Tenant saved.');
    const tenant = await read();
    expect(tenant).toMatchObject({
      wp_api_enabled: 1,
      show_all_partner_clg: 0,
      app_min_permission: ['android.permission.CAMERA'],
      sms_sender_ids: [{ sender_id: 'NRTHST' }],
      college_ids_zoho_lead_trigger: [],
      address2: null,
      website: 'https://northstar.example/about',
    });
    expect(Date.parse(String(tenant['app_released_on']))).toBe(Date.parse('2026-03-01T04:30:00Z'));
  });

  const wrong: readonly (readonly [string, string, string])[] = [
    ['name', '', 'Name is required.'],
    ['short_name', '', 'Short Name is required.'],
    ['description', '', 'Description is required.'],
    ['estd_year', '', 'Established In Year is required.'],
    ['email', '', 'Email is required.'],
    ['phone', '', 'Mobile Number is required.'],
    ['support_email', '', 'Support Email is required.'],
    ['address1', '', 'Address Line 1 is required.'],
    ['country', '', 'Country is required.'],
    ['state', '', 'State is required.'],
    ['city', '', 'City is required.'],
    ['tenant_type', '', 'Tenant Type is required.'],
    ['base_url', '', 'Base URL is required.'],
    ['pan_number', '', 'PAN Number is required.'],
    ['cin_number', '', 'CIN Number is required.'],
    ['gst_number', '', 'GST Number is required.'],
    ['email', 'Office@northstar.example', 'Please, Enter Valid email address.'],
    ['support_email', 'help', 'Please, Enter Valid email address.'],
    ['phone', '12345', 'Please, Enter 10 digit Mobile Number.'],
    ['pan_number', 'aaacn1234f', 'Invalid PAN Number format.'],
    ['cin_number', 'X80301MH2009PTC123456', 'Invalid CIN Number format.'],
    ['gst_number', '27AAACN1234F', 'Invalid GST Number format.'],
    ['website', 'javascript:alert(1)', 'Please, Enter valid URL.'],
    ['facebook', 'ftp://facebook.com/x', 'Please, Enter valid URL.'],
    ['teams_leave_webhook_url', 'http://hooks.example/x', 'Please, Enter valid URL.'],
  ];
  it.each(wrong)('TENANTEDIT-134 %s %j is refused: %s', async (name, value, message) => {
    const before = await stored();
    const answer = await save({ [name]: value });
    expect(answer.code).toBe(422);
    expect(errorsOf(answer)).toEqual({ [name]: message });
    expect(await stored()).toEqual(before);
  });
  it('TENANTEDIT-112 TENANTEDIT-113 TENANTEDIT-114 TENANTEDIT-115 a number that is one sign off, short or long is none', async () => {
    // a letter may stand where 'A' does, a digit where '0' does; any other sign stands for itself
    for (const [field, good, shape] of [
      ['pan_number', 'AAACN1234F', 'AAAAA0000A'],
      ['cin_number', 'U80301MH2009PTC123456', 'U00000AA0000AAA000000'],
      ['gst_number', '27AAACN1234F1Z5', '00AAAAA0000AEZE'],
      ['phone', '9000000001', '0000000000'],
    ] as const) {
      const wrong = [good.slice(1), good.slice(0, -1), `${good}0`, ` ${good}`, `${good} `, `${good}\n`].concat(
        [...shape].flatMap((kind, at) => {
          const put = { A: ['5', good[at]!.toLowerCase(), '-'], 0: ['Q', '-'], E: [' ', 'a', '-'] }[kind] ?? ['X', '5'];
          return put.map((sign) => good.slice(0, at) + sign + good.slice(at + 1));
        }),
      );
      const { pattern } = resourceNamed('tenant').fields.properties[field]!;
      expect(new RegExp(pattern!, 'u').test(good), field).toBe(true);
      expect(
        wrong.filter((one) => new RegExp(pattern!, 'u').test(one)),
        field,
      ).toEqual([]);
    }
    for (const phone of ['+919000000001', '09000000001']) expect((await save({ phone })).code, phone).toBe(200);
    for (const phone of ['+9109000000001', '009000000001', '+929000000001'])
      expect(errorsOf(await save({ phone })), phone).toEqual({ phone: 'Please, Enter 10 digit Mobile Number.' });
    await save();
  });
  const conditions: readonly (readonly [string, string, string, string])[] = [
    ['is_enable_country_constraint', 'allowed_countries_for_lead_capture', '[]', 'Please enter countries for Lead Nurture'],
    ['is_teams_attendance_webhook_enabled', 'teams_attendance_webhook_url', '', 'Please enter Attendance Webhook URL'],
    ['is_teams_auth_log_webhook_enabled', 'teams_auth_log_webhook_url', '', 'Please enter Auth Log Webhook URL'],
    ['is_teams_leave_webhook_enabled', 'teams_leave_webhook_url', '', 'Please enter Leave Webhook URL'],
  ];
  it.each(conditions)('TENANTEDIT-134 %s asks for %s', async (flag, name, empty, message) => {
    const answer = await save({ [flag]: '1', [name]: empty });
    expect([answer.code, errorsOf(answer)]).toEqual([422, { [name]: message }]);
    expect((await read())[flag]).toBe(0);
  });
  it('TENANTEDIT-134 sender ids are 3 to 11 letters or digits; wrong ones say where', async () => {
    for (const id of ['AB', 'ABCDEFGHIJKL', 'AB C', 'A-BC'])
      expect((await save({ sms_sender_ids: JSON.stringify([{ sender_id: id }]) })).code, id).toBe(422);
    expect((await save({ sms_sender_ids: 'nonsense{' })).code).toBe(422);
  });

  it('D-071 idle and polling time are whole milliseconds from 15 s to an hour, a break by itself comes after a minute at least', async () => {
    const set = (time_tracking: object) => call(test, admin, 'PUT', `update_tenant/${own}`, { time_tracking });
    const whole = { idle_ms: 15_000, poll_ms: 3_600_000, auto_break_ms: 60_000 };
    expect((await set(whole)).code).toBe(200);
    expect((await read())['time_tracking']).toEqual(whole);
    for (const wrong of [{ idle_ms: 14_999 }, { poll_ms: 3_600_001 }, { auto_break_ms: 59_999 }, { idle_ms: 'x' }, { other: 1 }])
      expect((await set(wrong)).code, JSON.stringify(wrong)).toBe(422);
    expect((await set({})).code).toBe(200);
  });

  it('TENANTEDIT-138 TRUST-S17 a phone pattern that does not compile, or could run without end, is refused', async () => {
    for (const pattern of ['[', '(', '(?=a)b', '(a)\\1', 'a{2000}', '(a+)+$', '(a|aa)*b', '^(\\d+\\s?)*$', '((x*)y){2,}']) {
      const answer = await save({ phone_validation_enabled: '1', custom_phone_regex: pattern });
      expect([pattern, answer.code, Object.keys(errorsOf(answer))]).toEqual([pattern, 422, ['custom_phone_regex']]);
    }
    expect(['^(\\+91|0)?[6-9]\\d{9}$', '^[+*(|]+$', '\\(\\d+\\)+', '(ab)+'].filter(isRunaway)).toEqual([]);
    const fine = '^(\\+91)?[6-9]\\d{9}$';
    expect((await save({ phone_validation_enabled: '1', custom_phone_regex: fine })).code).toBe(200);
    expect((await save({ phone_validation_enabled: '1', custom_phone_regex: '' })).body.message).toBe('Phone Regex is required.');
    await save({ phone_validation_enabled: '0', custom_phone_regex: '' });
  });

  it('TENANT-035 the profile is read as code, message and a list of one', async () => {
    const { body } = await call(test, admin, 'GET', `get_tenant_by_id/${own}`);
    expect(body).toEqual({ code: 200, message: expect.any(String), data: [expect.objectContaining({ id: own })] });
  });
  it('TENANT-036 is for role 1 and the own tenant alone', async () => {
    const other = test.fixture.tenants.lakeview;
    expect((await save({}, undefined, counsellor)).code).toBe(403);
    expect((await save({}, undefined, admin, other)).code).toBe(404);
    expect((await call(test, admin, 'GET', `get_tenant_by_id/${other}`)).body).toMatchObject({ code: 404 });
    const [row] = await test.store.admin(`select name from tenant where tenant_id = '${other}'`);
    expect(row).toEqual({ name: 'Lakeview' });
  });

  it('TENANT-037 credentials are masked, for role 1 alone; a mask that comes back changes nothing', async () => {
    await save({ zoho_crm_client_secret: 'a-secret-of-zoho-1234', zoho_crm_refresh_token: 'a-token-of-zoho-5678' });
    const before = await stored();
    expect(JSON.stringify(before)).not.toMatch(/of-zoho/);
    const masks = { zoho_crm_client_secret: '••••1234', zoho_crm_refresh_token: '••••5678' };
    expect(await read()).toMatchObject(masks);
    expect(Object.keys(await read(counsellor)).filter((name) => name in masks)).toEqual([]);
    await save({ ...masks, pincode: '411005' });
    expect(await stored()).toMatchObject({
      pincode: '411005',
      zoho_crm_client_secret: before['zoho_crm_client_secret'],
      zoho_crm_refresh_token: before['zoho_crm_refresh_token'],
    });
    await save({ zoho_crm_client_secret: '' });
    expect(await stored()).toMatchObject({ zoho_crm_client_secret: null });
  });

  it('the name in the sidebar follows the name it was taken from', async () => {
    await edit(test, own, `update tenant set brand_name = 'Northstar' where tenant_id = '${own}'`);
    await save({ short_name: 'North' });
    expect(await read()).toMatchObject({ brand_name: 'North', short_name: 'North' });
    await save();
  });
});

describe('the logo', () => {
  const png = (width: number, height = width, bytes = 200): Buffer => {
    const head = Buffer.alloc(Math.max(33, bytes));
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };
  const file = (name: string, bytes: Buffer | string): FilePart => ({
    field: 'logo_image',
    name,
    type: 'application/octet-stream',
    bytes: Buffer.from(bytes),
  });
  const shown = async (): Promise<string> => String((await read())['logo_image']);

  it('TENANTEDIT-137 png, jpeg, webp and svg are kept; the address lasts and changes with the picture', async () => {
    const jpeg = Buffer.from('ffd8ffe000040000ffc0001108006400c803', 'hex');
    const webp = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('630000630000', 'hex'),
    ]);
    const seen = new Set<string>();
    for (const [name, bytes, mime] of [
      ['logo.png', png(100), 'image/png'],
      ['logo.jpg', Buffer.concat([jpeg, Buffer.alloc(20)]), 'image/jpeg'],
      ['logo.webp', webp, 'image/webp'],
      [
        'logo.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
        'image/svg+xml',
      ],
    ] as const) {
      const answer = await save({}, file(name, bytes));
      expect([name, answer.text]).toEqual([name, JSON.stringify({ code: 200, message: 'Tenant saved.' })]);
      const address = await shown();
      expect(await shown()).toBe(address);
      seen.add(address);
      const picture = await call(test, admin, 'GET', address);
      expect([picture.status, picture.headers['content-type']]).toEqual([200, mime]);
    }
    expect(seen.size).toBe(4);
    const [first = '', , , last = ''] = [...seen];
    expect((await call(test, admin, 'GET', first)).text).toContain('does not exist any more');
    test.clock.add(7200);
    expect((await call(test, admin, 'GET', last)).status).toBe(200);
    test.clock.add(-7200);
    await call(test, admin, 'POST', `update_tenant/${own}`, { logo_image: last, pincode: '411009' });
    expect(await shown()).toBe(last);
    const me = (await call(test, admin, 'GET', 'users/me')).body['data'] as { logo_image: string };
    expect(me.logo_image).toBe(last);
  });

  it('TENANTEDIT-137 refuses other kinds, false names, large files and pictures', async () => {
    const before = await stored();
    const large = png(100, 100, 2 * 1024 * 1024 + 1);
    for (const [name, bytes] of [
      ['logo.gif', 'GIF89a'],
      ['logo.pdf', '%PDF-1.7'],
      ['logo.png', 'not a picture'],
      ['logo.jpg', png(100)],
      ['logo.png', png(4001, 10)],
      ['logo.png', png(10, 4001)],
      ['logo.png', large],
      ['logo.svg', '<html><script>1</script></html>'],
      ['logo.svg', `<svg>${'<g>'.repeat(100_000)}${'</rect>'.repeat(100_000)}</svg>`],
      ['logo.svg', '<svg width="5000" height="10"><path d="M0 0"/></svg>'],
    ] as const) {
      const answer = await save({}, file(name, bytes));
      expect([name, answer.code, Object.keys(errorsOf(answer))]).toEqual([name, 422, ['logo_image']]);
    }
    for (const address of ['https://evil.example/x.png', 'files/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'data:image/png;base64,AAAA'])
      expect((await call(test, admin, 'POST', `update_tenant/${own}`, { logo_image: address })).code, address).toBe(422);
    expect(await stored()).toEqual(before);
  });

  it('TENANTEDIT-137 an svg is kept without anything that runs or leads outside', async () => {
    const drawing = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "boo">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="alert(1)">
      <script>alert(2)</script><style>@import url(https://evil.example)</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>
      <foreignObject><iframe src="https://evil.example"/></foreignObject>
      <a xlink:href="javascript:alert(3)"><rect width="9" height="9" fill="url(#g)" onclick="alert(4)"/></a>
      <use xlink:href="https://evil.example/x.svg#a"/><use xlink:href="#g"/><image href="https://evil.example/y.png"/>
      <rect fill="url(https://evil.example/z)" style="background:url(https://evil.example)"/><animate onbegin="alert(5)"/></svg>`;
    expect((await save({}, file('logo.svg', drawing))).code).toBe(200);
    const kept = (await call(test, admin, 'GET', await shown())).text;
    expect(kept).toMatch(/^<svg[^>]+viewBox="0 0 10 10"/);
    expect(kept).toMatch(/<linearGradient id="g"><stop offset="0" stop-color="#f00"/);
    expect(kept).toContain('fill="url(#g)"');
    expect(kept).toContain('xlink:href="#g"');
    expect(kept).not.toMatch(/script|alert|evil|onload|onclick|ENTITY|foreignObject|style|animate|iframe|<image/i);
  });
});

describe('scrape_tenant_website_details', () => {
  let site: Server;
  let port = 0;
  /** How long each request was allowed to take, and why those that failed did. */
  const seconds: (number | undefined)[] = [];
  const refused: string[] = [];
  beforeAll(async () => {
    site = createServer((request, response) => {
      const path = request.url ?? '/';
      const html = { 'content-type': 'text/html; charset=utf-8' };
      const to = /^\/hop(\d)$/.exec(path)?.[1];
      if (to) response.writeHead(302, { location: to === '1' ? '/' : `/hop${Number(to) - 1}` }).end();
      else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else if (path === '/huge') response.writeHead(200, html).end('x'.repeat(2 * 1024 * 1024 + 1));
      else if (path === '/deep') response.writeHead(200, html).end('<b><a href="/x">'.repeat(60_000));
      else if (path === '/open') response.writeHead(200, html).end(`${'<i>'.repeat(300_000)}${'</b>'.repeat(250_000)}`);
      else if (path === '/tags') response.writeHead(200, html).end(`${'<a<script type=ld+json>'.repeat(80_000)}`);
      else if (path === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      else if (path === '/gone') response.writeHead(404, html).end('gone');
      else if (path === '/silent') return;
      else response.writeHead(200, html).end(page);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    port = (site.address() as { port: number }).port;
    const outbound = makeOutbound({ allow: [`127.0.0.1:${port}`] });
    const send: Outbound['send'] = (asked) => {
      seconds.push(asked.seconds);
      // The silent page is given up after a moment instead of the seconds that it was allowed.
      return outbound.send(asked.url.endsWith('/silent') ? { ...asked, seconds: 0.5 } : asked).catch((error: unknown) => {
        refused.push(error instanceof Refused ? error.why : String(error));
        throw error;
      });
    };
    Object.assign(test.services, { outbound: { ...outbound, send } });
  });
  beforeEach(async () => {
    seconds.length = refused.length = 0;
    await test.store.admin(`delete from attempts where key like 'scrape:%'`);
  });
  afterAll(() => new Promise((resolve) => (site.closeAllConnections(), site.close(resolve))));
  const page = `<html><head><title>Home | Northstar</title><meta name="description" content="Admissions &amp; more">
    <meta property="og:site_name" content="Northstar Admissions"><script>document.title = 'hacked'</script></head><body>
    <img class="site-logo" src="/logo.png"><a href="mailto:Hello@Northstar.example?subject=x">Mail</a>
    <a href="tel:+91 90000-00001">Call</a><a href="https://www.facebook.com/northstar">f</a><a href="https://x.com/northstar">x</a>
    <a href="https://instagram.com/northstar">i</a><a href="https://youtube.com/@northstar">y</a>
    <a href="https://maps.app.goo.gl/abc">map</a>
    <a href="javascript:alert(1)">Privacy</a><a href="/privacy">Privacy policy</a><a href="/legal">Terms &amp; Conditions</a></body></html>`;
  const scrape = (website: string, who = admin): Promise<Answer> =>
    call(test, who, 'POST', 'scrape_tenant_website_details', { website });
  const local = (path: string): string => `http://127.0.0.1:${port}${path}`;

  it('TENANTAPI-001 TENANTAPI-004 answers the form fields that the page tells, and saves nothing', async () => {
    const before = await stored();
    const { body } = await scrape(local('/hop3'));
    expect(body).toMatchObject({ code: 200 });
    expect(body['data']).toEqual({
      name: 'Northstar Admissions',
      description: 'Admissions & more',
      email: 'hello@northstar.example',
      phone: '+919000000001',
      logo_image: local('/logo.png'),
      twitter: 'https://x.com/northstar',
      facebook: 'https://www.facebook.com/northstar',
      google: 'https://maps.app.goo.gl/abc',
      instagram: 'https://instagram.com/northstar',
      youtube: 'https://youtube.com/@northstar',
      privacy_policy_url: local('/privacy'),
      terms_condition_url: local('/legal'),
    });
    expect(await stored()).toEqual(before);
  });

  it('TENANTEDIT-136 refuses private addresses, redirects to them, four redirects, large, slow and other answers', async () => {
    for (const [website, why] of [
      ['http://127.0.0.1/', 'address'],
      ['http://[::1]/', 'address'],
      ['http://169.254.169.254/latest', 'address'],
      ['ftp://example.com/', 'address'],
      [local('/inside'), 'address'],
      [local('/hop4'), 'redirect'],
      [local('/huge'), 'size'],
      [local('/picture'), 'type'],
      [local('/gone'), undefined], // an answer, and no page
    ]) {
      expect([website, (await scrape(website!)).code]).toEqual([website, 422]);
      expect([website, refused.splice(0)]).toEqual([website, why ? [why] : []]);
    }
  });
  it('TENANTEDIT-136 stops after ten seconds, and reads a page nested without end', async () => {
    const [silent, ...deep] = await Promise.all(['/silent', '/deep', '/open', '/tags'].map((path) => scrape(local(path))));
    expect(silent!.code).toBe(422);
    expect(refused).toEqual(['time']);
    expect(seconds).toEqual([10, 10, 10, 10]);
    expect(deep.map(({ code }) => code)).toEqual([200, 200, 200]);
  });
  it('is for role 1, ten times an hour', async () => {
    expect((await scrape(local('/'), counsellor)).code).toBe(403);
    for (let n = 0; n < 10; n++) expect((await scrape('http://127.0.0.1/')).code).toBe(422);
    expect((await scrape(local('/'))).code).toBe(429);
  });
});
