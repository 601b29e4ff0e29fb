import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureMeasures } from '../../src/schemas/kit/call-summary';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { measureOf } from '../../src/schemas/kit/measures';
import type { ReportTable, ShownRow } from '../../src/schemas/kit/report';
import { dayOf } from '../../server/domain/days';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';
import { at, makeCallRows, type CallRows } from './call-rows';

type Row = Record<string, unknown>;
const databases = await reachableDatabases();

describe.each(databases)('the call history on $name', ({ fresh }) => {
  let world: DialWorld;
  let manager: Browser;
  let lead = '';
  let ids: CallRows['ids'] = {};
  let made: CallRows['made'];
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const list = async (who: Browser, query = ''): Promise<Row[]> => {
    const answer = await call(world.test, who, 'GET', `res/calls-history?_sort=started_at&_order=asc&_limit=100${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Row[];
  };
  const named = (rows: readonly Row[]): string[] =>
    rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)!).toSorted();
  const get = async (who: Browser, path: string): Promise<Row> => {
    const body = (await call(world.test, who, 'GET', path)).body as Row;
    expect(body['code'], JSON.stringify(body)).toBe(200);
    return body['data'] as Row;
  };

  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    ({ ids, lead, made } = await makeCallRows(world));
    manager = await signIn(world.test, 'manager@northstar.example');
  });
  afterAll(() => world.test.close());

  it('CALL-153 lists every call with what came of it, the newest first, in the envelope of its own address', async () => {
    const answer = (await call(world.test, world.admin, 'GET', 'calls/history?type=all&limit=3')).body as Row;
    expect(answer).toMatchObject({ code: 200, count: 8 });
    expect(named(answer['data'] as Row[])).toEqual(['back', 'others', 'unknown']);
    const [first, talk] = await list(world.admin, `&lead_id=${lead}`);
    expect(first).toMatchObject({ stage_id: null, attempt: 1, ring_s: 60, recorded: false, flags: [], lead_age: 'new' });
    expect(talk).toMatchObject({
      stage_id: world.stages['Interested'],
      sub_stage: 'Visit',
      message: 'Visits on Friday',
      attempt: 2,
      ring_s: 60,
      recorded: true,
      lead_name: 'Asha Rao',
      clg_id: 10001,
      lead_state: 'Goa',
    });
    expect(talk!['_labels']).toMatchObject({ lead_id: 'Asha Rao', user_id: expect.any(String), stage_id: 'Interested' });
  });

  it('HTTP-018 CONST-004 shows all types unless one is asked for, and its tabs agree with their counts', async () => {
    for (const who of [world.admin, world.counsellor]) {
      const counts = await get(who, 'calls/history-counts');
      for (const type of ['all', 'outbound', 'inbound', 'missed'])
        expect((await list(who, `&type=${type}`)).length, type).toBe(counts[type]);
      expect(counts['all']).toBe((await list(who)).length);
    }
    const narrowed = await get(world.admin, `calls/history-counts?outcome=busy&started_at_between=today&type=missed`);
    expect(narrowed).toEqual({ all: 2, outbound: 2, inbound: 0, missed: 0 });
    const wrong = (await call(world.test, world.admin, 'GET', 'calls/history?type=lost')).body as Row;
    expect(wrong).toMatchObject({ code: 422, message: 'type must be all, outbound, inbound, missed' });
    const backwards = (await call(world.test, world.admin, 'GET', 'calls/history?from=2027-03-10&to=2027-03-09')).body as Row;
    expect(backwards).toMatchObject({ code: 422, message: 'to must not be before from' });
    for (const day of ['2027-02-31', '0001-01-01', 'today']) {
      const answer = (await call(world.test, world.admin, 'GET', `calls/history?from=${day}`)).body as Row;
      expect(answer).toMatchObject({ code: 422, message: 'from must be a date' });
    }
  });

  it.each([
    ['started_at_between=today', ['back', 'first', 'missed', 'others', 'short', 'talk', 'unknown']],
    ['from=2027-03-07&to=2027-03-07', ['old']],
    ['direction=inbound', ['missed']],
    ['outcome=busy', ['old', 'others', 'unknown']],
    ['talk_s_gte=70&talk_s_lte=95', ['back', 'talk']],
    ['recorded=true', ['talk']],
    ['stage_id_null=true&outcome=answered', ['back', 'short']],
    ['attempt_gte=2', ['back', 'short', 'talk']],
    ['lead_age=new', ['back', 'first', 'missed', 'others', 'talk']],
    ['lead_age=old', ['old', 'short']],
    ['flags=short', ['short']],
    ['flags=no_stage', ['back', 'short']],
    ['clg_id=10001', ['back', 'first', 'missed', 'talk']],
    ['lead_state=Goa', ['back', 'first', 'missed', 'talk']],
    ['q=vikram', ['old', 'short']],
    ['lead_id_null=true', ['unknown']],
  ])('filters by %s', async (query, expected) => {
    expect(named(await list(world.admin, `&${query}`))).toEqual(expected);
  });

  it('marks a number that was dialled more than five times on one day', async () => {
    for (let n = 0; n < 6; n++)
      await made(`dial ${n}`, {
        phone: '+919800011111',
        started_at: at(n),
        ended_at: at(n),
        outcome: 'busy',
        user_id: idOf('admin'),
      });
    expect(named(await list(world.admin, '&flags=often'))).toEqual([0, 1, 2, 3, 4, 5].map((n) => `dial ${n}`));
    await edit(world.test, world.tenant, `update calls set deleted_at = now() where phone = '+919800011111'`);
    expect(await list(world.admin, '&flags=often')).toEqual([]);
  });

  it('TRUST-S34 shows a reader the calls of the leads they see, and calls without a lead of the users they see', async () => {
    expect(named(await list(world.counsellor))).toEqual(['back', 'first', 'missed', 'old', 'short', 'talk', 'unknown']);
    expect(named(await list(manager))).toEqual(['back', 'first', 'missed', 'old', 'short', 'talk', 'unknown']);
    expect(named(await list(world.outsider))).toEqual(['others']);
    expect(await get(world.outsider, 'calls/history-counts')).toEqual({ all: 1, outbound: 1, inbound: 0, missed: 0 });
    expect(await list(world.foreigner)).toEqual([]);
  });

  it('adds up the selection by user, day and disposition, and counts distinct leads of the total again', async () => {
    const query = 'started_at_between=today&lead_id_nnull=true';
    const summary = await get(world.admin, `calls/history-summary?group=user&${query}`);
    const byUser = new Map((summary['rows'] as Row[]).map((row) => [row['key'], row]));
    expect(byUser.get(idOf('counsellor'))).toMatchObject({
      dialled: 2,
      connected: 1,
      no_answer: 1,
      missed: 1,
      called_back: 1,
      leads_dialled: 1,
      leads_connected: 1,
      talk_s: 95,
      conversations: 1,
      longest_s: 95,
      worked_s: expect.any(Number),
    });
    expect(byUser.get(idOf('lead'))).toMatchObject({ dialled: 2, connected: 2, leads_dialled: 2, talk_s: 74, conversations: 1 });
    expect(summary['total']).toMatchObject({
      dialled: 5,
      connected: 3,
      busy: 1,
      leads_dialled: 3,
      leads_connected: 2,
      talk_s: 169,
    });
    const days = (await get(world.admin, 'calls/history-summary?group=day'))['rows'] as Row[];
    expect(days.map(({ key, dialled }) => [key, dialled])).toEqual([
      ['2027-03-07', 1],
      ['2027-03-10', 6],
    ]);
    const stages = (await get(world.admin, 'calls/history-summary?group=disposition'))['rows'] as Row[];
    expect(stages.map(({ label, dialled }) => [label, dialled])).toEqual([
      ['Interested', 1],
      [null, 6],
    ]);
    const lists = (await get(world.admin, 'calls/history-summary?group=list'))['rows'] as Row[];
    expect(lists.map(({ label, dialled }) => [label, dialled])).toEqual([
      ['Morning', 1],
      [null, 6],
    ]);
    const numbers = (await get(world.admin, 'calls/history-summary?group=number'))['rows'] as Row[];
    expect(numbers.map(({ key, label, dialled }) => [key, label, dialled])).toEqual([
      ['+918035551234', '+918035551234', 1],
      [null, null, 6],
    ]);
    expect(named(await list(world.admin, '&virtual_number=%2B918035551234'))).toEqual(['talk']);
    const day = dayOf(new Date(at(0)), 'Asia/Kolkata');
    const byNumber = await get(world.admin, `reports/hourly-call-activity?tab=number&from=${day}&to=${day}`);
    expect((byNumber['rows'] as ShownRow[]).map(({ title, value }) => [title, value])).toEqual(
      expect.arrayContaining([['80355 51234', '+918035551234']]),
    );
    const none = await get(world.admin, 'calls/history-summary?outcome=voicemail');
    expect(none).toMatchObject({ rows: [], total: { dialled: 0, talk_s: 0 } });
    const refused = (await call(world.test, world.counsellor, 'GET', 'calls/history-summary')).body as Row;
    expect(refused).toMatchObject({ code: 403 });
  });

  it('its figures are those of the reports, and each opens the calls that it counted', async () => {
    const day = '2027-03-10';
    const summary = await get(world.admin, 'calls/history-summary?group=user&started_at_between=today');
    expect(summary).toMatchObject({ from: day, to: day });
    const report = (await get(
      world.admin,
      `reports/user-productivity?from=${day}&to=${day}&tab=calls&group_by=user`,
    )) as unknown as ReportTable;
    const figures = Object.entries(figureMeasures);
    const inReport = (row: ShownRow | undefined, measure: string): unknown => {
      const at = report.columns.findIndex((column) => column.measure === measure);
      return at < 0 ? undefined : (row?.cells[at]?.value ?? 0);
    };
    let compared = 0;
    for (const row of summary['rows'] as Row[]) {
      const there = report.rows.find(({ value }) => value === row['key']);
      for (const [figure, measure] of figures) {
        const expected = inReport(there, measure);
        if (there && expected !== undefined)
          expect([row['label'], figure, row[figure]]).toEqual([row['label'], figure, Number(expected)]);
        const { opens, unit } = measureOf(measure);
        if (opens !== 'calls' || unit !== 'count') continue;
        const cell = writeCell({ measure, from: day, to: day, values: { user: [String(row['key'] ?? '')] } });
        const rows = await list(world.admin, `&started_at_between=today&cell=${encodeURIComponent(cell)}`);
        expect([row['label'], figure, rows.length]).toEqual([row['label'], figure, row[figure]]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
    const stages = (await get(world.admin, `calls/history-summary?group=disposition&started_at_between=today`))['rows'] as Row[];
    for (const { key, dialled } of stages) {
      const cell = writeCell({ measure: 'C1', from: day, to: day, values: { disposition: [String(key ?? '')] } });
      expect((await list(world.admin, `&cell=${encodeURIComponent(cell)}`)).length).toBe(dialled);
    }
  });

  it('masks the number for a role that sees it masked, in the list, its search and its tabs', async () => {
    const mask = (field_rules: object[]) => call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules });
    expect((await mask([{ resource: 'leads', field: 'phone', rule: 'masked' }])).status).toBe(200);
    world.test.clock.add(61); // rights are at most a minute old (D-017)
    const who = await signIn(world.test, 'counsellor@northstar.example');
    const rows = await list(who, `&lead_id=${lead}`);
    expect(rows.map(({ phone }) => phone)).toEqual(rows.map(() => expect.stringMatching(/x|\*|•/)));
    expect(JSON.stringify(rows)).not.toContain('9811100001');
    expect((await call(world.test, who, 'GET', 'res/calls-history?phone=%2B919811100001')).status).toBe(422);
    expect(await list(who, '&q=9811100001')).toEqual([]);
    expect((await list(who, '&q=asha')).length).toBeGreaterThan(0);
    await mask([]);
    world.test.clock.add(61);
  });

  it('hands a recording to those who may export, and keeps who took it', async () => {
    const take = async (who: Browser, name: string): Promise<Row> =>
      (await call(world.test, who, 'POST', `calls/${ids[name]}/recording`, {})).body as Row;
    expect(await take(world.counsellor, 'talk')).toMatchObject({ code: 403 });
    expect(await take(world.admin, 'first')).toMatchObject({ code: 404, message: 'This call has no recording.' });
    expect(await take(world.admin, 'talk')).toMatchObject({ code: 200, data: { url: expect.stringContaining('files/') } });
    expect(await world.rows('recording_downloads', `call_id = '${ids['talk']}'`)).toMatchObject([
      { created_by: idOf('admin'), lead_id: lead },
    ]);
  });

  it('exports the filtered calls, and offers no way to change them', async () => {
    const order = {
      format: 'csv',
      columns: ['started_at', 'user_id', 'stage_id', 'talk_s'],
      query: { type: 'outbound', q: 'asha' },
    };
    const started = (await call(world.test, world.admin, 'POST', 'res/calls-history/export', order)).body as Row;
    expect(JSON.stringify(started)).toContain('job_id');
    await world.work(1);
    expect(await world.rows('csv_exports', `kind = 'calls-history'`)).toMatchObject([{ state: 'done', rows: 3 }]);
    const change = { action: 'update', ids: [ids['talk']], values: { talk_s: 1 } };
    expect((await call(world.test, world.admin, 'POST', 'res/calls-history/bulk', change)).status).toBe(403);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const)
      expect((await call(world.test, world.admin, method, `res/calls-history/${ids['talk']}${path}`, {})).status).toBe(404);
  });
});
