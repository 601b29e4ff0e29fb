import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MyDay } from '../../src/schemas/calls/leads';
import type { TeamDashboard } from '../../src/schemas/calls/team-dashboard';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { cardMeasures, type DashboardLayout, type PlacedCard } from '../../src/schemas/kit/dashboard-layout';
import { officeWork, officeWorkIds } from '../../src/schemas/kit/office-work';
import { resourceNamed } from '../../src/schemas/kit/all';
import { wiresOf } from '../../src/schemas/kit/resource';
import { moved, nextPlace, withMeasure } from '../../src/custom/dashboard/arrange';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const at = (time: string): string => new Date(`2027-03-10T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let tenant: string;
  const who: Record<string, Browser> = {};

  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    tenant = test.fixture.tenants.northstar;
    for (const name of ['admin', 'lead', 'counsellor', 'caller', 'backoffice'])
      who[name] = await signIn(test, `${name}@northstar.example`);
    const history = new History(test.store, tenant);
    for (const name of ['counsellor', 'counsellor', 'caller']) {
      const lead = await history.capture(at('09:00'));
      await history.assign(lead, who[name]!.userId!, at('09:00'));
      await history.call({ lead, user: who[name]!.userId!, at: at('09:05'), talk: 80 });
    }
    const orders = ['created', 'created', 'pending', 'failed', 'paid'].map(
      (status, n) => `('${tenant}', 'o${n}', '${status}', 'a${n}')`,
    );
    await edit(test, tenant, `insert into "forms" ("tenant_id", "id", "name", "slug") values ('${tenant}', 'f', 'Form', 'f')`);
    const lead = (await call(test, who['admin']!, 'GET', 'res/leads?limit=1')).text;
    const leadId = (JSON.parse(lead) as { id: string }[])[0]!.id;
    const states = ['submitted', 'submitted', 'under_review', 'documents_pending', 'draft'];
    await edit(
      test,
      tenant,
      `insert into "applications" ("tenant_id", "id", "form_id", "lead_id", "answers", "state") values
        ${states.map((state, n) => `('${tenant}', 'a${n}', 'f', '${leadId}', '{}', '${state}')`).join(', ')}`,
    );
    await edit(test, tenant, `insert into "orders" ("tenant_id", "id", "status", "application_id") values ${orders.join(', ')}`);
    await edit(test, tenant, `update "orders" set "lead_id" = '${leadId}' where "tenant_id" = '${tenant}'`);
    await edit(
      test,
      tenant,
      `insert into "queries" ("tenant_id", "id", "subject", "message", "state", "lead_id") values ('${tenant}', 'q', 'x', 'x', 'open', '${leadId}')`,
    );
  });
  afterAll(() => test.close());
  afterEach(() => edit(test, tenant, `delete from "dashboard_layouts" where "tenant_id" = '${tenant}'`));

  const keep = (name: string, body: Record<string, unknown>): Promise<Answer> =>
    call(test, who[name]!, 'PUT', 'dashboard/layout', body);
  const layout = async (name: string, query: string): Promise<DashboardLayout> =>
    (await call(test, who[name]!, 'GET', `dashboard/layout?${query}`)).body['data'] as DashboardLayout;
  const day = async (name: string): Promise<MyDay> =>
    (await call(test, who[name]!, 'GET', 'dashboard/my-day')).body['data'] as MyDay;
  const team = async (name: string): Promise<TeamDashboard> =>
    (await call(test, who[name]!, 'GET', 'dashboard/team')).body['data'] as TeamDashboard;
  const shown = ({ cards }: DashboardLayout): string[] => cards.filter(({ hidden }) => !hidden).map(({ id }) => id);

  it('starts with the cards of the product, each where the role has something to do with it', async () => {
    expect((await layout('counsellor', 'view=day')).from).toBe('product');
    expect(shown((await day('counsellor')).layout)).toEqual([
      'numbers',
      'queue',
      'targets',
      'hours',
      'days',
      'stages',
      'announcements',
    ]);
    expect(shown((await day('backoffice')).layout)).toEqual(['office', 'targets', 'announcements']);
    expect(shown((await team('admin')).layout)).toContain('health');
    expect(shown((await team('lead')).layout)).not.toContain('health');
  });

  it('moves, hides and adds cards for the person alone, and resets them', async () => {
    const cards = [
      { id: 'stages', wide: true },
      { id: 'added-1', measure: 'C2' },
      { id: 'numbers', hidden: true },
      { id: 'queue' },
    ];
    expect((await keep('counsellor', { view: 'day', cards })).body.message).toBe('Layout saved.');
    const own = await day('counsellor');
    expect(own.layout.from).toBe('own');
    // What the layout does not name, such as a card of a later version, is at the end.
    expect(own.layout.cards.map(({ id }) => id).slice(0, 5)).toEqual(['stages', 'added-1', 'numbers', 'queue', 'office']);
    expect(own.layout.cards.slice(0, 3)).toEqual(cards.slice(0, 3));
    expect((await day('caller')).layout.from).toBe('product');
    expect((await keep('counsellor', { view: 'day' })).body.message).toBe('Layout reset.');
    expect((await day('counsellor')).layout.from).toBe('product');
  });

  it("an added number is the reader's own, and opens what it counted", async () => {
    const cards = [
      { id: 'added-1', measure: 'C2' },
      { id: 'added-2', measure: 'L1' },
      { id: 'added-3', measure: 'C2', over: 'hour' },
    ];
    await keep('counsellor', { view: 'day', cards });
    const own = await day('counsellor');
    expect(own.cards!.map(({ id, totals }) => [id, totals[0]!.value])).toEqual([
      ['added-1', 2],
      ['added-2', 2],
      ['added-3', 2],
    ]);
    expect(own.cards![2]).toMatchObject({ title: 'Connected by hour', look: 'bars', rows: [{ value: '9' }] });
    const values = { user: [who['counsellor']!.userId!] };
    const cell = writeCell({ measure: 'C2', from: own.day, to: own.day, values });
    const listed = await call(test, who['counsellor']!, 'GET', `res/calls?cell=${encodeURIComponent(cell)}&limit=1`);
    expect(listed.headers['x-total-count']).toBe('2');
  });

  it('the dashboard of a team counts what was added, for the team', async () => {
    await keep('lead', { view: 'team', cards: [{ id: 'added-1', measure: 'C2', over: 'user', wide: true }, { id: 'numbers' }] });
    const board = await team('lead');
    expect(board.cards[0]).toMatchObject({ id: 'added-1', wide: true, totals: [{ value: 3 }] });
    expect(board.cards[1]).toMatchObject({ id: 'numbers' });
    expect(board.cards[1]!.wide).toBeUndefined();
    await keep('lead', {
      view: 'team',
      cards: [
        { id: 'people', hidden: true },
        { id: 'targets', hidden: true },
      ],
    });
    const less = await team('lead');
    expect([less.cards.some(({ id }) => id === 'people'), less.targets]).toEqual([false, undefined]);
  });

  it("an admin sets a role's layout, which its users have until they arrange their own", async () => {
    const cards = [
      { id: 'queue', wide: true },
      { id: 'hours', hidden: true },
    ];
    expect((await keep('lead', { view: 'day', role: 4, cards })).code).toBe(403);
    expect((await call(test, who['lead']!, 'GET', 'dashboard/layout?view=day&role=4')).code).toBe(403);
    expect((await keep('admin', { view: 'day', role: 77, cards })).body.errors).toEqual([
      { path: 'role', message: 'This role does not exist' },
    ]);
    await keep('admin', { view: 'day', role: 4, cards });
    expect((await day('counsellor')).layout).toMatchObject({ from: 'role' });
    expect(shown((await day('counsellor')).layout)).not.toContain('hours');
    expect(shown((await day('caller')).layout)).toContain('hours');
    await keep('counsellor', { view: 'day', cards: [{ id: 'hours' }] });
    expect((await day('counsellor')).layout).toMatchObject({ from: 'own' });
    await keep('counsellor', { view: 'day' });
    expect((await day('counsellor')).layout).toMatchObject({ from: 'role' });
    expect((await layout('admin', 'view=day&role=4')).from).toBe('role');
    expect((await keep('admin', { view: 'day', role: 4 })).body['data']).toMatchObject({ from: 'product' });
    // The office starts with its own work.
    expect(shown(await layout('admin', 'view=day&role=6'))).toEqual(['office', 'targets', 'announcements']);
  });

  it.each<[string, PlacedCard[] | unknown[], string, string]>([
    ['an unknown card', [{ id: 'queue' }, { id: 'moon' }], 'cards.1.id', "This dashboard has no card 'moon'"],
    ['a card of admins', [{ id: 'health' }], 'cards.0.id', "This dashboard has no card 'health'"],
    ['a card twice', [{ id: 'queue' }, { id: 'queue' }], 'cards.1.id', "The card 'queue' is there twice"],
    ['an unknown measure', [{ id: 'added-1', measure: 'X9' }], 'cards.0.measure', "There is no measure 'X9' for a card"],
    ['no measure', [{ id: 'added-1' }], 'cards.0.measure', 'Choose a measure'],
    [
      'a measure on a card of its own',
      [{ id: 'queue', measure: 'C2' }],
      'cards.0.measure',
      "The card 'queue' has its own measures",
    ],
    [
      'rows it does not have',
      [{ id: 'added-1', measure: 'W1', over: 'source' }],
      'cards.0.over',
      "'Working time' has no rows by 'Primary source'",
    ],
    ['unknown rows', [{ id: 'added-1', measure: 'C2', over: 'moon' }], 'cards.0.over', "'Connected' has no rows by 'moon'"],
    ['an unknown member', [{ id: 'queue', color: 'red' }], 'cards.0.color', 'color is not a field of this request'],
    [
      'too many',
      Array.from({ length: 13 }, (_, n) => ({ id: `added-${n}`, measure: 'C2' })),
      'cards',
      'You can add a maximum of 12 cards',
    ],
  ])('refuses %s by name', async (_, cards, path, message) => {
    const answer = await keep('counsellor', { view: 'day', cards });
    expect([answer.code, answer.body.errors?.[0]?.path]).toEqual([422, path]);
    if (!path.endsWith('color')) expect(answer.body.errors).toEqual([{ path, message }]);
    expect((await day('counsellor')).layout.from).toBe('product');
  });

  it('D-022 amounts are no card of those who see no orders, stored ones neither', async () => {
    const cards = [{ id: 'added-1', measure: 'R1' }];
    expect((await keep('caller', { view: 'day', cards })).body.errors).toEqual([
      { path: 'cards.0.measure', message: "Your role does not see 'Revenue'" },
    ]);
    await keep('admin', { view: 'day', role: 5, cards });
    expect((await day('caller')).cards).toEqual([]);
  });

  it('every measure that can be added is counted', async () => {
    for (let from = 0; from < cardMeasures.length; from += 12) {
      const cards = cardMeasures.slice(from, from + 12).map((measure, n) => ({ id: `added-${n}`, measure }));
      expect((await keep('admin', { view: 'day', cards })).code).toBe(200);
      expect((await day('admin')).cards!.map(({ columns }) => columns[0]!.measure)).toEqual(cards.map(({ measure }) => measure));
    }
  });

  it('D-001 the office sees what waits; each number is the total of its list', async () => {
    const office = (await day('backoffice')).office!;
    expect(office).toEqual({
      orders_created: 2,
      orders_pending: 1,
      orders_failed: 1,
      submitted: 2,
      under_review: 1,
      documents_pending: 1,
    });
    await keep('admin', { view: 'day', cards: [{ id: 'office' }] });
    const whole = (await day('admin')).office!;
    expect(whole).toMatchObject({ ...office, payments: 0, documents: 0, queries: 1 });
    for (const [name, counts] of [
      ['backoffice', office],
      ['admin', whole],
    ] as const)
      for (const id of officeWorkIds.filter((one) => counts[one] !== undefined)) {
        const { of, field, value } = officeWork[id];
        const [, path] = wiresOf(resourceNamed(of), 'list')[0]!.split(' ');
        const listed = await call(test, who[name]!, 'GET', `${path}?${field}=${value}&limit=1`);
        expect([id, listed.headers['x-total-count']]).toEqual([id, String(counts[id])]);
      }
    expect((await day('counsellor')).office).toBeUndefined();
  });
});

describe('arranging', () => {
  const cards = [{ id: 'a', wide: true }, { id: 'b' }, { id: 'c', wide: true }, { id: 'd' }];
  it('in a day, wide cards and the others are columns of their own', () => {
    expect([nextPlace('day', cards, 0, 1), nextPlace('team', cards, 0, 1), nextPlace('day', cards, 1, -1)]).toEqual([
      2,
      1,
      undefined,
    ]);
    expect(moved(cards, 0, 2).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
  });
  it('a card that is added gets a name that is free', () => {
    const one = withMeasure(cards, 'C2', undefined);
    expect(
      withMeasure(
        one.filter(({ id }) => id !== 'a'),
        'C9',
        'user',
      ).at(-1),
    ).toEqual({ id: 'added-2', measure: 'C9', over: 'user' });
  });
});
