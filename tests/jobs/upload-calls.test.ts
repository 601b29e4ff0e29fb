import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectJobKinds } from '../../server/job-kinds';
import { makeJobs } from '../../server/jobs/make-jobs';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { runDueJobs } from '../support/due-jobs';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
const small = readFileSync(new URL('../fixtures/leads-small.csv', import.meta.url));

beforeAll(async () => {
  test = await build();
  test.services.jobs.start();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
});
afterAll(() => test.close());

function post(path: string, file: Buffer, fields: Record<string, string> = {}, who = admin): Promise<Answer> {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${edge}\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]);
  return call(test, who, 'POST', path, body, { 'content-type': `multipart/form-data; boundary=${edge}` });
}
const dataOf = (answer: Answer) => (answer.body as { data: Record<string, never> }).data as Record<string, unknown>;
async function finished(jobId: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const data = dataOf(await call(test, admin, 'GET', `leads/upload-csv/${String(jobId)}`));
    if (!['queued', 'running'].includes(String(data['status']))) return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

it('previews, counts, imports and reports, with the same counts each time', async () => {
  const preview = await post('leads/upload-csv/preview', small);
  expect(preview.code, preview.text).toBe(200);
  const seen = dataOf(preview);
  expect(seen).toMatchObject({ rows_seen: 11, encoding: 'utf-8', delimiter: ',', may_create_fields: true, remembered: false });
  expect(seen['mapping']).toMatchObject({
    'Full Name': 'name',
    Mobile: 'phone',
    Email: 'email',
    'Lead Source': 'source',
    Country: 'country',
    Specialization: 'stream',
    City: 'city',
  });
  expect(seen['unknown']).toEqual(['Tags', 'Lead Profile']);
  expect(seen['rows']).toHaveLength(10);

  const mapping = { ...(seen['mapping'] as object), 'Lead Profile': 'new:Lead profile' };
  const dry = await call(test, admin, 'POST', 'leads/upload-csv/dry-run', { file_id: seen['file_id'], mapping });
  expect(dry.code, dry.text).toBe(200);
  const counted = await finished(dataOf(dry)['job_id']);
  expect(counted).toMatchObject({ status: 'done', rows: 11, created: 6, re_enquiries: 3, failed: 2, done: 11, total: 11 });

  const started = await call(test, admin, 'POST', 'leads/upload-csv', { file_id: seen['file_id'], mapping, client_ref: 'once' });
  expect(started.code, started.text).toBe(200);
  const ended = await finished(dataOf(started)['job_id']);
  expect(ended).toMatchObject({
    status: 'done',
    rows: 11,
    created: 6,
    updated: 0,
    re_enquiries: 3,
    failed: 2,
    skipped: 0,
    done: 11,
    total: 11,
  });
  const twice = await call(test, admin, 'POST', 'leads/upload-csv', { file_id: seen['file_id'], mapping, client_ref: 'once' });
  expect(dataOf(twice)['job_id']).toBe(dataOf(started)['job_id']);

  const errors = await call(test, { ...admin, token: undefined }, 'GET', String(ended['errors_url']));
  expect(errors.headers['content-disposition']).toContain('attachment; filename="leads-not-imported.csv"');
  expect(errors.headers['x-content-type-options']).toBe('nosniff');
  expect(errors.headers['content-security-policy']).toContain('sandbox');
  const lines = errors.text.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe(
    `Broken One,999,not-an-email,Google,India,,Mumbai,,"a, b",8,Mobile,"'999' is not a valid phone number, and 'not-an-email' is not a valid email."`,
  );
  expect(lines[2]).toContain(`,"'=cmd()",9,Mobile,`);

  const forged = await call(
    test,
    admin,
    'GET',
    String(ended['errors_url']).replace(/s=(.)/, (_, first) => `s=${first === '_' ? '-' : '_'}`),
  );
  expect(forged.code).toBe(403);
  test.clock.add(16 * 60);
  expect((await call(test, admin, 'GET', String(ended['errors_url']))).code).toBe(403);
  test.clock.add(-16 * 60);

  const again = dataOf(await post('leads/upload-csv/preview', small));
  expect(again).toMatchObject({ remembered: true });
  expect((again['mapping'] as Record<string, string>)['Lead Profile']).toBe('custom.lead_profile');
});

it('TRUST-S22 the error file, corrected and uploaded again, has the same values as the first file', async () => {
  const csv = Buffer.from(`Name,Phone,"'=Bonus"\n"'=Sum",999,x\n"a;'=b",998,x\n"a;=c",997,x\n`);
  const started = await post('leads/upload-csv', csv, { options: JSON.stringify({ owner: 'unassigned' }) });
  const ended = await finished(dataOf(started)['job_id']);
  const errors = await call(test, { ...admin, token: undefined }, 'GET', String(ended['errors_url']));
  const [head, ...rows] = errors.text.split('\r\n');
  expect(head).toContain(`Name,Phone,"'=Bonus",`);
  expect(rows.slice(0, 3).map((row) => row.split(',')[0])).toEqual([`"'=Sum"`, `"a;'=b"`, `"a;'=c"`]);
});

it('CALL-147 accepts the file itself as multipart and answers a job', async () => {
  const csv = Buffer.from('Name;Phone;Owner\nA One;9820098200;caller@northstar.example\nB Two;9820098201;\n');
  const started = await post('leads/upload-csv', csv, { options: JSON.stringify({ owner: 'column', tags: ['Fair'] }) });
  expect(started.code, started.text).toBe(200);
  expect(await finished(dataOf(started)['job_id'])).toMatchObject({ status: 'done', rows: 2, created: 2, failed: 0 });
  const leads = await test.store.admin(`select "name", "tags", "user_id" from "leads" where "phone" = '+919820098200'`);
  expect(leads).toEqual([{ name: 'A One', tags: ['Fair'], user_id: test.fixture.users['caller@northstar.example'] }]);
});

it('is closed to users without the permission, and invisible to other tenants', async () => {
  expect((await post('leads/upload-csv/preview', small, {}, counsellor)).code).toBe(403);
  const { file_id } = dataOf(await post('leads/upload-csv/preview', small));
  const stranger = await signIn(test, 'admin@lakeview.example');
  const body = { file_id, mapping: { Mobile: 'phone' } };
  expect((await call(test, stranger, 'POST', 'leads/upload-csv', body)).code).toBe(404);
  const manager = await signIn(test, 'manager@northstar.example');
  expect((await call(test, manager, 'POST', 'leads/upload-csv', body)).code).toBe(404);
  const started = dataOf(await call(test, admin, 'POST', 'leads/upload-csv', body));
  expect((await call(test, stranger, 'GET', `leads/upload-csv/${String(started['job_id'])}`)).code).toBe(404);
  expect((await call(test, stranger, 'POST', `leads/upload-csv/${String(started['job_id'])}/cancel`, {})).code).toBe(404);
  await finished(started['job_id']);
});

it('says what is wrong with the file or the mapping, and writes nothing', async () => {
  const broken = await post('leads/upload-csv/preview', Buffer.from('Name,Phone\nA,9820098200\nB,"98200\n'));
  expect([broken.code, broken.body.errors?.[0]]).toEqual([
    422,
    { path: 'file', message: 'Line 3: a quote (") in this row is never closed' },
  ]);
  const { file_id } = dataOf(await post('leads/upload-csv/preview', small));
  const wrong = (mapping: object) => call(test, admin, 'POST', 'leads/upload-csv', { file_id, mapping });
  expect((await wrong({ City: 'city' })).body.message).toBe('Choose the column with the phone number or the email');
  expect((await wrong({ Mobile: 'phone', Email: 'phone' })).code).toBe(422);
  expect((await wrong({ Mobile: 'phone', City: 'stage_id' })).code).toBe(422);
  expect((await wrong({ Mobile: 'phone', Nowhere: 'city' })).code).toBe(422);
});

it('a cancelled import stops and reports it', async () => {
  await test.services.jobs.stop();
  const started = dataOf(await post('leads/upload-csv', small));
  const path = `leads/upload-csv/${String(started['job_id'])}`;
  expect((await call(test, admin, 'POST', `${path}/cancel`, {})).code).toBe(200);
  test.services.jobs.start();
  expect(await finished(started['job_id'])).toMatchObject({ status: 'cancelled', rows: 0, created: 0 });
  expect((await call(test, admin, 'POST', `${path}/cancel`, {})).code).toBe(409);
});

it('SCREENS-2.5 lists the rejected rows of a cancelled import too', async () => {
  await test.services.jobs.stop();
  const rows = Array.from({ length: 400 }, (_, at) => `Stopped ${at},${at === 3 ? 'none' : 9_830_100_000 + at}`);
  const started = dataOf(await post('leads/upload-csv', Buffer.from(['Name,Phone', ...rows].join('\n'))));
  const path = `leads/upload-csv/${String(started['job_id'])}`;
  const status = async () => dataOf(await call(test, admin, 'GET', path));
  // It is cancelled as soon as a batch with a rejected row is written.
  let cancelled = false;
  const { store } = test.services;
  const transaction: typeof store.transaction = async (who, work, options) => {
    const result = await store.transaction(who, work, options);
    if (cancelled || Number((await status())['failed']) === 0) return result;
    cancelled = true;
    expect((await call(test, admin, 'POST', `${path}/cancel`, {})).code).toBe(200);
    return result;
  };
  const watched = { ...test.services, store: { ...store, transaction } };
  const worker = makeJobs(() => watched, collectJobKinds(), { pollMs: 5, concurrency: 1 });
  worker.start();
  const ended = await finished(started['job_id']);
  await worker.stop();
  test.services.jobs.start();
  expect(ended).toMatchObject({ status: 'cancelled', failed: 1 });
  expect(Number(ended['rows'])).toBeLessThan(400);
  await expect.poll(async () => (await status())['errors_url']).not.toBeNull();
  const file = await call(test, { ...admin, token: undefined }, 'GET', String((await status())['errors_url']));
  const lines = file.text.replace('\uFEFF', '').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^Stopped 3,none,5,/);
});

it('SCREENS-2.5 reads dates as the file has them, keeps what its people agreed to, and starts automations only where asked', async () => {
  const { northstar } = test.fixture.tenants;
  await edit(test, northstar, `update "tenant" set "is_allow_automation_trigger" = 1`);
  const rule = await call(test, admin, 'POST', 'rule-engine/create', {
    name: 'Tag every new lead',
    trigger: 'lead_created',
    rule: [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Goa' }] }],
    actions: [{ type: 'add_tag', params: { tag: 'Ruled' } }],
    status: 1,
  });
  expect(rule.code, rule.text).toBe(200);
  const upload = async (phone: string, options: object): Promise<Record<string, unknown>> => {
    const csv = Buffer.from(`Name,Phone,State,Date of birth\nDated,${phone},Goa,02/03/2004\n`);
    const mapping = { Name: 'name', Phone: 'phone', State: 'state', 'Date of birth': 'date_of_birth' };
    const started = await post('leads/upload-csv', csv, {
      options: JSON.stringify(options),
      mapping: JSON.stringify(mapping),
    });
    expect(started.code, started.text).toBe(200);
    await finished(dataOf(started)['job_id']);
    await runDueJobs(test);
    const [lead] = await test.store.admin(
      `select l.date_of_birth::text, l.tags, c.data ->> 'consent_text' as agreed from leads l join lead_captures c on c.lead_id = l.id where l.phone = '+91${phone}'`,
    );
    test.services.jobs.start();
    return lead!;
  };
  expect(await upload('9830200001', {})).toMatchObject({ date_of_birth: '2004-03-02', tags: ['Ruled'], agreed: null });
  const quiet = { date_format: 'month_first', automations: false, consent_text: 'Call me about courses' };
  expect(await upload('9830200002', quiet)).toMatchObject({
    date_of_birth: '2004-02-03',
    tags: null,
    agreed: 'Call me about courses',
  });
  const blank = await post('leads/upload-csv', Buffer.from('Name,Phone\nBlank,9830200003\n'), {
    options: JSON.stringify({ consent_text: ' ' }),
    mapping: JSON.stringify({ Name: 'name', Phone: 'phone' }),
  });
  expect([blank.code, blank.text.includes('onsent')]).toEqual([422, true]);
});
