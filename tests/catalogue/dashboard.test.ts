import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../../src/kinds/every-kind';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import type { ShownCard } from '../../src/schemas/kit/dashboard';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { stepsOf } from '../../server/catalogue/dashboard-days';
import { addDays, dayOf } from '../../server/domain/days';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { bedRequests } from '../fixtures/bed-requests';
import { actor, freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { contextOf, handle, makeTenant, type Someone } from './act';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { bedRequests: own } = await import('../fixtures/bed-requests');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

const databases = [
  { name: 'embedded', fresh: () => freshStore(resources) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(resources) }] : []),
];
const today = dayOf(new Date(), 'Asia/Kolkata');

describe.each(databases)('a dashboard of a resource on $name', ({ fresh }) => {
  let store: TestStore;
  let admin: Someone;
  let warden: Someone;
  const handlers = catalogueHandlers(bedRequests);
  const add = (body: AnyRow) =>
    handle(store, admin, handlers.create!, { wire: 'POST res/bed-requests', body: { fee: 1, ...body } });
  const cards = async (who: Someone): Promise<ShownCard[]> =>
    (await handle(store, who, handlers.dashboard!, { wire: 'GET res/bed-requests/dashboard' })).data as ShownCard[];
  const listed = async (query: Readonly<Record<string, string>>, who: Someone): Promise<number> =>
    recordsIn((await handle(store, who, handlers.list!, { wire: 'GET res/bed-requests', query: { ...query, _end: '100' } })).data)
      .length;

  beforeAll(async () => {
    store = await fresh();
    admin = await makeTenant(store, 'NORTH');
    warden = { ...admin, userId: 'warden', role: 4 };
    await store.transaction(actor('NORTH', admin.userId), (tx) =>
      tx.insertMany(
        'users',
        ['tenant_id', 'id', 'name', 'email', 'role', 'type'],
        [['NORTH', 'warden', 'Warden', 'w@north.example', 4, 'org']],
      ),
    );
    await add({ student: 'A', block: 'North', arrives: today, warden_id: 'warden', paid: false });
    await add({ student: 'B', block: 'North', arrives: addDays(today, -8), warden_id: 'warden', paid: true });
    await add({ student: 'C', block: 'South', arrives: addDays(today, -400) });
    await add({ student: 'D' });
    const gone = recordIn((await add({ student: 'Gone', block: 'South' })).data);
    await handle(store, admin, handlers.delete!, { wire: 'DELETE res/bed-requests/{id}', params: { id: String(gone['id']) } });
  });
  afterAll(() => store.close());

  it('counts rows, values and days', async () => {
    const [all, unpaid, blocks, wardens, weeks, made] = await cards(admin);
    expect(all).toMatchObject({ title: 'Bed requests', count: 4, query: {} });
    expect(unpaid).toMatchObject({ title: 'Not paid yet', count: 1, query: { paid: 'false' } });
    expect(blocks?.bars?.map(({ value, count }) => [value, count])).toEqual([['North', 2], ...oneEach(blocks)]);
    expect(wardens?.bars?.find(({ value }) => value === 'warden')).toMatchObject({ label: 'Warden', count: 2 });
    expect([weeks?.bars?.length, weeks?.count, weeks?.bars?.at(-1)?.count]).toEqual([12, 2, 1]);
    expect([made?.bars?.length, made?.count, made?.bars?.at(-1)?.count]).toEqual([14, 4, 4]);
  });

  it('each number is that of the list it leads to, whoever looks', async () => {
    for (const who of [admin, warden])
      for (const card of await cards(who)) {
        expect([card.title, await listed(card.query, who)]).toEqual([card.title, card.count]);
        for (const bar of card.bars ?? [])
          expect([card.title, bar.value, await listed(bar.query, who)]).toEqual([card.title, bar.value, bar.count]);
      }
  });

  it('counts what the rules about rows show, and nothing of another organisation', async () => {
    expect((await cards(warden))[0]).toMatchObject({ count: 2 });
    const south = await makeTenant(store, 'SOUTH');
    expect((await cards(south)).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('the number of a card with more values than bars is that of the list too', async () => {
    const west = await makeTenant(store, 'WEST');
    const wardens = Array.from({ length: 23 }, (_, n) => `warden${n}`);
    await store.transaction(actor('WEST', west.userId), async (tx) => {
      const users = wardens.map((id) => ['WEST', id, id, `${id}@west.example`, 4, 'org']);
      await tx.insertMany('users', ['tenant_id', 'id', 'name', 'email', 'role', 'type'], users);
      const rows = wardens.map((id) => ['WEST', `of-${id}`, id, 1, id]);
      await tx.insertMany('bed_requests', ['tenant_id', 'id', 'student', 'fee', 'warden_id'], rows);
    });
    const card = (await cards(west)).find(({ field }) => field === 'warden_id');
    expect([card?.bars?.length, card?.count]).toEqual([20, 23]);
    expect(await listed(card!.query, west)).toBe(23);
  });

  it('leaves out cards about fields that the role may not see', async () => {
    const rules = [{ resource: 'bed-requests', field: 'block', rule: 'hidden' }] as const;
    const shown = await store.transaction(actor('NORTH', 'warden'), (tx) => {
      const context = contextOf(store, warden, tx, {});
      return handlers.dashboard!({ ...context, session: { ...context.session, fieldRules: rules } });
    });
    expect(recordsIn(shown.data).map(({ field }) => field)).toEqual([undefined, undefined, 'warden_id', 'arrives', 'created_at']);
  });
});

const oneEach = (card: ShownCard | undefined) =>
  (card?.bars ?? []).filter(({ value }) => value !== 'North').map(({ value }) => [value, 1]);

it('weeks begin on Monday, and months have their own length', () => {
  expect(stepsOf({ show: 'trend', field: 'day', each: 'week', last: 2 }, '2026-03-04')).toEqual([
    { from: '2026-02-23', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-08' },
  ]);
  expect(stepsOf({ show: 'trend', field: 'day', each: 'month', last: 2 }, '2026-03-04')).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-31' },
  ]);
});

it('has its place in the API document', () => {
  const { endpoints } = endpointsOf([], [bedRequests], {}, () => catalogueHandlers(bedRequests));
  expect(Object.keys(openApiOf(endpoints, [bedRequests]).paths)).toContain('/api/res/bed-requests/dashboard');
});

it('a card that cannot be counted is refused at the start, in one line', () => {
  const wrong = (card: object): string => {
    try {
      checkResource({ ...bedRequests, dashboard: [card] } as AnyResource);
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(wrong({ show: 'counts' })).toMatch(/dashboard\.0\.show: "counts" is not known here; write 'count'/);
  expect(wrong({ show: 'bars', field: 'blok' })).toMatch(/dashboard\.0\.field: 'blok' is not in filter; write 'block'/);
  expect(wrong({ show: 'bars', field: 'arrives' })).toMatch(/'arrives' is neither a choice, a switch nor a reference/);
  expect(wrong({ show: 'trend', field: 'block' })).toMatch(/'block' is not a date, so it has no trend/);
  expect(wrong({ show: 'trend', field: 'arrives', each: 'year' })).toMatch(/dashboard\.0\.each/);
  expect(wrong({ show: 'count', where: { fee: 1 } })).toMatch(/dashboard\.0\.where: 'fee' is not in filter/);
});
