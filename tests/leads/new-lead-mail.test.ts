import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, build, edit, type TestApp } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { captureWays, type CaptureWays } from './capture-ways';

type Row = Record<string, unknown>;
const owner = 'counsellor@northstar.example';
const manager = 'lead@northstar.example';

describe.each(await reachableDatabases())('mails about new leads, $name', ({ fresh }) => {
  let test: TestApp;
  let world: CaptureWays;
  const templates: string[] = [];
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    world = await captureWays(test);
    for (const name of ['Owner', 'Manager']) {
      const template = { name, channel: 'email', subject: `${name}: {{name}}`, body_html: '<p>{{name}} {{phone}}</p>' };
      const answer = await call(test, world.admin, 'POST', 'create/campaign/template', template);
      templates.push(String((answer.body['data'] as Row)['id']));
    }
    await choose(templates[0]!, templates[1]!);
    const assign = { type: 'assign', params: { user_id: test.fixture.users[owner] } };
    const rule = [{ condition: 'And', rules: [{ columnName: 'city', operator: 'NOT IN', value: 'Nowhere' }] }];
    const made = await call(test, world.admin, 'POST', 'rule-engine/create', {
      name: 'To the counsellor',
      trigger: 'lead_created',
      rule,
      actions: [assign],
      status: 1,
    });
    expect(made.code, made.text).toBe(200);
  });
  afterAll(() => test.close());
  const sql = (text: string) => edit(test, test.fixture.tenants.northstar, text);
  const choose = (toOwner: string, toManager: string) =>
    sql(`update "tenant" set "new_lead_email_notify_templateID" = '${toOwner}',
      "new_lead_email_notify_to_manager_templateID" = '${toManager}'`);
  const mails = async (since = 0): Promise<Row[]> =>
    (
      await test.store.admin(`select "to", "subject", "body" from "outbox_messages" where "channel" = 'email' order by "id"`)
    ).slice(since);
  const worked = () => runDueJobs(test);

  it.each(['form', 'api key', 'lead capture', 'public form'] as const)(
    'TENANTEDIT-071 TENANTEDIT-072 a lead by %s is mailed once to the owner the rules found and once to the owner’s manager',
    async (way) => {
      const before = (await mails()).length;
      const phone = `98100001${String(Object.keys(world.ways).indexOf(way)).padStart(2, '0')}`;
      const made = await world.ways[way]({ name: 'Asha <b>Rao', phone });
      expect([200, 201], made.text).toContain(made.code);
      expect(await mails(before)).toEqual([]); // it has no owner yet
      await worked();
      expect(await mails(before)).toMatchObject([
        { to: owner, subject: 'Owner: Asha <b>Rao', body: expect.stringContaining(`Asha &#60;b&#62;Rao +91${phone}`) },
        { to: manager, subject: 'Manager: Asha <b>Rao' },
      ]);
      await world.ways[way]({ name: 'Asha', phone }); // a re-enquiry is not a new lead
      await worked();
      expect((await mails(before)).length).toBe(2);
    },
  );

  it('TENANTEDIT-071 the mail for a lead created with its owner is saved together with the lead, and a refused lead leaves no mail', async () => {
    const before = (await mails()).length;
    const lead = { name: 'Bina', phone: '9810000201', user_id: test.fixture.users[owner] };
    expect((await world.ways.form({ ...lead, clg_id: 99 })).code).toBe(422);
    expect(await mails(before)).toEqual([]);
    expect((await world.ways.form(lead)).status).toBe(200);
    expect((await mails(before)).map((mail) => mail['to'])).toEqual([owner, manager]);
    await worked();
    expect((await mails(before)).length).toBe(2);
  });

  it('TRUST-S4 TENANTEDIT-071 shows the lead only as the recipient’s role sees it', async () => {
    const before = (await mails()).length;
    const rules = JSON.stringify([{ resource: 'leads', field: 'phone', rule: 'masked' }]);
    await sql(`update "users_roles" set "field_rules" = '${rules}' where "role" = 4`);
    await world.ways.form({ name: 'Chitra', phone: '9810000301', user_id: test.fixture.users[owner] });
    const [toOwner, toManager] = await mails(before);
    expect(toOwner!['body']).not.toContain('9810000301');
    expect(toManager!['body']).toContain('9810000301');
    await sql(`update "users_roles" set "field_rules" = null where "role" = 4`);
  });

  it('TENANTEDIT-071 sends nothing without a template, with one that is switched off, or to an inactive user', async () => {
    const before = (await mails()).length;
    let n = 0;
    const made = () => world.ways.form({ name: 'D', phone: `981000040${++n}`, user_id: test.fixture.users[owner] });
    await choose('', templates[1]!);
    await made();
    expect((await mails(before)).map((mail) => mail['to'])).toEqual([manager]);
    await choose('', '');
    await made();
    await choose(templates[0]!, templates[1]!);
    await sql(`update "users" set "status" = 0 where "email" = '${manager}'`);
    await sql(`update "campaign_templates" set "status" = 0 where "id" = '${templates[0]}'`);
    await made();
    expect((await mails(before)).length).toBe(1);
    await sql(`update "users" set "status" = 1 where "email" = '${manager}'`);
    await sql(`update "campaign_templates" set "status" = 1 where "id" = '${templates[0]}'`);
  });

  it('TENANTEDIT-071 TENANTEDIT-072 an import sends one mail to each owner and manager, however the leads were assigned', async () => {
    const before = (await mails()).length;
    const rows = Array.from({ length: 30 }, (_, n) => `Row ${n},98200000${String(n).padStart(2, '0')},`);
    const { counts } = await world.importFile(rows);
    expect(counts).toMatchObject({ status: 'done', created: 30 });
    await worked(); // the rule assigns them
    expect(await mails(before)).toEqual([]);
    await sql(`update "jobs" set "run_at" = null where "kind" = 'new-lead-digest'`);
    await worked();
    expect(await mails(before)).toMatchObject([
      { to: owner, subject: '30 new leads for you' },
      { to: manager, subject: '30 new leads for your team' },
    ]);
    // A worker that died after the mails but before the end of its job starts over.
    await sql(`update "jobs" set "state" = 'queued' where "kind" = 'new-lead-digest'`);
    await worked();
    expect((await mails(before)).length).toBe(2);
  });
});
