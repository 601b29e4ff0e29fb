import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../server/domain/days';
import { mayOpen, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { filePart } from '../attack/call-samples';
import { wav } from '../attack/marketing-samples';
import { call, edit, newBrowser } from '../support/app';
import { type Row, admin, ask, idOf, rowsOf, startWorld, stopWorld, tenantId, test, worked } from './marketing-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('push', () => {
  const subscription = (endpoint: string): Row => ({ endpoint, keys: { p256dh: 'BNcRdreALRFXTkOO', auth: 'tBHItJI5svbpez7K' } });
  const kept = (endpoint: string) =>
    test.store.admin(
      `select id, user_agent, keys::text as keys, status from push_subscribers where endpoint = '${endpoint}' and deleted_at is null`,
    );

  it('SETTINGS-PUSH-001 SETTINGS-PUSH-004 stores a subscription once, its keys sealed', async () => {
    const endpoint = 'https://push.example/send/one';
    const first = await ask('POST', 'save-push-notification-subscriber', { ...subscription(endpoint), user_agent: 'Firefox' });
    const again = await ask('POST', 'save-push-notification-subscriber', { ...subscription(endpoint), user_agent: 'Chrome' });
    expect([first.code, again.code]).toEqual([200, 200]);
    const rows = await kept(endpoint);
    expect(rows).toMatchObject([{ user_agent: 'Chrome', status: 1 }]);
    expect(rows[0]!['keys']).not.toContain('tBHItJI5svbpez7K');
  });

  it('makes a visitor of a page with a widget a subscriber of that widget’s tenant', async () => {
    const widget = ((await ask('POST', 'res/widgets', { name: 'Opt-in', kind: 'push_optin' })).body as { id: string }).id;
    const endpoint = 'https://push.example/send/visitor';
    const subscribe = (id: string) =>
      call(test, newBrowser(), 'POST', 'save-push-notification-subscriber', { id, ...subscription(endpoint) });
    expect((await subscribe(widget)).code).toBe(200);
    expect((await subscribe(widget)).code).toBe(200);
    expect(await kept(endpoint)).toHaveLength(1);
    expect((await subscribe('01J0000000000000000000000X')).code).toBe(404);
    const fromSite = await test.app.inject({
      method: 'POST',
      url: '/api/save-push-notification-subscriber',
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://www.northstar.example' },
      payload: JSON.stringify({ id: widget, ...subscription(`${endpoint}-of-site`) }),
    });
    expect([fromSite.statusCode, await kept(`${endpoint}-of-site`)]).toEqual([200, [expect.objectContaining({ status: 1 })]]);
  });

  it('SETTINGS-PUSH-002 sends to every active subscriber, once', async () => {
    await edit(
      test,
      tenantId(),
      `insert into push_subscribers (tenant_id, id, endpoint, keys, status) values ('${tenantId()}', 'off', 'https://push.example/off', '"x"', 0)`,
    );
    const [counted] = await test.store.admin(
      `select count(*)::int as n from push_subscribers where tenant_id = '${tenantId()}' and status = 1 and deleted_at is null`,
    );
    await edit(
      test,
      tenantId(),
      `insert into message_settings (tenant_id, id, hours_from, hours_to) values ('${tenantId()}', 'settings', '00:00', '00:00')`,
    );
    const answer = await ask('POST', 'push-notification', { title: 'Last date', body: 'Tomorrow' });
    expect(answer.body).toMatchObject({ code: 200, data: { id: expect.any(String), recipients: counted!['n'] } });
    const id = idOf(answer);
    await worked(async () => ((await ask('GET', `res/push-notifications/${id}`)).body as unknown as Row)['state'] === 'sent');
    const sent = await test.store.admin(`
      select s.endpoint, m.times::int as times from outbox_messages o join push_subscribers s on s.id = o."to"
      join simulated_messages m on m.id = o.id where o.channel = 'push' order by 1`);
    expect(sent).toEqual([
      { endpoint: 'https://push.example/send/one', times: 1 },
      { endpoint: 'https://push.example/send/visitor', times: 1 },
      { endpoint: 'https://push.example/send/visitor-of-site', times: 1 },
    ]);
    expect((await ask('POST', 'push-notification', { title: 'x', body: 'y', schedule_at: '2020-01-01T00:00:00Z' })).code).toBe(
      422,
    );
  });

  it('SETTINGS-PUSH-003 the page is at /push-notification', () => {
    expect(resourceNamed('push-notifications').menu).toMatchObject({ entry: 'Push Notification', path: '/push-notification' });
  });
});

describe('voice', () => {
  const numbersFile = (phones: readonly string[]): string =>
    `data:text/csv;base64,${Buffer.from(`phone\n${phones.join('\n')}\n`).toString('base64')}`;
  let file = '';
  let number = '';

  it('SETTINGS-OBD-001 SETTINGS-OBD-002 SETTINGS-OBD-003 accepts a recording as a part of a form, measures and stores it', async () => {
    const bytes = Buffer.from(wav.split(',')[1]!, 'base64');
    const form = filePart({ field: 'file', name: 'hello.wav', type: 'audio/wav', bytes }, { name: 'Hello', language: 'English' });
    file = idOf(await call(test, admin, 'POST', 'save-voice-files', form.body, { 'content-type': form.type }));
    expect((await ask('PUT', `save-voice-files/${file}`, { description: 'Short' })).code).toBe(200);
    const [row] = rowsOf(await ask('GET', 'get-voice-obd-list?search=Hello'));
    expect(row).toMatchObject({ id: file, language: 'English', description: 'Short', approval: 'pending', duration_s: 0 });
    const heard = await test.app.inject({ method: 'GET', url: String(row!['file']) });
    expect(heard.rawPayload.equals(bytes)).toBe(true);
    const long = Buffer.alloc(44 + 8000 * 61);
    bytes.copy(long, 0, 0, 44);
    long.writeUInt32LE(8000, 28);
    long.writeUInt32LE(8000 * 61, 40);
    const refused = async (data: Buffer, name = 'a.wav') => {
      const part = filePart({ field: 'file', name, type: 'audio/wav', bytes: data }, { name: `Bad ${Math.random()}` });
      return (await call(test, admin, 'POST', 'save-voice-files', part.body, { 'content-type': part.type })).body;
    };
    expect(await refused(long)).toMatchObject({ code: 422, message: expect.stringContaining('61 seconds') });
    expect(await refused(Buffer.from('MZ not audio'))).toMatchObject({ code: 422, errors: [{ path: 'file' }] });
    expect((await ask('POST', 'save-voice-files', { name: 'Nothing' })).body).toMatchObject({
      code: 422,
      errors: [{ path: 'file' }],
    });
  });

  it('SETTINGS-OBD-004 SETTINGS-OBD-005 SETTINGS-OBD-006 syncs one recording or all with the provider, and lists the approved ones', async () => {
    const other = idOf(await ask('POST', 'save-voice-files', { name: 'Second', file: wav }));
    const approved = async (query = '') =>
      rowsOf(await ask('GET', `get-approved-voice-obd-list${query}`)).map((one) => one['id']);
    expect(await approved()).toEqual([]);
    const one = await ask('POST', 'sync-voice-list', { id: file });
    expect(rowsOf(one)).toMatchObject([{ id: file, approval: 'approved' }]);
    expect(await approved()).toEqual([file]);
    expect(rowsOf(await ask('GET', 'sync-voice-list'))).toMatchObject([{ id: other, approval: 'approved' }]);
    expect(rowsOf(await ask('GET', 'sync-voice-list'))).toEqual([]);
    await ask('PUT', `save-voice-files/${other}`, { is_active: 0 });
    expect(await approved('?is_active=1')).toEqual([file]);
    expect((await ask('POST', 'sync-voice-list', { id: '01J0000000000000000000000X' })).code).toBe(404);
    expect((await ask('POST', 'sync-voice-list', {})).code).toBe(422);
  });

  it('SETTINGS-OBD-008 SETTINGS-OBD-009 SETTINGS-OBD-010 SETTINGS-OBD-011 manages service numbers', async () => {
    number = idOf(await ask('POST', 'obdServiceNumber', { number: '1409876543', label: 'Admissions' }));
    const spare = idOf(await ask('POST', 'obdServiceNumber', { number: '1409876544', label: 'Spare' }));
    expect((await ask('PUT', `updateObdServiceNumber/${spare}`, { is_active: 0, label: 'Old' })).code).toBe(200);
    expect(rowsOf(await ask('GET', 'obdServiceNumber?is_active=0'))).toMatchObject([{ id: spare, label: 'Old' }]);
    expect(rowsOf(await ask('GET', 'obdServiceNumber?is_active=1'))).toMatchObject([{ id: number }]);
    expect((await ask('DELETE', `obdServiceNumber/${spare}`)).code).toBe(200);
    expect(rowsOf(await ask('GET', 'obdServiceNumber')).map((one) => one['id'])).toEqual([number]);
    expect((await ask('POST', 'obdServiceNumber', { number: '+91140', label: 'x' })).code).toBe(422);
  });

  it('SETTINGS-OBD-007 SETTINGS-OBD-014 SETTINGS-OBD-015 SETTINGS-OBD-016 SETTINGS-OBD-017 SETTINGS-OBD-018 dials a campaign and reports the results', async () => {
    const draft = {
      name: 'Counselling',
      voice_file_id: file,
      service_number_id: number,
      type: 'dtmf',
      dtmf_options: [{ key: '1', label: 'Interested' }],
    };
    expect((await ask('POST', 'create-voice-campaign', draft)).body).toMatchObject({ code: 422 });
    const phones = Array.from({ length: 40 }, (_, i) => `98765432${String(10 + i)}`);
    const id = idOf(
      await ask('POST', 'create-voice-campaign', { ...draft, phones_file: numbersFile([...phones, phones[0]!, 'junk']) }),
    );
    const list = async (body: Row): Promise<Row[]> => rowsOf(await ask('POST', 'get-obd-campaign', body));
    expect(await list({ status: 'scheduled' })).toMatchObject([{ id }]);
    await worked(async () => (await list({ status: 'completed' })).length === 1);
    const today = dayOf(new Date(), 'Asia/Kolkata');
    expect(await list({ from: today, to: today })).toHaveLength(1);
    expect(await list({ from: '2020-01-01', to: '2020-01-02' })).toHaveLength(0);
    expect((await ask('POST', 'get-obd-campaign', { from: 'soon' })).code).toBe(422);

    const report = await ask('GET', `get-obd-campaign-report?campaign_id=${id}&page_number=1&limit=100`);
    const calls = rowsOf(report);
    expect([report.body['count'], calls.length]).toEqual([40, 40]);
    expect(Object.keys(calls[0]!).sort()).toEqual(['called_at', 'duration', 'lead_id', 'phone', 'response', 'status', 'why']);
    const count = (status: string): number => calls.filter((one) => one['status'] === status).length;
    const figures = {
      total: 40,
      answered: count('answered'),
      busy: count('busy'),
      failed: count('failed'),
      no_answer: count('no_answer'),
      pending: 0,
    };
    expect(count('answered')).toBeGreaterThan(5);
    expect(rowsOf(await ask('GET', 'get-obd-with-stats')).find((one) => one['id'] === id)).toMatchObject(figures);
    const chart = (await ask('POST', `campaign-chart/${id}`)).body['data'] as {
      labels: string[];
      series: { name: string; values: number[] }[];
    };
    expect(chart.series.find((one) => one.name === 'answered')!.values.reduce((sum, n) => sum + n, 0)).toBe(figures.answered);
    expect(chart.labels).toHaveLength(chart.series[0]!.values.length);
    expect((await ask('GET', 'getDistinctObdResponse')).body).toEqual({ code: 200, data: ['Interested'] });
    expect((await ask('POST', `stopScheduleCampaign/${id}`)).body).toMatchObject({ code: 409 });
  });

  it('SETTINGS-OBD-012 SETTINGS-OBD-013 stops a scheduled campaign once, and shows the remaining balance', async () => {
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const id = idOf(
      await ask('POST', 'create-voice-campaign', {
        name: 'Later',
        voice_file_id: file,
        service_number_id: number,
        phones_file: numbersFile(['9876543210']),
        schedule_at: at,
      }),
    );
    expect((await ask('POST', `stopScheduleCampaign/${id}`)).code).toBe(200);
    expect(rowsOf(await ask('POST', 'get-obd-campaign', { status: 'stopped' }))).toMatchObject([{ id }]);
    expect((await ask('POST', `stopScheduleCampaign/${id}`)).body).toMatchObject({ code: 409 });
    expect((await ask('POST', 'stopScheduleCampaign/01J0000000000000000000000X')).code).toBe(404);
    expect((await ask('GET', 'get-voice-obd-balance')).body).toMatchObject({
      code: 200,
      data: { balance: 24_980, currency: 'INR', as_of: expect.any(String) },
    });
  });

  it('SETTINGS-OBD-019 the page is at /obd, with its code', () => {
    const { access, menu } = resourceNamed('voice-campaigns');
    expect(menu?.path).toBe('/obd');
    const who = (code: string) => ({ role: 4, type: 'org', levels: levelsOf([{ code, level: 6 }]) });
    expect([mayOpen(who('OBD_Communication'), access), mayOpen(who('SMS_Communication'), access)]).toEqual([true, false]);
  });
});
