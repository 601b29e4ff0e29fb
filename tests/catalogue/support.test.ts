import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurrentAnnouncement } from '../../src/schemas/calls/announcements';
import { filePart } from '../attack/call-samples';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
let caller: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
  caller = await signIn(test, 'caller@northstar.example');
});
afterAll(() => test.close());

const raise = async (): Promise<string> => {
  const made = await call(test, counsellor, 'POST', 'res/tickets', {
    subject: 'No sound',
    category: 'bug',
    description: 'Recordings do not play.',
  });
  return String(made.body['id']);
};
const reply = (who: Browser, id: string, message: string, more: object = {}) =>
  call(test, who, 'POST', `tickets/${id}/reply`, { message, ...more });

describe('tickets', () => {
  it('PRODUCT-018 are numbered and visible to their author, role 1 and the assignee, who is notified', async () => {
    const id = await raise();
    expect((await call(test, counsellor, 'GET', `res/tickets/${id}`)).body).toMatchObject({
      ticket_no: expect.stringMatching(/^T-\d{5}$/),
      state: 'open',
      replies: [],
    });
    expect((await call(test, caller, 'GET', `res/tickets/${id}`)).code).toBe(403);
    expect((await call(test, counsellor, 'PATCH', `res/tickets/${id}`, { assigned_to: caller.userId })).code).toBe(403);
    expect((await call(test, admin, 'PATCH', `res/tickets/${id}`, { assigned_to: caller.userId })).code).toBe(200);
    expect((await call(test, caller, 'GET', `res/tickets/${id}`)).code).toBe(200);
    const list = await call(test, caller, 'GET', `users/notifications?user_id=${caller.userId}&page=1&limit=15`);
    expect(list.body['data']).toMatchObject([{ notifications: { type: 'ticket_assigned', ticket_id: id } }]);
  });

  it('CALL-157 hold a conversation; internal replies are only for users who work on them', async () => {
    const id = await raise();
    expect((await reply(admin, id, 'Which browser?')).body).toMatchObject({
      code: 200,
      data: { state: 'in_progress', replies: [{ message: 'Which browser?', user_name: 'Admin Northstar', internal: false }] },
    });
    expect((await reply(admin, id, 'Known since Tuesday', { internal: true })).code).toBe(200);
    expect((await reply(counsellor, id, 'Chrome', { internal: true })).code).toBe(403);
    expect((await reply(counsellor, id, ' ')).code).toBe(422);
    expect((await reply(caller, id, 'Me too')).code).toBe(403);
    await call(test, admin, 'PATCH', `res/tickets/${id}`, { state: 'waiting' });
    expect((await reply(counsellor, id, 'Chrome')).body).toMatchObject({ data: { state: 'in_progress' } });
    const words = async (who: Browser) =>
      ((await call(test, who, 'GET', `res/tickets/${id}`)).body['replies'] as { message: string }[]).map((one) => one.message);
    expect(await words(counsellor)).toEqual(['Which browser?', 'Chrome']);
    expect(await words(admin)).toEqual(['Which browser?', 'Known since Tuesday', 'Chrome']);
    expect((await call(test, counsellor, 'GET', 'res/tickets')).text).not.toContain('Known since Tuesday');
  });

  it('are resolved, rated by their author, and can be reopened for seven days', async () => {
    const id = await raise();
    const patch = (who: Browser, body: object) => call(test, who, 'PATCH', `res/tickets/${id}`, body);
    expect((await patch(counsellor, { state: 'resolved' })).code).toBe(403);
    expect((await patch(counsellor, { rating: 5 })).code).toBe(409);
    expect((await patch(admin, { state: 'resolved' })).body).toMatchObject({ resolved_at: expect.any(String) });
    expect((await patch(admin, { rating: 5 })).code).toBe(403);
    expect((await patch(counsellor, { rating: 4 })).body).toMatchObject({ rating: 4 });
    expect((await patch(admin, { state: 'waiting' })).code).toBe(409);
    expect((await call(test, counsellor, 'POST', `tickets/${id}/reopen`, {})).body).toMatchObject({
      data: { state: 'open', resolved_at: null },
    });
    expect((await call(test, counsellor, 'POST', `tickets/${id}/reopen`, {})).code).toBe(409);
    expect((await patch(counsellor, { state: 'closed' })).code).toBe(200);
    expect((await reply(admin, id, 'Too late')).code).toBe(409);
    test.clock.add(7 * 24 * 3600 + 60);
    const later = await signIn(test, 'counsellor@northstar.example');
    expect((await call(test, later, 'POST', `tickets/${id}/reopen`, {})).code).toBe(409);
    test.clock.set(new Date());
  });
});

describe('files of tickets', () => {
  const upload = async (who: Browser, name: string, type: string, bytes: Buffer) => {
    const form = filePart({ name, type, bytes }, { field: 'files' });
    return call(test, who, 'POST', 'res/tickets/upload', form.body, { 'content-type': form.type });
  };
  const webm = (size: number): Buffer => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(size)]);

  it('REC-005 a recording of video/webm, larger than other files may be, is attached to the ticket and its replies', async () => {
    const sent = await upload(counsellor, '1763700000000.webm', 'video/webm', webm(11 * 1024 * 1024));
    expect(sent.code).toBe(200);
    const value = String(sent.body['value']);
    const made = await call(test, counsellor, 'POST', 'res/tickets', {
      subject: 'See film',
      category: 'bug',
      description: 'It flickers.',
      files: [value],
    });
    const id = String(made.body['id']);
    const [shown] = (await call(test, admin, 'GET', `res/tickets/${id}`)).body['files'] as string[];
    expect(shown).toMatch(/^\/api\/files\/[\w-]+\?e=.*#1763700000000\.webm$/);
    const bytes = await test.app.inject({ method: 'GET', url: shown!.split('#')[0]! });
    expect([bytes.headers['content-type'], bytes.rawPayload.length]).toEqual(['video/webm', 11 * 1024 * 1024 + 4]);
    // sending back the shown address keeps the file
    expect((await call(test, counsellor, 'PATCH', `res/tickets/${id}`, { files: [shown] })).body['files']).toHaveLength(1);
    const answer = await reply(admin, id, 'Seen', { files: [value] });
    expect(answer.body).toMatchObject({ data: { replies: [{ files: [expect.stringMatching(/^\/api\/files\//)] }] } });
    expect((await reply(admin, id, 'No', { files: ['files/01ARZ3NDEKTSV4RRFFQ69G5FAV'] })).code).toBe(422);
    expect((await upload(counsellor, 'film.webm', 'video/webm', Buffer.from('<script>'))).code).toBe(422);
  });

  it('the priority sets the time until the ticket is due', async () => {
    const id = await raise();
    const due = async (): Promise<number> => {
      const { body } = await call(test, counsellor, 'GET', `res/tickets/${id}`);
      return (Date.parse(String(body['sla_due_at'])) - Date.parse(String(body['created_at']))) / 3_600_000;
    };
    expect(await due()).toBeCloseTo(24, 1);
    await call(test, admin, 'PATCH', `res/tickets/${id}`, { priority: 'urgent' });
    expect(await due()).toBeCloseTo(4, 1);
  });
});

describe('announcements', () => {
  it('the attachment is an uploaded file or a web address, never a script', async () => {
    const draft = { title: 'Read this', body: 'See the file.', starts_at: '2031-06-01T03:30:00.000Z' };
    const add = (attachment: string) => call(test, admin, 'POST', 'res/announcements', { ...draft, attachment });
    for (const bad of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<b>',
      'vbscript:x',
      'https://',
    ])
      expect((await add(bad)).body, bad).toMatchObject({
        code: 422,
        errors: [{ path: 'attachment', message: 'Attachment must be a file or a web address' }],
      });
    const kept = await add('https://files.example/shifts.pdf');
    expect(kept.body).toMatchObject({ attachment: 'https://files.example/shifts.pdf' });
    const changed = await call(test, admin, 'PATCH', `res/announcements/${String(kept.body['id'])}`, {
      attachment: 'javascript:1',
    });
    expect(changed.code).toBe(422);
  });

  it('reach everyone or their audience, within their period, and count who saw and confirmed them', async () => {
    const now = Date.now();
    const add = async (title: string, more: object) => {
      const body = { title, body: 'x', starts_at: new Date(now - 60_000).toISOString(), ...more };
      return String((await call(test, admin, 'POST', 'res/announcements', body)).body['id']);
    };
    const [team] = (await test.store.admin(`select id from teams where name = 'Pune'`)) as { id: string }[];
    const all = await add('All', { must_acknowledge: true });
    await add('Counsellors', { audience_roles: [4], pinned: true });
    await add('Pune', { audience_team_ids: [team!.id] });
    await add('Later', { starts_at: new Date(now + 3_600_000).toISOString() });
    await add('Over', { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-02-01T00:00:00Z' });
    await add('Off', { status: 0 });
    const titles = async (who: Browser) =>
      ((await call(test, who, 'GET', 'announcements/current')).body['data'] as { title: string }[]).map((one) => one.title);
    expect((await titles(counsellor))[0]).toBe('Counsellors');
    expect((await titles(counsellor)).sort()).toEqual(['All', 'Counsellors', 'Pune']);
    expect((await titles(caller)).sort()).toEqual(['All', 'Pune']);
    expect((await titles(admin)).sort()).toEqual(['All']);
    const see = (who: Browser, acknowledged: boolean) => call(test, who, 'PUT', `announcements/${all}/seen`, { acknowledged });
    expect((await see(counsellor, true)).code).toBe(200);
    expect((await see(counsellor, false)).code).toBe(200); // seen again, still confirmed
    expect((await see(caller, false)).code).toBe(200);
    expect((await call(test, admin, 'GET', `res/announcements/${all}`)).body).toMatchObject({
      seen_count: 2,
      acknowledged_count: 1,
    });
    const listed = (await call(test, admin, 'GET', 'res/announcements')).body as unknown as { id: string }[];
    expect(listed.find((one) => one.id === all)).toMatchObject({ seen_count: 2, acknowledged_count: 1 });
    expect(listed.find((one) => one.id !== all)).toMatchObject({ seen_count: 0, acknowledged_count: 0 });
    expect(test.store.reports.at(-1)!.statements).toBeLessThanOrEqual(3);
    expect((await call(test, counsellor, 'GET', 'res/announcements')).code).toBe(403);
    expect((await add('Wrong', { ends_at: '2020-01-01T00:00:00Z' })) === 'undefined').toBe(true);
  });

  it('a file uploaded with the record is stored with it; one that is merely named, or of another type, is refused', async () => {
    const send = (method: 'POST' | 'PATCH', path: string, bytes: string, fields: Record<string, string>) => {
      const file = { name: 'fees.pdf', type: 'application/pdf', bytes: Buffer.from(bytes), field: 'attachment' };
      const form = filePart(file, fields);
      return call(test, admin, method, path, form.body, { 'content-type': form.type });
    };
    const pdf = '%PDF-1.4\n%%EOF';
    const made = await send('POST', 'res/announcements', pdf, { title: 'Fees', body: 'x', starts_at: '2026-01-01T00:00:00Z' });
    expect(made.body['attachment'], made.text).toMatch(/^\/api\/files\/[\w-]+\?e=.*#fees\.pdf$/);
    const url = String(made.body['attachment']).split('#')[0]!;
    expect((await test.app.inject({ method: 'GET', url })).payload).toBe(pdf);
    const path = `res/announcements/${String(made.body['id'])}`;
    const other = await send('PATCH', path, `${pdf}\n`, {});
    expect(other.body['attachment'], other.text).toMatch(/^\/api\/files\//);
    expect(String(other.body['attachment']).split('?')[0]).not.toBe(url.split('?')[0]);
    const spoken = await call(test, admin, 'PATCH', path, { attachment: 'upload:attachment' });
    const wrong = await send('PATCH', path, '<script>', {});
    expect([spoken.code, spoken.body.errors, wrong.code, wrong.body.errors]).toEqual([
      422,
      [{ path: 'attachment', message: 'Attachment: choose a file' }],
      422,
      [{ path: 'attachment', message: 'The content does not match the file type pdf' }],
    ]);
  });

  it('a banner is dismissed for good by its reader; one that must be acknowledged cannot be dismissed', async () => {
    const add = async (title: string, more: object) => {
      const body = { title, body: 'x', starts_at: new Date(Date.now() - 60_000).toISOString(), ...more };
      return String((await call(test, admin, 'POST', 'res/announcements', body)).body['id']);
    };
    const form = filePart(
      { name: 'shifts.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') },
      { field: 'attachment' },
    );
    const sent = await call(test, admin, 'POST', 'res/announcements/upload', form.body, { 'content-type': form.type });
    const free = await add('May be put away', { attachment: sent.body['value'] });
    const must = await add('Must be acknowledged', { must_acknowledge: true });
    const put = (who: Browser, id: string, body: object) => call(test, who, 'PUT', `announcements/${id}/seen`, body);
    const one = async (who: Browser, id: string) => {
      const { body } = await call(test, who, 'GET', 'announcements/current');
      return (body['data'] as CurrentAnnouncement[]).find((row) => row.id === id);
    };
    expect(await one(counsellor, free)).toMatchObject({ seen_at: null, dismissed_at: null, acknowledged_at: null });
    expect((await put(counsellor, free, { dismissed: true })).body).toMatchObject({ code: 200, message: 'Dismissed.' });
    const dismissed = await one(counsellor, free);
    expect(dismissed).toMatchObject({ seen_at: expect.any(String), dismissed_at: expect.any(String), acknowledged_at: null });
    test.clock.add(60);
    expect((await put(counsellor, free, {})).code).toBe(200); // seen again: still dismissed, with the first time
    expect((await one(counsellor, free))!.dismissed_at).toBe(dismissed!.dismissed_at);
    test.clock.set(new Date());
    expect((await one(caller, free))!.dismissed_at).toBeNull();
    const refused = await put(counsellor, must, { dismissed: true });
    expect([refused.code, refused.body['errors']]).toEqual([
      422,
      [{ path: 'dismissed', message: 'This announcement cannot be dismissed. Please acknowledge it.' }],
    ]);
    expect(await one(counsellor, must)).toMatchObject({ seen_at: null, dismissed_at: null });
    expect((await put(counsellor, must, { dismissed: 'yes' })).code).toBe(422);
    // its file opens for everyone to whom it is shown
    const shown = dismissed!.attachment!;
    expect(shown).toMatch(/^\/api\/files\/[\w-]+\?e=.*#shifts\.pdf$/);
    expect((await test.app.inject({ method: 'GET', url: shown.split('#')[0]! })).statusCode).toBe(200);
  });
});
