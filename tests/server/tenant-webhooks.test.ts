import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import type { OutboundRequest } from '../../server/outbound/outbound';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { JobKind } from '../../server/context/jobs';

/** Requests to Teams and Zoho, received by a server on this machine in their place. */
let test: TestApp;
let admin: Browser;
let own: string;
let site: Server;
let base: string;
let failing = 0;
const posted: { path: string; body: string; key: string }[] = [];
beforeAll(async () => {
  test = await build();
  own = test.fixture.tenants.northstar;
  site = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (failing > 0) return void (failing--, response.writeHead(500).end());
      posted.push({ path: request.url ?? '', body, key: request.headers.authorization ?? '' });
      response.writeHead(200, { 'content-type': 'application/json' });
      const isToken = request.url === '/oauth/v2/token';
      response.end(JSON.stringify(isToken ? { access_token: 'opened' } : { data: [{ code: 'SUCCESS', details: { id: '77' } }] }));
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as { port: number };
  base = `http://127.0.0.1:${port}`;
  const local = makeOutbound({ allow: [`127.0.0.1:${port}`] });
  // Teams is called only over https; here its name resolves to the server above.
  const send = (asked: OutboundRequest) => local.send({ ...asked, url: asked.url.replace('https://teams.local', base) });
  Object.assign(test.services, { outbound: { send } });
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await test.close();
});
const tenant = (set: string): Promise<number> => edit(test, own, `update tenant set ${set} where tenant_id = '${own}'`);
const waiting = (): Promise<Record<string, unknown>[]> =>
  test.store.admin(
    `select kind, state, payload, result, message from jobs where kind in ('teams-post', 'zoho-push') order by created_at, id`,
  ) as Promise<Record<string, unknown>[]>;
/** Runs the queued jobs until all are done. */
async function work(): Promise<Record<string, unknown>[]> {
  test.services.jobs.start();
  for (let n = 0; n < 400; n++) {
    const jobs = await waiting();
    if (jobs.every(({ state }) => state === 'done' || state === 'failed')) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await test.services.jobs.stop();
  const jobs = await waiting();
  await test.store.admin(`delete from jobs where kind in ('teams-post', 'zoho-push')`);
  return jobs;
}
const texts = (): string[] => posted.splice(0).map(({ path, body }) => `${path} ${(JSON.parse(body) as { text: string }).text}`);

describe('Teams webhooks', () => {
  it('nothing is queued while the flags are off', async () => {
    await call(test, admin, 'POST', 'users/attendance/check-in', { mode: 'office' });
    await signIn(test, 'counsellor@northstar.example');
    expect(await waiting()).toEqual([]);
    await tenant(`teams_auth_log_webhook_url = 'https://teams.local/auth', is_teams_auth_log_webhook_enabled = 1,
      teams_attendance_webhook_url = 'https://teams.local/attendance', is_teams_attendance_webhook_enabled = 1,
      teams_leave_webhook_url = 'https://teams.local/leave', is_teams_leave_webhook_enabled = 1`);
  });
  it('sign-ins, sign-outs, attendance and leave are each posted to their own address, and retried after a failure', async () => {
    const counsellor = await signIn(test, 'counsellor@northstar.example');
    await call(test, counsellor, 'POST', 'users/attendance/check-in', { mode: 'remote' });
    await call(test, counsellor, 'POST', 'users/auth-log', { by_user: true });
    failing = 1;
    const jobs = await work();
    expect(jobs.map(({ state, result }) => [state, result])).toEqual(jobs.map(() => ['done', { posted: true }]));
    expect(texts().sort()).toEqual([
      '/attendance Counsellor Northstar checked in (remote).',
      '/auth Counsellor Northstar signed in.',
      '/auth Counsellor Northstar signed out.',
    ]);
  });
  it('a leave request is posted; events of another tenant are not', async () => {
    const made = await call(test, admin, 'POST', 'res/leave-types', { name: 'Casual', yearly_days: 12, paid: true });
    const caller = await signIn(test, 'caller@northstar.example');
    await signIn(test, 'counsellor@lakeview.example');
    const asked = await call(test, caller, 'POST', 'res/leaves', {
      leave_type_id: made.body['id'],
      from_date: '2031-02-03',
      to_date: '2031-02-04',
      reason: 'A wedding',
    });
    expect(asked.text).toContain('2031-02-03');
    await work();
    expect(texts().sort()).toEqual([
      '/auth Caller Northstar signed in.',
      '/leave Caller Northstar requested leave from 3 Feb 2031 to 4 Feb 2031.',
    ]);
  });
  it('a post queued by an earlier build is sent and listed; an empty one fails with a message', async () => {
    const add = (payload: object): Promise<string> =>
      test.store.transaction(actor(own), (tx) =>
        test.services.jobs.add(
          tx,
          { tenantId: own, userId: admin.userId! },
          { kind: new JobKind<object>('teams-post'), payload },
        ),
      );
    const id = await add({ hook: 'leave', text: 'An old leave' });
    failing = 1;
    await work();
    expect(texts()).toEqual(['/leave An old leave']);
    expect(await test.store.admin(`select state, body from outbox_messages where id = '${id}'`)).toEqual([
      { state: 'sent', body: 'An old leave' },
    ]);
    await add({ hook: 'leave' });
    expect(await work()).toMatchObject([{ state: 'failed', message: expect.stringContaining('has no message') }]);
    expect(posted).toEqual([]);
  });
  it('a reserved name uses the sandbox, and an address that was switched off gets nothing', async () => {
    await tenant(`teams_attendance_webhook_url = 'https://hooks.example/x'`);
    await call(test, admin, 'POST', 'users/attendance/check-out', {});
    await work();
    expect(posted.splice(0)).toEqual([]);
    expect(test.logged.find(({ message }) => message === 'sandbox teams')?.data).toEqual({
      text: 'Admin Northstar checked out.',
    });
    await call(test, admin, 'POST', 'users/attendance/check-in', { mode: 'office' });
    await tenant(`is_teams_attendance_webhook_enabled = 0`);
    expect((await work()).map(({ result }) => result)).toEqual([{ posted: false }]);
  });
});

describe('a sample by hand', () => {
  const sample = (connection: string, who = admin) => call(test, who, 'POST', 'test_tenant_connection', { connection });
  const dataOf = ({ body }: { body: object }) => (body as { data: Record<string, unknown> }).data;
  /** Row counts and the last audit entry: any write would change them. */
  const kept = (): Promise<unknown> =>
    test.store.admin(`select (select max(seq) from audit) as audit, (select count(*) from jobs) as jobs,
      (select count(*) from webhook_deliveries) as deliveries, (select json_agg(t) from tenant t) as tenants`);
  beforeEach(async () => {
    await test.store.admin(`delete from attempts where key like 'test-connection:%'`);
    failing = 0;
    posted.splice(0);
    await tenant(`teams_auth_log_webhook_url = 'https://teams.local/auth', is_teams_auth_log_webhook_enabled = 1,
      teams_attendance_webhook_url = 'https://hooks.example/x', is_teams_attendance_webhook_enabled = 1,
      teams_leave_webhook_url = 'https://10.0.0.1/leave', is_teams_leave_webhook_enabled = 1, zoho_integration = 1`);
  });
  it('is sent once to the saved address, marked as a test, and shows the answer; nothing is written', async () => {
    const before = await kept();
    const answer = await sample('teams_auth_log');
    expect(answer.body.message).toBe('Teams received the sample.');
    expect(dataOf(answer)).toEqual({ taken: true, sandbox: false, status: 200, ms: expect.any(Number) });
    expect(texts()).toEqual(['/auth TEST: a sample sent by Admin Northstar. No action is needed.']);
    expect((await sample('teams_attendance')).body).toMatchObject({
      message: 'The sandbox received the sample.',
      data: { taken: true, sandbox: true, status: null },
    });
    expect((await sample('zoho')).body).toMatchObject({
      message: 'No credentials are saved, so the sandbox received the sample.',
      data: { taken: true, sandbox: true, status: null },
    });
    expect(await kept()).toEqual(before);
  });
  it('shows refusals of the channel, without a retry, and of the address guard as a message', async () => {
    failing = 1;
    expect((await sample('teams_auth_log')).body).toMatchObject({
      code: 200,
      message: 'Teams answered 500.',
      data: { taken: false, sandbox: false, status: 500 },
    });
    expect(posted).toEqual([]);
    expect((await sample('teams_leave')).body).toMatchObject({
      message: 'The URL does not lead to a public server.',
      data: { taken: false, status: null },
    });
  });
  it('is limited to role 1, connections that are on, the user’s own tenant, and twenty an hour', async () => {
    const manager = await signIn(test, 'manager@northstar.example');
    expect((await sample('teams_auth_log', manager)).code).toBe(403);
    await tenant('zoho_integration = 0, is_teams_auth_log_webhook_enabled = 0');
    for (const connection of ['zoho', 'teams_auth_log'])
      expect((await sample(connection)).body).toMatchObject({ code: 409, message: 'This connection is switched off.' });
    expect((await sample('elsewhere')).code).toBe(422);
    await tenant('is_teams_auth_log_webhook_enabled = 1');
    const other = await signIn(test, 'admin@lakeview.example');
    expect((await sample('teams_auth_log', other)).code).toBe(409);
    expect(posted).toEqual([]);
    for (let n = 2; n < 20; n++) expect((await sample('teams_auth_log')).code).toBe(200);
    expect((await sample('teams_auth_log')).code).toBe(429);
    expect((await sample('teams_auth_log', other)).code).toBe(409);
  });
  afterAll(async () => {
    await tenant('zoho_integration = 0, is_teams_auth_log_webhook_enabled = 0, is_teams_leave_webhook_enabled = 0');
    await work(); // jobs queued by the sign-ins
    posted.splice(0);
    await test.store.admin(`delete from attempts where key like 'test-connection:%'`);
  });
});

describe('Zoho', () => {
  let phone = 9876500000;
  const lead = async (more: Record<string, unknown> = {}): Promise<string> =>
    String((await call(test, admin, 'POST', 'res/leads', { name: 'Asha Rao', phone: String(phone++), ...more })).body['id']);
  it('new leads of the chosen sources go to Zoho; without credentials to the sandbox', async () => {
    await lead();
    expect(await waiting()).toEqual([]);
    const made = await call(test, admin, 'POST', 'res/lead-sources', { name: 'Fair' });
    const source = String(made.body['id']);
    await tenant(`zoho_integration = 1, is_push_lead_to_zone_enabled = 1, sources_ids_zoho_lead_trigger = '["${source}"]'`);
    await lead();
    const meant = await lead({ source });
    const [job, ...others] = await work();
    expect(others).toEqual([]);
    expect(job).toMatchObject({ payload: { lead_id: meant }, state: 'done', result: { pushed: true } });
    expect((job!['result'] as { zoho_id: string }).zoho_id).toMatch(/^SBX-/);
    await tenant(`sources_ids_zoho_lead_trigger = '[]', college_ids_zoho_lead_trigger = '[4711]'`);
    await lead({ source });
    expect(await waiting()).toEqual([]);
    // A list that names no college means none, not all of them.
    for (const broken of ['[null]', '{}', '[true]']) {
      await tenant(`college_ids_zoho_lead_trigger = '${broken}'`);
      await lead({ source });
      expect([broken, await waiting()]).toEqual([broken, []]);
    }
    await tenant(`college_ids_zoho_lead_trigger = null`);
  });
  it('with credentials the real adapter requests a token and writes the lead, and retries after a failure', async () => {
    const set = { zoho_crm_client_id: 'id', zoho_crm_client_secret: 'the-secret-1234', zoho_crm_refresh_token: 'the-token-5678' };
    await call(test, admin, 'POST', 'res/provider-settings', { channel: 'zoho', provider: 'zoho', settings: { endpoint: base } });
    const full = {
      short_name: 'N',
      description: 'D',
      estd_year: 2000,
      phone: '9000000001',
      address1: 'A',
      country: 'India',
      state: 'Goa',
      city: 'Panaji',
      tenant_type: 'college',
      base_url: 'https://n.example',
      pan_number: 'AAACN1234F',
      cin_number: 'U80301MH2009PTC123456',
      gst_number: '27AAACN1234F1Z5',
    };
    expect((await call(test, admin, 'PUT', `update_tenant/${own}`, { ...full, ...set })).body.message).toBe('Tenant saved.');
    await lead({ email: 'asha@example.com' });
    failing = 1;
    expect((await work()).map(({ result }) => result)).toEqual([{ pushed: true, zoho_id: '77' }]);
    const [token, record] = posted.splice(0);
    expect(new URLSearchParams(token!.body).get('refresh_token')).toBe('the-token-5678');
    expect(record).toMatchObject({ path: '/crm/v2/Leads/upsert', key: 'Zoho-oauthtoken opened' });
    expect(JSON.parse(record!.body)).toMatchObject({
      data: [{ First_Name: 'Asha', Last_Name: 'Rao', Email: 'asha@example.com' }],
    });
    expect(JSON.stringify(await test.store.admin('select payload, result from jobs'))).not.toMatch(/the-(secret|token)/);
    const tested = await call(test, admin, 'POST', 'test_tenant_connection', { connection: 'zoho' });
    expect(tested.body).toMatchObject({ message: 'Zoho received the sample as lead 77.', data: { taken: true, status: 200 } });
    expect(JSON.parse(posted.splice(0)[1]!.body)).toMatchObject({
      data: [{ First_Name: 'TEST', Last_Name: 'Sample', Email: 'test-sample@prospectus.example' }],
      duplicate_check_fields: ['Email', 'Phone'],
    });
    failing = 1;
    expect((await call(test, admin, 'POST', 'test_tenant_connection', { connection: 'zoho' })).body).toMatchObject({
      message: 'Zoho answered 500.',
      data: { taken: false, status: 500 },
    });
  });
});
