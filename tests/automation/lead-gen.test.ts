import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, newBrowser, signIn, type Browser } from '../support/app';
import { automationWorld, goa, type World } from './automation-world';

type Row = Record<string, unknown>;
let world: World;
let counsellor: Browser;
let outsider: Browser;
let count = 0;
beforeAll(async () => {
  world = await automationWorld();
  counsellor = await signIn(world.test, 'counsellor@northstar.example');
  outsider = await signIn(world.test, 'outsider@northstar.example');
});
afterAll(() => world.test.close());
const ask = async (
  who: Browser,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Row & { code: number }> => {
  const answer = await call(world.test, who, method, path, body);
  return { ...answer.body, code: answer.code };
};

describe('lead-gen/*', () => {
  const ids: Record<string, unknown> = {};
  beforeAll(async () => {
    ids['college'] = (await world.post('res/colleges', { clg_name: 'Fergusson College' }))['clg_id'];
    await world.test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
      insert into countries (id, name, phonecode) values (101, 'India', '91'); commit`);
    const state = (await world.post('state/create', { value: 'Maharashtra', country_id: 101, status: 1 }))['id'];
    ids['city'] = (await world.post('city/create', { name: 'Pune', state_id: state, status: 1 }))['id'];
    ids['template'] = (await world.ask('GET', 'savesmstemplate?name=Fee&body=Dear%20%7B%7Bname%7D%7D&status=1'))['data'];
  });
  const families = [
    {
      path: 'lead-gen/campaigns',
      ids: 'LEADGEN-001 LEADGEN-002 LEADGEN-003 LEADGEN-004',
      draft: () => ({ name: 'Monsoon', college_ids: [ids['college']], channels: ['sms'], start_date: '2026-06-01' }),
      change: { name: 'Monsoon intake' },
    },
    {
      path: 'lead-gen/broadcasts',
      ids: 'LEADGEN-005',
      draft: async () => ({
        name: 'Reminder',
        channel: 'sms',
        template_id: (ids['template'] as Row)['id'],
        audience_id: (await world.post('lead-gen/audience', { name: `For the reminder ${++count}`, kind: 'dynamic', rule: goa }))[
          'id'
        ],
      }),
      change: { name: 'Fee reminder' },
    },
    {
      path: 'lead-gen/audience',
      ids: 'LEADGEN-006',
      draft: () => ({ name: 'Goa', kind: 'dynamic', rule: goa }),
      change: { name: 'All of Goa' },
    },
    {
      path: 'lead-gen/map-cities',
      ids: 'LEADGEN-007 LEADGEN-008 LEADGEN-009 LEADGEN-010',
      draft: () => ({ external_name: 'Poona', city_id: ids['city'] }),
      change: { external_name: 'Poonah' },
    },
  ] as const;

  it.each(families.map((one) => [one.ids, one.path, one] as const))(
    '%s %s lists, creates, changes and deletes, by path and by the bare path with id',
    async (_, __, { path, draft, change }) => {
      const { id } = await world.post(path, await draft());
      expect(id).toMatch(/^\w{26}$/);
      const listed = await world.ask('GET', path);
      expect(listed).toMatchObject({ code: 200, count: (listed['data'] as Row[]).length });
      expect((listed['data'] as Row[]).map((row) => row['id'])).toContain(id);
      const [[name, text]] = Object.entries(change) as [[string, string]];
      const now = async (): Promise<unknown> => ((await world.ask('GET', `${path}/${id}`))['data'] as Row)[name!];
      expect(await world.ask('PUT', `${path}/${id}`, change)).toMatchObject({ code: 200 });
      expect(await now()).toBe(text);
      expect(await world.ask('PUT', path, { id, [name!]: `${text} 2` })).toMatchObject({ code: 200 });
      expect(await now()).toBe(`${text} 2`);
      expect(await world.ask('PUT', `${path}?id=${id}`, { [name!]: `${text} 3` })).toMatchObject({ code: 200 });
      expect(await now()).toBe(`${text} 3`);
      expect(await world.ask('PUT', path, change)).toMatchObject({ code: 404 }); // without an id
      expect(await world.ask('DELETE', `${path}?id=${id}`)).toMatchObject({ code: 200 });
      expect(await world.ask('GET', `${path}/${id}`)).toMatchObject({ code: 404 });
      const again = await world.post(path, await draft());
      expect(await world.ask('DELETE', `${path}/${again['id']}`)).toMatchObject({ code: 200 });
      expect(await world.ask('GET', `${path}/${again['id']}`)).toMatchObject({ code: 404 });
      expect((await ask(counsellor, 'GET', path)).code).toBe(403); // Automtion_Workflow 1
    },
  );

  it('LEADGEN-001 an ended campaign cannot be reopened', async () => {
    const { id } = await world.post('lead-gen/campaigns', {
      name: 'Summer',
      college_ids: [ids['college']],
      channels: ['sms'],
      start_date: '2026-06-01',
    });
    const put = (state: string) => world.ask('PUT', `lead-gen/campaigns/${id}`, { state });
    for (const [state, code] of [
      ['completed', 409],
      ['running', 200],
      ['paused', 200],
      ['draft', 409],
      ['completed', 200],
      ['running', 409],
    ] as const)
      expect([state, (await put(state))['code']]).toEqual([state, code]);
  });

  it('LEADGEN-013 lead-gen/colleges lists the colleges', async () => {
    expect((await world.ask('GET', 'lead-gen/colleges'))['data']).toMatchObject([
      { clg_id: ids['college'], clg_name: 'Fergusson College' },
    ]);
  });

  it('LEADGEN-011 lead-gen/s3-upload stores a file and answers its key and a signed URL', async () => {
    const send = (name: string) => {
      const boundary = 'x-boundary';
      const body = Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\nPNGBYTES\r\n--${boundary}--\r\n`,
      );
      return call(world.test, world.admin, 'POST', 'lead-gen/s3-upload', body, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      });
    };
    const data = (await send('banner.png')).body['data'] as { url: string; key: string };
    expect(data.key).toMatch(/^\w{26}$/);
    const bytes = await call(
      world.test,
      newBrowser(),
      'GET',
      data.url.startsWith('/') ? data.url : `/api/${data.url.replace(/^api\//, '')}`,
    );
    expect([bytes.status, bytes.text]).toEqual([200, 'PNGBYTES']);
    expect((await send('page.html')).body).toMatchObject({ code: 422, errors: [{ path: 'file' }] });
    expect(await world.ask('POST', 'lead-gen/s3-upload', {})).toMatchObject({ code: 422 });
  });

  it('LEADGEN-012 lead-gen/send-broadcast messages the audience once, except leads who opted out', async () => {
    await world.lead({ state: 'Goa', name: 'Meera', phone: '9811111111' });
    await world.lead({ state: 'Goa', name: 'Quiet', phone: '9822222222', do_not_disturb: true });
    await world.lead({ state: 'Kerala', name: 'Elsewhere', phone: '9833333333' });
    const audience = await world.post('lead-gen/audience', { name: 'Goa now', kind: 'dynamic', rule: goa });
    expect((await world.ask('GET', `lead-gen/audience/${audience['id']}`))['data']).toMatchObject({ count: 2 });
    const broadcast = await world.post('lead-gen/broadcasts', {
      name: 'Hello Goa',
      channel: 'sms',
      template_id: (ids['template'] as Row)['id'],
      audience_id: audience['id'],
    });
    const send = (body: Row = {}) => world.ask('POST', 'lead-gen/send-broadcast', { broadcast_id: broadcast['id'], ...body });
    const now = async () => (await world.ask('GET', `lead-gen/broadcasts/${broadcast['id']}`))['data'] as Row;
    expect(await send({ schedule_at: '2020-01-01T00:00:00Z' })).toMatchObject({ code: 422, errors: [{ path: 'schedule_at' }] });
    expect(await send({ schedule_at: '2999-01-01T00:00:00Z' })).toMatchObject({ code: 422, errors: [{ path: 'schedule_at' }] });
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
    expect(await send({ schedule_at: inAMonth })).toMatchObject({ code: 200, data: { queued: 2 } });
    expect(await now()).toMatchObject({ state: 'scheduled', totals: { audience: 0, sent: 0 } });
    expect(await send({ client_ref: 'one' })).toMatchObject({ code: 200, message: 'Scheduled for 2 leads.' }); // the broadcast's own time applies
    await world.done();
    expect(await now()).toMatchObject({ state: 'scheduled', totals: { sent: 0 } });
  });

  it('a broadcast has a template of its channel, shown by name, which cannot be deleted meanwhile', async () => {
    const mail = { name: 'Offer of June', channel: 'email', subject: 'June', body_html: '<p>Hello {{name}}</p>', status: 1 };
    const template = await world.post('create/campaign/template', mail);
    const audience = await world.post('lead-gen/audience', { name: 'For June', kind: 'dynamic', rule: goa });
    const draft = { name: 'June', channel: 'email', template_id: template['id'], audience_id: audience['id'] };
    expect(await world.ask('POST', 'lead-gen/broadcasts', { ...draft, channel: 'sms' })).toMatchObject({
      code: 422,
      errors: [{ path: 'template_id' }],
    });
    const { id } = await world.post('lead-gen/broadcasts', draft);
    expect((await world.ask('GET', `lead-gen/broadcasts/${String(id)}`))['data']).toMatchObject({
      template_id: template['id'],
      _labels: { template_id: 'Offer of June' },
    });
    expect(await world.ask('DELETE', `get-campaign-templte/${String(template['id'])}`)).toMatchObject({ code: 409 });
  });

  it('LEADGEN-012 a broadcast without a time is sent at once', async () => {
    const audience = await world.post('lead-gen/audience', { name: 'Goa again', kind: 'dynamic', rule: goa });
    const broadcast = await world.post('lead-gen/broadcasts', {
      name: 'At once',
      channel: 'sms',
      template_id: (ids['template'] as Row)['id'],
      audience_id: audience['id'],
    });
    const send = (body: Row = {}) => world.ask('POST', 'lead-gen/send-broadcast', { broadcast_id: broadcast['id'], ...body });
    expect(await send({ client_ref: 'once' })).toMatchObject({ code: 200, data: { queued: 2 } });
    expect(await send({ client_ref: 'once' })).toMatchObject({ code: 200, data: { queued: 2 } }); // answered with the first answer again
    await world.done();
    const sent = await world.rows(`select "to", "body", "reason" from "outbox_messages" where "channel" = 'sms' order by "to"`);
    expect(sent).toEqual([
      { to: '+919811111111', body: 'Dear Meera', reason: null },
      { to: '+919822222222', body: null, reason: 'do_not_disturb' },
    ]);
    expect((await world.ask('GET', `lead-gen/broadcasts/${broadcast['id']}`))['data']).toMatchObject({
      state: 'sent',
      totals: { audience: 2, held: 1 },
    });
    expect(await send({ client_ref: 'two' })).toMatchObject({ code: 409 });
    expect(await world.ask('PUT', `lead-gen/broadcasts/${broadcast['id']}`, { name: 'Later' })).toMatchObject({ code: 409 });
  });
});

describe('lead referrals', () => {
  const refer = async (lead: string, to: Browser) =>
    ask(counsellor, 'POST', 'res/lead-referrals', { lead_id: lead, to_user_id: to.userId });
  const decide = (who: Browser, id: unknown, body: Row) => ask(who, 'PUT', `res/lead-referrals/${id}/decision`, body);
  const mine = (): Promise<string> => world.lead({ user_id: counsellor.userId });
  const ownerOf = async (id: string) => (await world.rows(`select "user_id" from "leads" where "id" = '${id}'`))[0]!['user_id'];

  it('the other user is notified and sees the referral until it is answered; accepting makes them the owner', async () => {
    const lead = await mine();
    const referral = await refer(lead, outsider);
    expect(referral).toMatchObject({ code: 200, state: 'pending', lead_id: lead });
    const told = await world.rows(
      `select "notifications", "lead_ids", "id" from "notifications" where "user_id" = '${outsider.userId}' and "notifications"->>'type' = 'lead_refered'`,
    );
    expect(told).toMatchObject([{ lead_ids: [lead], notifications: { leadId: lead } }]);
    const waiting = await call(world.test, outsider, 'GET', 'res/lead-referrals?state=pending');
    expect(JSON.parse(waiting.text)).toMatchObject([{ id: referral['id'], _labels: { lead_id: expect.any(String) } }]);
    expect(await refer(lead, outsider)).toMatchObject({ code: 409 });
    expect((await decide(counsellor, referral['id'], { state: 'accepted' })).code).toBe(403);
    expect(await decide(outsider, referral['id'], { state: 'accepted' })).toMatchObject({ code: 200, state: 'accepted' });
    expect(await ownerOf(lead)).toBe(outsider.userId);
    expect(
      (await world.rows(`select "reason" from "lead_owner_history" where "lead_id" = '${lead}' order by "id" desc limit 1`))[0],
    ).toEqual({ reason: 'referral' });
    expect((await decide(outsider, referral['id'], { state: 'rejected', answer_reason: 'no' })).code).toBe(409);
  });

  it('rejecting needs a reason and does not change the owner', async () => {
    const lead = await mine();
    const referral = await refer(lead, outsider);
    expect(await decide(outsider, referral['id'], { state: 'rejected' })).toMatchObject({
      code: 422,
      errors: [{ path: 'answer_reason' }],
    });
    expect(await decide(outsider, referral['id'], { state: 'later' })).toMatchObject({ code: 422, errors: [{ path: 'state' }] });
    expect(await decide(outsider, referral['id'], { state: 'rejected', answer_reason: 'My list is full' })).toMatchObject({
      code: 200,
      answer_reason: 'My list is full',
    });
    expect(await ownerOf(lead)).toBe(counsellor.userId);
  });

  it('NOTIF-027 type=assigned-leads lists the leads referred to the user, and n_id those of one notification', async () => {
    const admin = world.admin;
    const lead = await mine();
    const other = await mine();
    const referral = await refer(lead, admin);
    const list = async (query: string) =>
      (JSON.parse((await call(world.test, admin, 'GET', `res/leads?type=assigned-leads${query}`)).text) as Row[]).map(
        (row) => row['id'],
      );
    expect(await list('')).toEqual([lead]);
    const [told] = await world.rows(
      `select "id" from "notifications" where "user_id" = '${admin.userId}' and "lead_ids" @> '["${lead}"]'`,
    );
    expect(await list(`&n_id=${told!['id']}`)).toEqual([lead]);
    expect(await list('&n_id=unknown')).toEqual([]);
    expect(other).not.toBe(lead);
    await decide(counsellor, referral['id'], { state: 'cancelled' });
    expect(await list('')).toEqual([]);
  });

  it('a lead of someone else cannot be referred, nor a lead to its own owner', async () => {
    const foreign = await world.lead({ user_id: outsider.userId });
    expect((await refer(foreign, outsider)).code).toBe(403);
    const lead = await mine();
    expect(await refer(lead, counsellor)).toMatchObject({ code: 422, errors: [{ path: 'to_user_id' }] });
  });
});
