import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, build, edit, signIn, type Browser, type TestApp } from '../support/app';
import { chatWith } from '../../server/channels/whatsapp-chats';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { tryAgain } from '../support/run-twice';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('inactive users, $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let tenant: string;
  const user = (who: string): string => test.fixture.users[`${who}@northstar.example`]!;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    admin = await signIn(test, 'admin@northstar.example');
    tenant = test.fixture.tenants.northstar;
  });
  afterAll(() => test.close());
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: Row) => call(test, admin, method, path, body);
  async function made(path: string, body: Row): Promise<Row> {
    const answer = await ask('POST', path, body);
    if (answer.code !== 200) throw new Error(answer.text);
    return { ...answer.body, ...(answer.body['data'] as Row | undefined) };
  }
  async function worked(): Promise<void> {
    test.services.jobs.start();
    const waiting = `select id from jobs where state in ('queued', 'running')`;
    await expect.poll(async () => (await test.store.admin(waiting)).length).toBe(0);
    await test.services.jobs.stop();
  }
  let phones = 9_810_000_000;
  const lead = async (more: Row = {}): Promise<string> =>
    String((await made('res/leads', { name: 'Asha', phone: String(++phones), ...more }))['id']);

  it('TENANTEDIT-075 an inactive user cannot be chosen anywhere, by anyone', async () => {
    const id = await lead();
    const everyone = { method: 'round_robin', user_ids: [user('caller'), user('inactive')] };
    const rule = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Goa' }] }];
    for (const [method, path, body, field] of [
      ['POST', 'res/leads', { name: 'B', phone: String(++phones), user_id: user('inactive') }, 'user_id'],
      ['PATCH', `res/leads/${id}`, { user_id: user('inactive') }, 'user_id'],
      ['POST', 'leads/re-assign', { lead_ids: [id], user_id: user('inactive') }, 'user_id'],
      ['POST', 'res/lead-referrals', { lead_id: id, to_user_id: user('inactive') }, 'to_user_id'],
      ['POST', 'add/assignment/rule', { name: 'R', rule, ...everyone }, 'user_ids.1'],
      ['POST', 'rule-engine/counsellor/create', { name: 'C', rule, ...everyone }, 'user_ids.1'],
      ['POST', 'res/dialer-lists', { value: 'L', user_ids: [user('inactive')] }, 'user_ids.0'],
      ['PATCH', `res/users/${user('caller')}`, { reports_to: user('inactive') }, 'reports_to'],
      ['POST', 'res/teams', { name: 'T', manager_id: user('inactive') }, 'manager_id'],
    ] as const) {
      const { code, body: answer, text } = await ask(method, path, body);
      expect({ path, code, errors: answer.errors?.map((one) => one.path) }, text).toEqual({ path, code: 422, errors: [field] });
    }
    expect((await ask('GET', 'colleagues')).text).not.toContain(user('inactive'));
  });

  it('TENANTEDIT-075 a user who became inactive stays in existing records, marked as inactive, and the records can still be edited', async () => {
    const list = await made('res/dialer-lists', { value: 'Kept', user_ids: [user('caller'), user('outsider')] });
    const id = await lead({ user_id: user('outsider') });
    await edit(test, tenant, `update "users" set "status" = 0 where "id" = '${user('outsider')}'`);
    const shown = (await ask('GET', `res/leads/${id}`)).body;
    expect(shown['_labels']).toMatchObject({ user_id: 'Outsider Northstar (inactive)' });
    expect((await ask('PATCH', `res/leads/${id}`, { user_id: user('outsider'), city: 'Pune' })).code).toBe(200);
    const people = [user('outsider'), user('caller'), user('counsellor')];
    expect((await ask('PATCH', `res/dialer-lists/${String(list['key'])}`, { user_ids: people })).code).toBe(200);
    const more = await ask('PATCH', `res/dialer-lists/${String(list['key'])}`, { user_ids: [...people, user('inactive')] });
    expect(more.body.errors?.map((one) => one.path)).toEqual(['user_ids.3']);
    // Records about the user, as opposed to work assigned to them, are allowed.
    const pay = { user_id: user('outsider'), kind: 'salary', amount: 100, month: '2026-10' };
    expect((await ask('POST', 'res/finances', pay)).text).not.toContain('not active');
    await edit(test, tenant, `update "users" set "status" = 1 where "id" = '${user('outsider')}'`);
  });

  it('TENANTEDIT-075 a new chat of an inactive owner’s lead waits for an active user', async () => {
    const owners: unknown[] = [];
    for (const who of ['counsellor', 'inactive']) {
      const id = await lead();
      await edit(test, tenant, `update "leads" set "user_id" = '${user(who)}' where "id" = '${id}'`);
      const chat = await test.store.transaction(actor(tenant), (tx) => chatWith(tx, tenant, `91${phones}`, null));
      owners.push(chat.owner_id);
    }
    expect(owners).toEqual([user('counsellor'), null]);
  });

  it('TRUST-S34 a chat waits again when the owner of its lead becomes inactive or the lead has no owner any more', async () => {
    const id = await lead();
    const ownerAfter = async (change: string): Promise<string | null> => {
      await edit(test, tenant, change);
      return (await test.store.transaction(actor(tenant), (tx) => chatWith(tx, tenant, `91${phones}`, null))).owner_id;
    };
    const give = (who: string): string => `update "leads" set "user_id" = ${who} where "id" = '${id}'`;
    expect(await ownerAfter(give(`'${user('counsellor')}'`))).toBe(user('counsellor'));
    expect(await ownerAfter(give(`'${user('inactive')}'`))).toBeNull();
    expect(await ownerAfter(give('null'))).toBeNull();
  });

  it.each([
    [1, 'keep their leads'],
    [0, 'lose them, and the leads have no owner, with the reason'],
  ] as const)('TENANTEDIT-075 with the flag at %s users who become inactive %s', async (flag, _what) => {
    await edit(test, tenant, `update "tenant" set "is_allow_inactive_user_have_leads" = ${flag}`);
    const id = await lead({ user_id: user('caller') });
    expect((await ask('PATCH', `res/users/${user('caller')}`, { status: 0 })).code).toBe(200);
    await worked();
    const [row] = await test.store.admin(`select "user_id", "assigned_at" from "leads" where "id" = '${id}'`);
    const last = (
      await test.store.admin(
        `select "from_user_id", "to_user_id", "note" from "lead_owner_history" where "lead_id" = '${id}' order by "id"`,
      )
    ).at(-1);
    if (flag === 1) expect([row!['user_id'], last!['to_user_id']]).toEqual([user('caller'), user('caller')]);
    else {
      expect(row).toEqual({ user_id: null, assigned_at: null });
      expect(last).toEqual({ from_user_id: user('caller'), to_user_id: null, note: 'The owner was deactivated.' });
    }
    expect((await ask('PATCH', `res/users/${user('caller')}`, { status: 1 })).code).toBe(200);
  });

  it('TENANTEDIT-075 TRUST-R24 many leads are released chunk by chunk, each once, with history and an update event', async () => {
    await edit(test, tenant, `update "tenant" set "is_allow_inactive_user_have_leads" = 0`);
    const rule = [{ condition: 'And', rules: [{ columnName: 'city', operator: 'in', value: ['Released'] }] }];
    const actions = [{ type: 'add_tag', params: { tag: 'free' } }];
    const { _id } = await made('rule-engine/create', { name: 'Released', trigger: 'lead_updated', rule, actions });
    expect((await ask('PUT', `rule-engine/status/${String(_id)}`, { status: 1 })).code).toBe(200);
    await edit(
      test,
      tenant,
      `insert into leads (tenant_id, id, name, phone, city, user_id, tags) select '${tenant}', 'many-' || lpad(n::text, 4, '0'), 'Lead ' || n,
         '+9197${'0'.repeat(4)}' || lpad(n::text, 4, '0'), 'Released', '${user('lead')}', '[]' from generate_series(1, 230) n`,
    );
    let turns = 0;
    let commits = 0;
    test.store.beforeCommit = (attempt, by) => {
      if (by.reason !== 'release-leads') return;
      commits++;
      if (attempt === 1) throw tryAgain(turns++);
    };
    expect((await ask('PATCH', `res/users/${user('lead')}`, { status: 0 })).code).toBe(200);
    await worked();
    test.store.beforeCommit = () => {};
    const [left] = await test.store.admin(`select count(*)::int as n, count(user_id)::int as owned,
      count(*) filter (where tags @> '["free"]')::int as told from leads where id like 'many-%'`);
    expect(left).toEqual({ n: 230, owned: 0, told: 230 });
    const [history] = await test.store.admin(`select count(*)::int as n, count(distinct lead_id)::int as leads
      from lead_owner_history where lead_id like 'many-%' and from_user_id = '${user('lead')}' and to_user_id is null`);
    expect(history).toEqual({ n: 230, leads: 230 });
    expect(commits).toBeGreaterThanOrEqual(6);
    expect((await ask('PATCH', `res/users/${user('lead')}`, { status: 1 })).code).toBe(200);
    const id = await lead({ user_id: user('lead') });
    for (const status of [0, 1]) expect((await ask('PATCH', `res/users/${user('lead')}`, { status })).code).toBe(200);
    await worked();
    const [kept] = await test.store.admin(`select "user_id" from "leads" where "id" = '${id}'`);
    expect(kept!['user_id']).toBe(user('lead'));
  });
});
