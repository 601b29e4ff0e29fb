import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summaryGroups } from '../../src/schemas/kit/call-summary';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { dayOf } from '../../server/domain/days';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { sheetsOf } from '../support/xlsx';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { at, makeCallRows } from './call-rows';

type Row = Record<string, unknown>;
const today = dayOf(new Date(at(0)), 'Asia/Kolkata');

describe.each(await reachableDatabases())('the figures above the call history as a file on $name', ({ fresh }) => {
  let world: DialWorld;
  const order = (who: Browser, body: object): Promise<Answer> =>
    call(world.test, who, 'POST', 'calls/history-summary/export', body);
  const fileOf = async (who: Browser, body: object): Promise<{ name: string; bytes: Buffer }> => {
    const made = await order(who, body);
    expect(made.code, made.text).toBe(200);
    await world.work(1);
    const { export_id: id } = made.body['data'] as { export_id: string };
    const { url, file_name: name } = (await call(world.test, who, 'GET', `exports/${id}`)).body['data'] as {
      url: string;
      file_name: string;
    };
    const { rawPayload: bytes } = await world.test.app.inject({ url, cookies: Object.fromEntries(who.cookies) });
    return { name, bytes };
  };
  const summary = async (who: Browser, query: string): Promise<{ rows: Row[]; total: Row }> =>
    (await call(world.test, who, 'GET', `calls/history-summary?${query}`)).body['data'] as { rows: Row[]; total: Row };
  const fieldRules = async (field_rules: object[]): Promise<void> => {
    expect((await call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules })).code).toBe(200);
    world.test.clock.add(61); // rights are at most a minute old (D-017)
  };

  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    await makeCallRows(world);
  });
  afterAll(() => world.test.close());

  it('has the numbers of the page in every group, the total first, and is called plainly', async () => {
    for (const group of summaryGroups) {
      const { rows, total } = await summary(world.admin, `group=${group}&started_at_between=today`);
      const { name, bytes } = await fileOf(world.admin, { format: 'csv', group, query: { started_at_between: 'today' } });
      expect(name).toMatch(new RegExp(`^Call history by [a-z ]+ ${today}\\.csv$`));
      const lines = bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
      expect(lines[0]).toMatch(/^[A-Z][a-z ]+,Dialled,/);
      expect(lines).toHaveLength(2 + rows.length);
      expect(lines[1]).toMatch(new RegExp(`^Total,${String(total['dialled'])},${String(total['connected'])},`));
      expect(lines.slice(2).map((line) => Number(line.split(',')[1]))).toEqual(rows.map(({ dialled }) => dialled));
    }
  });

  it('says on the second sheet of a spreadsheet what the calls were narrowed to, in words', async () => {
    const user = world.counsellor.userId!;
    const cell = writeCell({ measure: 'C1', from: today, to: today, values: { user: [user] } });
    const query = {
      started_at_between: 'today',
      outcome: ['busy', 'answered'],
      user_id: user,
      type: 'outbound',
      q: 'asha',
      cell,
    };
    const { name, bytes } = await fileOf(world.admin, { format: 'xlsx', group: 'user', query });
    expect(name).toBe(`Call history by user ${today}.xlsx`);
    const [table, about] = sheetsOf(bytes);
    expect(table?.[0]?.slice(0, 4)).toEqual(['User', 'Dialled', 'Connected', 'Connect %']);
    const lines = new Map(about?.map(([title = '', text = '']) => [title, text]));
    const words = { From: today, To: today, Rows: 'User', 'Type of call': 'Outbound', Search: 'asha', Number: 'Dialled' };
    expect(Object.fromEntries(lines)).toMatchObject(words);
    expect(lines.get('Status')).toBe('is Busy, Answered');
    expect(lines.get('User')).toMatch(/^(is )?Counsellor Northstar$/);
    expect(lines.get('Started')).toMatch(/^within \d{4}-\d\d-\d\d 00:00 – \d{4}-\d\d-\d\d 23:59$/);
    expect(lines.get('Time zone')).toBe('Asia/Kolkata');
  });

  it('needs the right to export, sees no more than the page, and is kept with its filters', async () => {
    expect((await order(world.outsider, { format: 'csv' })).code).toBe(403);
    const foreign = await signIn(world.test, 'admin@lakeview.example');
    const theirs = await fileOf(foreign, { format: 'csv', query: { user_id: world.counsellor.userId } });
    expect(theirs.bytes.toString('utf8').trim().split('\r\n')[1]).toMatch(/^Total,0,0,/);
    const kept = await world.rows('csv_exports', `kind = 'call-history-summary' and filters::text like '%list_key%'`);
    expect(kept).toEqual([]);
    await fileOf(world.admin, { format: 'csv', group: 'list', query: { list_key_null: 'true' } });
    expect(await world.rows('csv_exports', `kind = 'call-history-summary' and filters::text like '%list_key%'`)).toMatchObject([
      { state: 'done', created_by: world.admin.userId },
    ]);
  });

  it.each([
    [{}, 422],
    [{ format: 'pdf' }, 422],
    [{ format: 'csv', group: 'colour' }, 422],
    [{ format: 'csv', query: { colour: 'red' } }, 422],
    [{ format: 'csv', query: { cell: 'ZZ;2026-01-01;2026-01-02' } }, 422],
    [{ format: 'csv', query: { type: 'lost' } }, 422],
    [{ format: 'csv', query: { started_at_between: ['2027-03-10', '2027-03-01'] } }, 422],
  ])('refuses %j at once', async (body, code) => {
    expect((await order(world.admin, body)).code).toBe(code);
  });

  it('TRUST-S4 is refused for a group that the role does not see', async () => {
    const access = JSON.stringify([{ code: 'Advance_Call_History_Counsellor', level: [1, 2, 3, 4, 5, 6] }]);
    await edit(world.test, world.tenant, `update "users_roles" set "permissions" = '${access}' where "role" = 4`);
    await fieldRules([{ resource: 'calls', field: 'virtual_number', rule: 'hidden' }]);
    expect((await order(world.counsellor, { format: 'csv', group: 'user' })).code).toBe(200);
    expect((await order(world.counsellor, { format: 'csv', group: 'number' })).code).toBe(422);
  });

  it.each([
    ['outcome', ['C3a', 'C5', 'C6'], ['C2']],
    ['talk_s', ['C2', 'C3a', 'C9', 'C11', 'C12'], ['C5']],
  ] as const)(
    'TRUST-S4 a role that does not see %s of calls does not learn it from a tab, a figure or a cell',
    async (field, told, open) => {
      await fieldRules([{ resource: 'calls', field, rule: 'hidden' }]);
      const get = (path: string): Promise<Answer> => call(world.test, world.counsellor, 'GET', path);
      const cell = async (measure: string): Promise<number> =>
        (await get(`res/calls-history?cell=${measure}%3B2020-01-01%3B2027-12-31`)).status;
      for (const measure of told) expect([measure, await cell(measure)]).toEqual([measure, 403]);
      for (const measure of open) expect([measure, await cell(measure)]).toEqual([measure, 200]);
      const isOutcome = field === 'outcome';
      expect((await get('res/calls-history?type=missed')).status).toBe(isOutcome ? 422 : 200);
      expect(Object.keys((await get('calls/history-counts')).body['data'] as object)).toEqual(
        isOutcome ? ['all', 'outbound', 'inbound'] : ['all', 'outbound', 'inbound', 'missed'],
      );
      expect((await get('calls/history-summary?group=user')).code).toBe(422);
      expect((await order(world.counsellor, { format: 'csv', group: 'user' })).code).toBe(422);
    },
  );
});
