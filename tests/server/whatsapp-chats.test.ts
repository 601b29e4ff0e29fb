import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatItem, ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let counsellor: Browser;
let other: Browser;
let admin: Browser;
let tenant: string;
const wa = '919811100001';

beforeAll(async () => {
  test = await build({ demo: true });
  tenant = test.fixture.tenants.northstar;
  await edit(test, tenant, `update users set wp_access = 1`);
  await edit(
    test,
    tenant,
    `update users_roles set permissions = permissions || '[{"code":"WhatsApp_Communication","level":[1,2,6]}]' where role in (3, 4, 5)`,
  );
  counsellor = await signIn(test, 'counsellor@northstar.example');
  other = await signIn(test, 'caller@northstar.example');
  admin = await signIn(test, 'admin@northstar.example');
  await edit(
    test,
    tenant,
    `insert into leads (tenant_id, id, name, phone, user_id) values ('${tenant}', 'lead-wa', 'Asha Rao', '+${wa}', '${counsellor.userId}')`,
  );
});
afterAll(() => test.close());

const ask = (who: Browser, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
  call(test, who, method, path, body);
const write = (text: string, phone = `+${wa}`): Promise<Answer> =>
  ask(admin, 'POST', 'sandbox/whatsapp/message', { phone, text, name: 'Someone' });
const listOf = async (who: Browser): Promise<ChatItem[]> =>
  (await ask(who, 'GET', `chats_list?id=${who.userId}`)).body['data'] as ChatItem[];
const historyOf = async (who: Browser, more = '', chat = wa): Promise<{ data: ChatMessage[]; count: number }> =>
  (await ask(who, 'GET', `chat_history?chat_id=${chat}&userId=${who.userId}${more}`)).body as never;
const unseenOf = (who: Browser, id = who.userId): Promise<Answer> =>
  ask(who, 'POST', `chats_list_query/${id}`, { unseen_msg: true });
const send = (who: Browser, ctype: string, body: object, chat = wa): Promise<Answer> =>
  ask(who, 'POST', `send_wa_message?ctype=${ctype}`, { wa_user_id: chat, userId: who.userId, ...body });

describe('WhatsApp chat data', () => {
  it("WADATA-001 lists the caller's chats by chats_list?id, and refuses the id of another user", async () => {
    await write('Is the hostel open?');
    const [chat, ...rest] = await listOf(counsellor);
    expect(rest).toEqual([]);
    expect(chat).toMatchObject({
      wa_user_id: wa,
      name: 'Asha Rao',
      phone: `+${wa}`,
      last_message: 'Is the hostel open?',
      unseen: 1,
      conversation_status: 'open',
      owner_id: counsellor.userId,
    });
    expect(new Date(chat!.last_message_at!).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await ask(counsellor, 'GET', `chats_list?id=${admin.userId}`)).code).toBe(404);
    expect((await ask(counsellor, 'GET', 'chats_list')).code).toBe(422);
    expect(await listOf(other)).toEqual([]);
  });

  it('WADATA-002 WADATA-003 WADATA-004 chat_history pages newest first by limit and offset, 20 by default and up to 100; type is empty unless given', async () => {
    for (let i = 0; i < 24; i++) await write(`Message ${i}`);
    const first = await historyOf(counsellor);
    expect(first.count).toBe(25);
    expect(first.data).toHaveLength(20);
    expect(first.data[0]).toMatchObject({
      direction: 'in',
      type: 'text',
      text: 'Message 23',
      media_url: null,
      is_business_initiated: false,
    });
    const next = await historyOf(counsellor, '&limit=20&offset=20');
    expect(next.data.map((one) => one.text)).toEqual(['Message 3', 'Message 2', 'Message 1', 'Message 0', 'Is the hostel open?']);
    expect((await historyOf(counsellor, '&limit=3&offset=1')).data.map((one) => one.text)).toEqual([
      'Message 22',
      'Message 21',
      'Message 20',
    ]);
    expect((await historyOf(counsellor, '&type=')).count).toBe(25);
    expect((await historyOf(counsellor, '&type=image')).count).toBe(0);
    expect((await ask(counsellor, 'GET', `chat_history?chat_id=${wa}&userId=${counsellor.userId}&limit=101`)).code).toBe(422);
    expect((await ask(counsellor, 'GET', `chat_history?chat_id=${wa}&userId=${admin.userId}`)).code).toBe(404);
    expect((await ask(other, 'GET', `chat_history?chat_id=${wa}&userId=${other.userId}`)).code).toBe(404);
  });

  it('WADATA-006 UNSEEN-004 chats_list_query answers one element per unseen message: two chats with 3 and 1 give 4', async () => {
    await edit(test, tenant, `update whatsapp_messages set seen = true`);
    const second = '919811100002';
    await edit(
      test,
      tenant,
      `insert into leads (tenant_id, id, name, phone, user_id) values ('${tenant}', 'lead-wa2', 'Dev Shah', '+${second}', '${counsellor.userId}')`,
    );
    for (const text of ['a', 'b', 'c']) await write(text);
    await write('d', `+${second}`);
    const { body } = await unseenOf(counsellor);
    expect(body['status']).toBe('success');
    const found = body['data_obj'] as { wa_user_id: string; name: string; message_id: string }[];
    expect(found.map((one) => one.wa_user_id).sort()).toEqual([wa, wa, wa, second]);
    expect(found.find((one) => one.wa_user_id === second)).toEqual({
      wa_user_id: second,
      name: 'Dev Shah',
      message_id: expect.any(String),
    });
    expect((await unseenOf(admin)).body['data_obj']).toEqual([]);
    expect((await unseenOf(counsellor, admin.userId)).body).toMatchObject({ code: 404, status: 'error' });
    expect((await ask(counsellor, 'POST', `chats_list_query/${counsellor.userId}`, { unseen_msg: false })).code).toBe(422);
    // opening a colleague's chat does not mark it as seen for the colleague
    expect((await ask(admin, 'POST', 'whatsapp/chat/update', { wa_user_id: wa, seen: true })).code).toBe(200);
    expect((await unseenOf(counsellor)).body['data_obj']).toHaveLength(4);
    await ask(counsellor, 'POST', 'whatsapp/chat/update', { wa_user_id: wa, seen: true });
    expect((await unseenOf(counsellor)).body['data_obj']).toHaveLength(1);
  });

  it('WADATA-007 requesting_chats_list has the chats without an owner; the first user to take one gets it', async () => {
    const stranger = '919811100003';
    await write('Hello?', `+${stranger}`);
    const waiting = async (who: Browser): Promise<ChatItem[]> =>
      (await ask(who, 'GET', 'requesting_chats_list')).body['data'] as ChatItem[];
    expect(await waiting(other)).toMatchObject([{ wa_user_id: stranger, owner_id: null, name: 'Someone', unseen: 1 }]);
    expect((await listOf(counsellor)).map((one) => one.wa_user_id)).not.toContain(stranger);
    expect((await ask(counsellor, 'POST', 'whatsapp/chat/update', { wa_user_id: stranger, take: true })).code).toBe(200);
    expect((await ask(admin, 'POST', 'whatsapp/chat/update', { wa_user_id: stranger, take: true })).code).toBe(409);
    expect(await waiting(counsellor)).toEqual([]);
    expect((await listOf(counsellor)).map((one) => one.wa_user_id)).toContain(stranger);
  });

  it('WADATA-005 send_wa_message?ctype sends within 24 hours of the last message; later only a template (D-116)', async () => {
    const sent = await send(counsellor, 'text', { text: ' It is. ' });
    expect(sent.body).toMatchObject({
      code: 200,
      message: 'Message sent.',
      data: { message: { direction: 'out', type: 'text', text: 'It is.', status: 'sent', is_business_initiated: false } },
    });
    const [kept] = await test.store.admin(
      `select "to", "body" from outbox_messages where channel = 'whatsapp' order by created_at desc limit 1`,
    );
    expect(kept).toEqual({ to: `+${wa}`, body: 'It is.' });
    expect((await send(counsellor, 'text', { text: '  ' })).body).toMatchObject({ code: 422, errors: [{ path: 'text' }] });
    expect((await send(counsellor, 'sticker', { text: 'x' })).code).toBe(422);
    expect((await send(counsellor, 'image', { media_id: 'nobody-brought-this' })).body).toMatchObject({
      code: 422,
      errors: [{ path: 'media_id' }],
    });
    expect((await send(other, 'text', { text: 'x' })).code).toBe(404);
    const ref = { text: 'Once', client_ref: 'one-and-the-same' };
    expect((await send(counsellor, 'text', ref)).body['data']).toEqual((await send(counsellor, 'text', ref)).body['data']);
    expect((await historyOf(counsellor, '&limit=2')).data.map((one) => one.text)).toEqual(['Once', 'It is.']);

    await edit(
      test,
      tenant,
      `update whatsapp_chats set last_in_at = now() - interval '24 hours 1 minute' where wa_user_id = '${wa}'`,
    );
    expect((await send(counsellor, 'text', { text: 'Too late' })).body).toMatchObject({ code: 409 });
    await edit(
      test,
      tenant,
      `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status)
      values ('${tenant}', 'tpl-1', 'come_back', 'UTILITY', 'en', 'Hi {{1}}, shall we talk?', 'APPROVED', 1)`,
    );
    expect((await send(counsellor, 'template', { template_id: 'tpl-1' })).body).toMatchObject({
      code: 422,
      errors: [{ path: 'params' }],
    });
    expect((await send(counsellor, 'template', { template_id: 'tpl-1', params: ['Asha'] })).body).toMatchObject({
      code: 200,
      data: { message: { type: 'template', text: 'Hi Asha, shall we talk?', is_business_initiated: true } },
    });
    expect((await historyOf(counsellor, '&type=bic')).data.map((one) => one.text)).toEqual(['Hi Asha, shall we talk?']);
    await write('STOP');
    await edit(test, tenant, `update whatsapp_chats set last_in_at = null where wa_user_id = '${wa}'`);
    expect((await send(counsellor, 'template', { template_id: 'tpl-1', params: ['Asha'] })).body).toMatchObject({
      code: 409,
      message: 'The lead has opted out of WhatsApp messages.',
    });
  });

  it('D-114 the chat token works only for the chat calls and ends with the sign-out; D-115 without wp_access there is no access', async () => {
    const who = await signIn(test, 'lead@northstar.example');
    const chatToken = who.wpToken!;
    const chatting = { ...who, token: chatToken };
    expect((await ask(chatting, 'GET', `chats_list?id=${who.userId}`)).code).toBe(200);
    expect((await unseenOf(chatting)).code).toBe(200);
    expect((await ask(chatting, 'GET', 'res/leads?limit=1')).status).toBe(401);
    await edit(test, tenant, `update users set wp_access = 0 where id = '${who.userId}'`);
    expect((await ask(who, 'GET', `chats_list?id=${who.userId}`)).body).toMatchObject({
      code: 403,
      message: 'You do not have access to WhatsApp. Please contact the administrator.',
    });
    await edit(test, tenant, `update users set wp_access = 1 where id = '${who.userId}'`);
    await ask(who, 'POST', 'users/auth-log', { by_user: true });
    expect((await ask(chatting, 'GET', `chats_list?id=${who.userId}`)).status).toBe(401);
  });
});

describe('WhatsApp webhook', () => {
  const secret = 'app-secret';
  const post = (body: unknown, signature?: string): Promise<Answer> => {
    const text = JSON.stringify(body);
    const signed = signature ?? `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    return call(test, { cookies: new Map(), ip: '198.51.100.7' }, 'POST', `whatsapp/webhook/${tenant}`, text, {
      'content-type': 'application/json',
      'x-hub-signature-256': signed,
    });
  };
  const news = (value: object) => ({ object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] });
  const from = '919811100009';
  const message = news({
    contacts: [{ wa_id: from, profile: { name: '<b>Meera</b>' } }],
    messages: [
      { from, id: 'wamid.1', timestamp: String(Math.floor(Date.now() / 1000)), type: 'text', text: { body: 'Fees? ₹' } },
    ],
  });
  const rows = (): Promise<unknown[]> => test.store.admin(`select id from whatsapp_messages where provider_id = 'wamid.1'`);

  it('accepts what the app secret signed, once; anything else is refused and nothing written', async () => {
    expect((await post(message)).code).toBe(403); // without a provider nothing is accepted
    const made = await ask(admin, 'POST', 'res/provider-settings', {
      channel: 'whatsapp',
      provider: 'meta',
      settings: { endpoint: 'https://graph.example', account: '1', sender: '2', verify_token: 'let-me-in' },
      credentials: { key: secret, secret: 'token' },
    });
    expect(made.status).toBeLessThan(300);
    for (const wrong of ['sha256=00', `sha256=${createHmac('sha256', 'x').update(JSON.stringify(message)).digest('hex')}`, ''])
      expect((await post(message, wrong)).code).toBe(403);
    expect(await rows()).toEqual([]);
    expect((await post(message)).code).toBe(200);
    expect((await post(message)).code).toBe(200);
    expect(await rows()).toHaveLength(1);
    const waiting = (await ask(other, 'GET', 'requesting_chats_list')).body['data'] as ChatItem[];
    expect(waiting).toMatchObject([{ wa_user_id: from, name: '<b>Meera</b>', last_message: 'Fees? ₹' }]);
  });

  it('stores the status of a message, and never moves it backwards', async () => {
    await edit(test, tenant, `update whatsapp_messages set provider_id = 'wamid.out' where direction = 'out' and text = 'Once'`);
    const status = (status: string) => post(news({ statuses: [{ id: 'wamid.out', status }] }));
    const now = async () =>
      (await test.store.admin(`select status from whatsapp_messages where provider_id = 'wamid.out'`))[0]!['status'];
    await status('read');
    expect(await now()).toBe('read');
    await status('delivered');
    expect(await now()).toBe('read');
  });

  it('a message dated in the future opens the window for a day from now, not for longer', async () => {
    const early = { from: '919811100011', id: 'wamid.2', timestamp: '4000000000', type: 'text', text: { body: 'Later' } };
    expect((await post(news({ messages: [early] }))).code).toBe(200);
    const [chat] = await test.store.admin(
      `select last_in_at <= now() as past from whatsapp_chats where wa_user_id = '${early.from}'`,
    );
    expect(chat).toEqual({ past: true });
  });

  it('answers the challenge only for the verify token', async () => {
    const check = (token: string) =>
      ask(admin, 'GET', `whatsapp/webhook/${tenant}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    expect((await check('let-me-in')).text).toBe('1158201444');
    expect((await check('guess')).code).toBe(403);
  });
});
