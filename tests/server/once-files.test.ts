import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart } from '../attack/call-samples';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const databases = await reachableDatabases();
const png = (mark: number): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40, mark)]);
const csv = (...names: string[]): Buffer =>
  Buffer.from(`Name,Phone\n${names.map((name, at) => `${name},98200990${String(at).padStart(2, '0')}\n`).join('')}`);

describe.each(databases)('writes with a file that are sent twice, $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    test.services.jobs.start();
    admin = await signIn(test, 'admin@northstar.example');
  });
  afterAll(() => test.close());

  const send = (path: string, bytes: Buffer, fields: Record<string, string>, key?: string, part = {}): Promise<Answer> => {
    const form = filePart({ name: 'a file.csv', type: 'text/csv', bytes, ...part }, fields);
    return call(test, { ...admin, cookies: new Map(admin.cookies) }, 'POST', path, form.body, {
      'content-type': form.type,
      ...(key ? { 'idempotency-key': key } : {}),
    });
  };
  const count = async (table: string): Promise<number> =>
    Number((await test.store.admin(`select count(*) as n from "${table}"`))[0]!['n']);
  const ended = async (path: string, how: (path: string) => Promise<Answer>): Promise<void> => {
    for (;;) {
      const { body } = await how(path);
      const { status } = { ...body, ...(body['data'] as object) } as unknown as { status: string };
      if (!['queued', 'running'].includes(status)) return expect(status).toBe('done');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const jobOf = (answer: Answer): string => (answer.body as unknown as { data: { job_id: string } }).data.job_id;

  it('D-052 a finished import sent again with its client_ref starts no other; different content is refused', async () => {
    const options = { options: JSON.stringify({ on_match: 're_enquiry' }), client_ref: 'import-1' };
    const first = await send('leads/upload-csv', csv('Asha', 'Ravi'), options);
    expect(first.code, first.text).toBe(200);
    await ended(`leads/upload-csv/${jobOf(first)}`, (path) => call(test, admin, 'GET', path));
    // after the five seconds in which the same content counts as a double click
    await edit(test, test.fixture.tenants.northstar, `update idempotency set created_at = created_at - interval '23 hours'`);
    const before = [await count('imports'), await count('files'), await count('lead_captures')];
    const again = await send('leads/upload-csv', csv('Asha', 'Ravi'), options);
    expect(again.text).toBe(first.text);
    expect((await send('leads/upload-csv', csv('Asha', 'Ravi'), {}, 'import-1')).code).toBe(409);
    expect((await send('leads/upload-csv', csv('Asha', 'Other'), options)).code).toBe(409);
    expect((await send('leads/upload-csv', csv('Asha', 'Ravi'), { ...options, options: '{"on_match":"skip"}' })).code).toBe(409);
    expect([await count('imports'), await count('files'), await count('lead_captures')]).toEqual(before);
  });

  it('D-052 simultaneous twins are one import, and so is a double click without a key', async () => {
    const before = await count('imports');
    const twins = await Promise.all(Array.from({ length: 5 }, () => send('leads/upload-csv', csv('Twin'), {}, 'twins')));
    expect(new Set(twins.map((one) => one.text)).size).toBe(1);
    expect(await count('imports')).toBe(before + 1);
    const clicks = await Promise.all(Array.from({ length: 3 }, () => send('leads/upload-csv', csv('Click'), {})));
    expect(new Set(clicks.map(jobOf)).size).toBe(1);
    expect(clicks.filter(({ body }) => body['repeated'] === true)).toHaveLength(2);
    expect(await count('imports')).toBe(before + 2);
  });

  it('D-052 the same for lists: a repeated preview stores one file, and a repeated start starts no other import', async () => {
    const look = () => send('res/publishers/import', Buffer.from('Name,Code,Email\nP,p-1,p@example.com\n'), {}, 'preview-p');
    const preview = await look();
    expect(preview.status, preview.text).toBe(200);
    const files = await count('files');
    expect((await look()).text).toBe(preview.text);
    expect(await count('files')).toBe(files);
    const body = { step: 'start', file_id: preview.body['file_id'], client_ref: 'start-p' };
    const first = await call(test, admin, 'POST', 'res/publishers/import', body);
    expect(first.status, first.text).toBe(200);
    const state = { step: 'status', job_id: first.body['job_id'] };
    await ended('res/publishers/import', (to) => call(test, admin, 'POST', to, state));
    const imports = await count('imports');
    expect((await call(test, admin, 'POST', 'res/publishers/import', body)).text).toBe(first.text);
    expect(await count('imports')).toBe(imports);
  });

  it('D-052 a file of a record, sent before it or as a part of its own call, is stored once', async () => {
    const picture = { name: 'bill.png', type: 'image/png', field: 'attachment' };
    const ahead = () => send('res/finances/upload', png(1), { field: 'attachment' }, 'ahead', picture);
    const [a, b] = [await ahead(), await ahead()];
    expect(a.code, a.text).toBe(200);
    expect(b.text).toBe(a.text);
    const other = await send('res/finances/upload', png(2), { field: 'attachment' }, 'ahead', picture);
    expect(other.status).toBe(409);
    const files = await count('files');
    const fields = {
      user_id: test.fixture.users['counsellor@northstar.example']!,
      kind: 'incentive',
      amount: '4500',
      month: '2026-04',
      attachment: 'upload:attachment',
      client_ref: 'bill',
    };
    const made = await Promise.all([1, 2].map(() => send('res/finances', png(3), fields, undefined, picture)));
    expect(made[0]!.code, made[0]!.text).toBeLessThan(300);
    expect(made[0]!.text).toBe(made[1]!.text);
    expect([await count('files'), await count('finances')]).toEqual([files + 1, 1]);
    expect((await send('res/finances', png(4), fields, undefined, picture)).status).toBe(409);
  });

  it('D-052 work outside a transaction, a preview and a picture for WhatsApp, is done once, and a refusal frees the key', async () => {
    const before = await count('files');
    const preview = () => send('leads/upload-csv/preview', csv('Preview'), {}, 'look');
    const [first, second] = [await preview(), await preview()];
    expect(first.code, first.text).toBe(200);
    expect(second.text).toBe(first.text);
    const image = (mark: number) =>
      send('whatsapp/upload/image', png(mark), {}, 'picture', { name: 'a.png', type: 'image/png', field: 'file' });
    const twins = await Promise.all([image(1), image(1), image(1)]);
    const done = twins.filter((one) => one.code === 200);
    expect(new Set(done.map((one) => one.text)).size).toBe(1);
    // a twin that arrives while the first is in progress gets 409
    expect(twins.filter((one) => one.code !== 200).every((one) => one.code === 409)).toBe(true);
    expect((await image(1)).text).toBe(done[0]!.text);
    expect((await image(2)).code).toBe(409);
    expect([await count('files'), await count('whatsapp_media')]).toEqual([before + 2, 1]);
    expect((await send('leads/upload-csv/preview', Buffer.alloc(0), {}, 'empty')).code).toBe(422);
    expect((await send('leads/upload-csv/preview', csv('Now it is right'), {}, 'empty')).code).toBe(200);
  });

  it('D-052 a lead of an external form sent twice with the same key is one enquiry', async () => {
    const made = await call(test, admin, 'POST', 'res/api-keys', { name: 'form', scopes: ['lead_capture'] });
    const key = String(made.body['key'] ?? (made.body['data'] as { key?: string } | undefined)?.key);
    const capture = (name: string) =>
      call(
        test,
        newBrowser(),
        'POST',
        `leads/capture/${key}`,
        { name, phone: '9812340099' },
        { cookie: '', 'x-xsrf-token': '', 'idempotency-key': 'form-1' },
      );
    const [one, two] = [await capture('Meera'), await capture('Meera')];
    expect(one.body).toMatchObject({ code: 200, data: { duplicate: false } });
    expect(two.text).toBe(one.text);
    expect((await capture('Somebody else')).code).toBe(409);
    const [{ n } = { n: 0 }] = await test.store.admin(
      `select count(*) as n from lead_captures where lead_id = '${(one.body['data'] as { lead_id: string }).lead_id}'`,
    );
    expect(Number(n)).toBe(1);
  });
});
