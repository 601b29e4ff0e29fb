import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAskedFields } from '../../src/schemas/kit/asked-columns';
import { applications } from '../../src/schemas/applications/applications';
import { callActions } from '../../src/schemas/leads/call-actions';
import { calls } from '../../src/schemas/leads/calls';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { leads } from '../../src/schemas/leads/leads';
import { siteVisits } from '../../src/schemas/marketing/site-visits';
import { tenantFindings } from '../../server/store/checks/invariants';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

/** Columns of a list of leads that are read from other records, or follow from several fields, as filters and orders. */
const resource = withAskedFields(leads, Object.keys(leads.asked ?? {}));
const list = compileList(resource);
const now = new Date('2026-03-20T10:00:00Z');
const day = (n: number): string => new Date(Date.UTC(2026, 2, 1 + n)).toISOString();

const outcomes = ['answered', 'no_answer', 'busy'] as const;
const states = ['draft', 'submitted'] as const;
const people = Array.from({ length: 70 }, (_, n) => ({
  id: `lead${String(n).padStart(4, '0')}`,
  city: n % 2 ? 'Pune' : 'Nashik',
  outcome: n % 3 ? outcomes[n % 3]! : undefined,
  called: n % 3 ? day(n % 15) : undefined,
  state: n % 4 ? undefined : states[(n / 4) % 2]!,
  sms: n % 5 ? n % 2 === 0 : undefined,
  due: n % 4 ? day(15 + (n % 9)) : undefined,
  owner: n % 6 ? 'ann' : undefined,
  acted: n % 7 ? day(n % 12) : undefined,
  assigned: day(6),
  staged: n % 3 ? day(n % 19) : undefined,
  page: n % 6 === 1 ? (n % 4 === 1 ? '/Fees' : '/apply') : undefined,
  since: n % 3 && n % 19 > n % 20 ? day(n % 19) : day(n % 20),
}));
type Person = (typeof people)[number];
const isUntouched = ({ owner, acted, assigned }: Person): boolean => owner !== undefined && !(acted && acted >= assigned);
const daysOf = ({ since }: Person): number => Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
const isOverdue = ({ due }: Person): boolean => due !== undefined && Date.parse(due) < now.getTime();

const filters: readonly (readonly [string, string | string[], (person: Person) => boolean])[] = [
  ['last_call_outcome', 'busy', ({ outcome }) => outcome === 'busy'],
  ['last_call_outcome', ['busy', 'no_answer'], ({ outcome }) => outcome === 'busy' || outcome === 'no_answer'],
  ['last_call_outcome_ne', 'busy', ({ outcome }) => outcome !== 'busy'],
  ['last_call_outcome_null', 'true', ({ outcome }) => outcome === undefined],
  ['last_call_outcome_null', 'false', ({ outcome }) => outcome !== undefined],
  ['last_call_at_gte', day(7), ({ called }) => called !== undefined && called >= day(7)],
  ['last_call_at_lt', day(7), ({ called }) => called !== undefined && called < day(7)],
  ['application_stage', 'draft', ({ state }) => state === 'draft'],
  ['payment_status', 'none', ({ state }) => state !== undefined],
  ['consent_sms', 'given', ({ sms }) => sms === true],
  ['consent_sms', 'withdrawn', ({ sms }) => sms === false],
  ['consent_sms_null', 'true', ({ sms }) => sms === undefined],
  ['followup_overdue', 'yes', isOverdue],
  ['followup_overdue', 'no', (person) => !isOverdue(person)],
  ['followup_overdue', ['yes', 'no'], () => true],
  ['untouched', 'yes', isUntouched],
  ['untouched', 'no', (person) => !isUntouched(person)],
  ['untouched_ne', 'yes', (person) => !isUntouched(person)],
  ['days_in_stage_gte', '7', (person) => daysOf(person) >= 7],
  ['days_in_stage_gt', '7', (person) => daysOf(person) > 7],
  ['days_in_stage_lte', '4', (person) => daysOf(person) <= 4],
  ['days_in_stage_lt', '4', (person) => daysOf(person) < 4],
  ['days_in_stage', '11', (person) => daysOf(person) === 11],
  ['days_in_stage_ne', '11', (person) => daysOf(person) !== 11],
  ['days_in_stage_between', ['3', '9'], (person) => daysOf(person) >= 3 && daysOf(person) <= 9],
  ['days_in_stage_nbetween', ['3', '9'], (person) => daysOf(person) < 3 || daysOf(person) > 9],
  ['days_in_stage_null', 'true', () => false],
  ['days_in_stage_null', 'false', () => true],
  ['landing_page', '/Fees', ({ page }) => page === '/Fees'],
  ['landing_page_contains', 'fee', ({ page }) => page === '/Fees'],
  ['landing_page_null', 'true', ({ page }) => page === undefined],
];
const known = [leads, calls, applications, callActions, leadCaptures, siteVisits];
const orders = [
  'created_at',
  'last_call_at',
  'last_call_outcome',
  'application_stage',
  'payment_status',
  'days_in_stage',
  'landing_page',
];

describe.each(await reachableDatabases())('kept values on $name', ({ fresh }) => {
  let store: TestStore;
  const page = (query: Record<string, unknown>): Promise<ListPage> =>
    store.transaction(actor('t1'), (tx) => list.page(tx, 't1', readListRequest(resource, query, { now })));
  const change = (text: string): Promise<number> => store.transaction(actor('t1'), (tx) => tx.run(sql`${raw(text)}`));
  const found = async (query: Record<string, unknown>): Promise<unknown[]> =>
    (await page({ ...query, limit: 100 })).rows.map((row) => row.id).toSorted();

  const wrong = async (): Promise<number> => {
    const connection = { script: store.admin } as Parameters<typeof tenantFindings>[0];
    const findings = await tenantFindings(connection, known, 't1');
    return findings.find(({ what }) => what.includes('custom values'))!.wrong;
  };

  beforeAll(async () => {
    store = await fresh();
    // without the role and the answers that these need
    await store.admin(`set session_replication_role = replica;
      insert into users (tenant_id, id, name, email, role, type) values ('t1', 'ann', 'Ann', 'ann@example.com', 4, 'employee');
      insert into forms (tenant_id, id, name, slug, kind, schema) values ('t1', 'form', 'Admission', 'admission', 'application', '{}');
      insert into analytics_properties (tenant_id, id, name) values ('t1', 'site', 'Site');
      set session_replication_role = origin`);
    await store.transaction(actor('t1'), async (tx) => {
      const put = (table: string, columns: string[], rows: unknown[][]) => tx.insertMany(table, ['tenant_id', ...columns], rows);
      await put(
        'leads',
        ['id', 'name', 'city', 'created_at', 'consent', 'next_followup_at', 'user_id', 'last_act_at', 'assigned_at'],
        people.map(({ id, city, sms, due, owner, acted, assigned }, n) => [
          't1',
          id,
          `Name ${n % 7}`,
          city,
          day(n % 20),
          sms === undefined ? null : JSON.stringify({ sms }),
          due ?? null,
          owner ?? null,
          acted ?? null,
          assigned,
        ]),
      );
      const called = people.filter(({ outcome }) => outcome);
      await put(
        'calls',
        ['id', 'lead_id', 'outcome', 'started_at'],
        called.flatMap(({ id, outcome, called: at }) => [
          ['t1', `${id}a`, id, 'missed', '2026-02-01T08:00:00Z'],
          ['t1', `${id}b`, id, outcome, at],
          ['t1', `${id}c`, id, 'rejected', null],
        ]),
      );
      await put(
        'applications',
        ['id', 'form_id', 'lead_id', 'answers', 'state'],
        people.flatMap(({ id, state }) => (state ? [['t1', `${id}x`, 'form', id, '{}', state]] : [])),
      );
      await put(
        'call_actions',
        ['id', 'lead_id', 'btn_message', 'previous_btn_message', 'created_at'],
        people.flatMap(({ id, staged }) =>
          staged
            ? [
                ['t1', `${id}a`, id, 'Warm', null, '2026-02-01T08:00:00Z'],
                ['t1', `${id}b`, id, 'Hot', 'Warm', staged],
                ['t1', `${id}c`, id, 'Hot', 'Hot', '2026-03-20T09:00:00Z'],
              ]
            : [],
        ),
      );
      const visited = people.filter(({ page: of }) => of);
      const visit = (id: string, of: unknown): unknown[] => ['t1', id, 'site', id, id, day(1), day(1), 'direct', 'mobile', of];
      await put(
        'site_visits',
        ['id', 'site_id', 'visit_key', 'visitor_key', 'started_at', 'last_at', 'channel', 'device', 'landing_page'],
        visited.flatMap(({ id, page: of }) => [visit(`${id}a`, '/first'), visit(`${id}b`, of)]),
      );
      await put(
        'lead_captures',
        ['id', 'lead_id', 'via', 'visit_id', 'created_at'],
        visited.flatMap(({ id }) => [
          ['t1', `${id}a`, id, 'form', `${id}a`, day(1)],
          ['t1', `${id}b`, id, 'form', `${id}b`, day(2)],
          ['t1', `${id}c`, id, 'call', null, day(3)],
        ]),
      );
    });
  });
  afterAll(() => store.close());

  it('SPEED-B6 pages by cursor through exactly the matching leads, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.constantFrom('asc', 'desc'),
        fc.subarray([...filters], { maxLength: 2 }),
        fc.boolean(),
        fc.integer({ min: 3, max: 40 }),
        async (_sort, _order, asked, ofCity, limit) => {
          const base = { _sort, _order, ...Object.fromEntries(asked), ...(ofCity ? { city: 'Pune' } : {}) };
          const last = new Map(asked.map(([name, , meets]) => [name, meets]));
          const expected = people
            .filter((one) => (!ofCity || one.city === 'Pune') && [...last.values()].every((meets) => meets(one)))
            .map(({ id }) => id);
          const whole = (await page({ ...base, limit: 100 })).rows.map((row) => row.id);
          expect(whole.toSorted(), JSON.stringify(base)).toEqual(expected);
          const seen: unknown[] = [];
          for (let at = await page({ ...base, limit }); ;) {
            expect([at.total, at.totalExact]).toEqual([whole.length, true]);
            seen.push(...at.rows.map((row) => row.id));
            if (!at.next) break;
            at = await page({ ...base, limit, after: at.next });
          }
          expect(seen, JSON.stringify(base)).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('follows a later call, a changed one, one that moves to another lead or is removed, and a lead that leaves and returns', async () => {
    const [first, second] = ['lead0000', 'lead0003'];
    const ofRejected = () => found({ last_call_outcome: 'rejected' });
    await change(
      `insert into calls (tenant_id, id, lead_id, started_at) values ('t1', 'late', '${first}', '2026-03-19T08:00:00Z')`,
    );
    expect(await found({ last_call_at_gte: '2026-03-19T00:00:00Z' })).toEqual([first]);
    await change(`update calls set outcome = 'rejected' where id = 'late'`);
    expect(await ofRejected()).toEqual([first]);
    await change(`update calls set lead_id = '${second}' where id = 'late'`);
    expect(await ofRejected()).toEqual([second]);
    await change(`update leads set deleted_at = now() where id = '${second}'`);
    expect(await ofRejected()).toEqual([]);
    expect((await page({ last_call_outcome: 'rejected' })).total).toBe(0);
    await change(`update leads set deleted_at = null where id = '${second}'`);
    expect(await ofRejected()).toEqual([second]);
    await change(`update leads set consent = '{"sms": false}', custom = '{"rank": 1}' where id = '${second}'`);
    expect(await ofRejected()).toEqual([second]);
    expect(await found({ consent_sms: 'withdrawn', last_call_outcome: 'rejected' })).toEqual([second]);
    expect(await wrong()).toBe(0);
    await change(`delete from calls where id = 'late'`);
    expect(await ofRejected()).toEqual([]);
  });

  it('follows a change of the stage, a comment without one, and what is removed; the days of a new lead are its own', async () => {
    const lead = people.find(({ staged }) => !staged)!;
    const today = () => found({ days_in_stage_lt: '1' });
    expect(await today()).not.toContain(lead.id);
    const act = (id: string, to: string, from: string): Promise<number> =>
      change(
        `insert into call_actions (tenant_id, id, lead_id, btn_message, previous_btn_message, created_at) values ('t1', '${id}', '${lead.id}', '${to}', '${from}', '2026-03-20T08:00:00Z')`,
      );
    await act('said', 'Warm', 'Warm');
    expect(await today()).not.toContain(lead.id);
    await act('moved', 'Hot', 'Warm');
    expect(await today()).toContain(lead.id);
    await change(`update leads set custom = '{"rank": 2}' where id = '${lead.id}'`);
    expect(await today()).toContain(lead.id);
    await change(`delete from call_actions where id = 'moved'`);
    expect(await found({ days_in_stage: String(daysOf(lead)) })).toContain(lead.id);
    expect(await wrong()).toBe(0);
  });

  it('follows the visit of an enquiry that is linked later, is changed, or is deleted with its time', async () => {
    const { id } = people.find(({ page: of }) => of)!;
    const of = (landing: string) => found({ landing_page: landing });
    await change(`update site_visits set landing_page = '/fairs' where id = '${id}b'`);
    expect(await of('/fairs')).toEqual([id]);
    await change(`update lead_captures set visit_id = '${id}a' where id = '${id}c'`);
    expect(await of('/first')).toEqual([id]);
    await change(`delete from site_visits where id = '${id}a'`);
    expect(await of('/fairs')).toEqual([id]);
    await change(`delete from site_visits where id = '${id}b'`);
    expect(await found({ landing_page_null: 'true' })).toContain(id);
    expect(await wrong()).toBe(0);
  });

  it('refuses what is no number of days', async () => {
    for (const query of [{ days_in_stage: 'soon' }, { days_in_stage_gte: '-1' }, { days_in_stage: ['1', '2'] }])
      await expect(page(query)).rejects.toThrow(/Days in stage/);
  });
});
