import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { filePart } from '../attack/call-samples';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** A Cloud API on this machine: media by id, upload, messages. */
interface Stored {
  readonly bytes: Buffer;
  readonly size?: number;
  readonly at?: string;
}
const media = new Map<string, Stored>();
const asked: { path: string; authorization: string; type: string; body: Buffer }[] = [];
let failing = 0;
let base: string;
const cloud = createServer((request: IncomingMessage, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const path = request.url ?? '';
    asked.push({ path, authorization, type, body: Buffer.concat(parts) });
    const json = (body: object, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (authorization !== 'Bearer cloud-token') return json({ error: { message: 'Bad token' } }, 401);
    if (failing > 0) return void (failing--, json({ error: { message: 'down' } }, 500));
    if (path.startsWith('/bytes/')) return void response.writeHead(200).end(media.get(path.slice(7))!.bytes);
    if (path === '/2/media') return json({ id: 'up-1' });
    if (path === '/2/messages') return json({ messages: [{ id: `wamid.sent.${asked.length}` }] });
    const found = media.get(path.slice(1));
    if (!found) return json({ error: { message: 'unknown' } }, 404);
    return json({ url: found.at ?? `${base}/bytes${path}`, mime_type: 'image/png', file_size: found.size ?? found.bytes.length });
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
let test: TestApp;
let admin: Browser;
let counsellor: Browser;
let tenant: string;
const wa = '919811100021';

beforeAll(async () => {
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(cloud.address() as { port: number }).port}`;
  test = await build();
  tenant = test.fixture.tenants.northstar;
  await edit(test, tenant, `update users set wp_access = 1`);
  await edit(
    test,
    tenant,
    `update users_roles set permissions = permissions || '[{"code":"WhatsApp_Communication","level":[1,2,6]}]' where role in (4, 5)`,
  );
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
  await edit(
    test,
    tenant,
    `insert into leads (tenant_id, id, name, phone, user_id) values ('${tenant}', 'lead-media', 'Asha Rao', '+${wa}', '${counsellor.userId}')`,
  );
  const made = await call(test, admin, 'POST', 'res/provider-settings', {
    channel: 'whatsapp',
    provider: 'meta',
    settings: { endpoint: base, account: '1', sender: '2' },
    credentials: { key: 'app-secret', secret: 'cloud-token' },
  });
  expect(made.status).toBeLessThan(300);
  reach(true);
  test.services.jobs.start();
});
afterAll(async () => {
  cloud.closeAllConnections();
  await new Promise((resolve) => cloud.close(resolve));
  await test.close();
});

const reach = (inside: boolean): void =>
  void Object.assign(test.services, {
    outbound: makeOutbound(inside ? { allow: [new URL(base).host] } : {}),
  });
let sent = 0;
/** The webhook's call for one message with a file, signed. */
async function arrives(type: string, id: string, more: object = {}): Promise<string> {
  const providerId = `wamid.m${++sent}`;
  const text = JSON.stringify({
    entry: [
      {
        changes: [
          { value: { messages: [{ from: wa, id: providerId, timestamp: '1790000000', type, [type]: { id, ...more } }] } },
        ],
      },
    ],
  });
  const answer = await call(test, { cookies: new Map(), ip: '198.51.100.7' }, 'POST', `whatsapp/webhook/${tenant}`, text, {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', 'app-secret').update(text).digest('hex')}`,
  });
  expect(answer.code).toBe(200);
  return providerId;
}
interface Kept {
  readonly id: string;
  readonly media_url: string | null;
  readonly error: string | null;
  readonly status: string;
  readonly provider_id: string | null;
}
const rowOf = async (where: string): Promise<Kept> =>
  (await test.store.admin(`select id, media_url, error, status, provider_id from whatsapp_messages where ${where}`))[0] as never;
const settled = async (providerId: string): Promise<Kept> => {
  await expect
    .poll(async () => {
      const row = await rowOf(`provider_id = '${providerId}'`);
      return row.media_url ?? row.error;
    })
    .toBeTruthy();
  return rowOf(`provider_id = '${providerId}'`);
};
const historyOf = async (who: Browser): Promise<Answer> =>
  call(test, who, 'GET', `chat_history?chat_id=${wa}&userId=${who.userId}`);

describe('WhatsApp media', () => {
  it('fetches a customer’s file by its id, stores it with the type of its bytes, and shows it to users who see the chat', async () => {
    media.set('pic-1', { bytes: png });
    const row = await settled(await arrives('image', 'pic-1', { caption: 'My marks' }));
    expect(row).toMatchObject({ error: null, media_url: expect.stringMatching(/^files\//) });
    expect(asked.map(({ path }) => path).slice(-2)).toEqual(['/pic-1', '/bytes/pic-1']);
    const [file] = await test.store.admin(
      `select name, mime, owner_resource, owner_id, tenant_id from files where id = '${row.media_url!.slice(6)}'`,
    );
    expect(file).toEqual({
      name: 'image.png',
      mime: 'image/png',
      owner_resource: 'whatsapp-messages',
      owner_id: row.id,
      tenant_id: tenant,
    });
    const [message] = (await historyOf(counsellor)).body['data'] as ChatMessage[];
    expect(message).toMatchObject({
      type: 'image',
      text: 'My marks',
      media_url: expect.stringMatching(/^\/api\/files\/.+e=.+s=/),
    });
    const got = await test.app.inject({ url: message!.media_url! });
    expect([got.statusCode, got.headers['content-type'], got.rawPayload.equals(png)]).toEqual([200, 'image/png', true]);
    expect((await call(test, admin, 'GET', message!.media_url!.replace(/s=.*/, 's=x'))).code).toBe(403);
    expect((await historyOf(await signIn(test, 'caller@northstar.example'))).code).toBe(404);
  });

  it('keeps the name of a document if its bytes match, and accepts only the type that the message names', async () => {
    const nameOf = async (row: Kept): Promise<unknown> =>
      (await test.store.admin(`select name from files where id = '${row.media_url!.slice(6)}'`))[0]!['name'];
    media.set('doc-1', { bytes: pdf });
    expect(await nameOf(await settled(await arrives('document', 'doc-1', { filename: 'Marks sheet.pdf' })))).toBe(
      'Marks sheet.pdf',
    );
    expect(await nameOf(await settled(await arrives('document', 'doc-1', { filename: 'marks.exe' })))).toBe('document.pdf');
    media.set('bad-1', { bytes: Buffer.from('<html><script>alert(1)</script>') });
    for (const [type, id] of [
      ['image', 'bad-1'],
      ['document', 'bad-1'],
      ['image', 'doc-1'],
    ] as const)
      expect(await settled(await arrives(type, id))).toMatchObject({
        media_url: null,
        error: 'This file type is not supported.',
      });
  });

  it('refuses files that are too large, from another host, or from inside the server’s own network', async () => {
    media.set('big', { bytes: png, size: 17 * 1024 * 1024 });
    expect((await settled(await arrives('image', 'big'))).error).toBe('The file is larger than 16 MB.');
    media.set('away', { bytes: png, at: 'https://evil.example/x.png' });
    expect((await settled(await arrives('image', 'away'))).error).toBe("The file's URL does not belong to WhatsApp.");
    reach(false);
    const before = asked.length;
    expect(await settled(await arrives('image', 'pic-1'))).toMatchObject({
      media_url: null,
      error: 'The file has not arrived from WhatsApp yet.',
    });
    expect(asked.length).toBe(before);
    reach(true);
  });

  it('retries a failed fetch, and the message shows the error meanwhile', async () => {
    failing = 1;
    const id = await arrives('image', 'pic-1');
    await expect.poll(async () => (await rowOf(`provider_id = '${id}'`)).error).toMatch(/has not arrived/);
    test.clock.add(600);
    test.services.jobs.wake();
    await expect.poll(async () => (await rowOf(`provider_id = '${id}'`)).media_url).toMatch(/^files\//);
    expect((await rowOf(`provider_id = '${id}'`)).error).toBeNull();
    test.clock.add(-600);
  });

  it('uploads an outgoing file to the provider and sends it by the id it returned', async () => {
    await edit(test, tenant, `update whatsapp_chats set last_in_at = now() where wa_user_id = '${wa}'`);
    const form = filePart({ name: 'campus.png', type: 'image/png', bytes: png });
    const up = await call(test, counsellor, 'POST', 'whatsapp/upload/image', form.body, { 'content-type': form.type });
    expect(up.body).toMatchObject({ code: 200, data: { media_id: 'up-1' } });
    const upload = asked.find(({ path }) => path === '/2/media')!;
    expect(upload.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(upload.body.includes(png)).toBe(true);
    expect(upload.body.toString('latin1')).toContain('name="messaging_product"');
    const answer = await call(test, counsellor, 'POST', 'send_wa_message?ctype=image', {
      wa_user_id: wa,
      userId: counsellor.userId,
      media_id: 'up-1',
      caption: 'Our campus',
    });
    expect(answer.code).toBe(200);
    await expect.poll(() => asked.some(({ path }) => path === '/2/messages')).toBe(true);
    expect(JSON.parse(asked.find(({ path }) => path === '/2/messages')!.body.toString())).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      biz_opaque_callback_data: (await rowOf(`direction = 'out' and text = 'Our campus'`)).id,
      to: wa,
      type: 'image',
      image: { id: 'up-1', caption: 'Our campus' },
    });
    await expect.poll(async () => (await rowOf(`direction = 'out' and text = 'Our campus'`)).provider_id).toMatch(/^wamid\.sent/);
    // the bytes decide the type: what the sender claims and the kind of the message do not count
    const named = filePart({ name: 'campus.png', type: 'text/html', bytes: png });
    const again = await call(test, counsellor, 'POST', 'whatsapp/upload/image', named.body, { 'content-type': named.type });
    const { media_id } = again.body['data'] as { media_id: string };
    const [kept] = await test.store.admin(
      `select mime from whatsapp_media where tenant_id = '${tenant}' order by created_at desc limit 1`,
    );
    expect(kept).toEqual({ mime: 'image/png' });
    expect(
      asked
        .filter(({ path }) => path === '/2/media')
        .at(-1)!
        .body.toString('latin1'),
    ).toContain('Content-Type: image/png');
    const before = asked.length;
    for (const ctype of ['video', 'audio']) {
      const wrong = await call(test, counsellor, 'POST', `send_wa_message?ctype=${ctype}`, {
        wa_user_id: wa,
        userId: counsellor.userId,
        media_id,
      });
      expect(wrong.body).toMatchObject({
        code: 422,
        errors: [{ path: 'media_id', message: `File must be of type ${ctype}` }],
      });
    }
    expect(asked).toHaveLength(before);
    const false_ = filePart({ name: 'x.png', type: 'image/png', bytes: Buffer.from('<script>') });
    expect(
      (await call(test, counsellor, 'POST', 'whatsapp/upload/image', false_.body, { 'content-type': false_.type })).code,
    ).toBe(422);
  });
});
