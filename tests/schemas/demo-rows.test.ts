import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import type { DemoRows } from '../../src/schemas/kit/demo-rows';
import { seedExtensions } from '../../server/demo/seed-extensions';
import { makeTenant, type Someone } from '../catalogue/act';
import { stays } from '../fixtures/stays';
import { actor, freshStore, type TestStore } from '../support/database';

const extension = vi.hoisted(() => ({ files: {} as Record<string, { demo?: DemoRows }> }));
vi.mock('virtual:extensions/demo', () => extension);
vi.mock(import('../../src/schemas/kit/all'), async (load) => {
  const { withResources } = await import('../support/with-resources');
  return withResources(await load(), [(await import('../fixtures/stays')).stays]);
});

/** Demo rows of an extension are filled in as a saved record is. */
let store: TestStore;
let admin: Someone;
const now = Date.parse('2026-07-01T20:00:00Z');
const seed = (demo: DemoRows): Promise<void> => {
  extension.files['acme/demo/stays.ts'] = { demo };
  return store.transaction(actor(admin.tenantId), (tx) => seedExtensions(tx, admin.tenantId, now));
};
const stored = () => store.transaction(actor(admin.tenantId), (tx) => tx.rows(sql`select * from "stays" order by "name"`));

beforeAll(async () => {
  store = await freshStore([...resources, stays]);
  admin = await makeTenant(store, 'NORTH');
});
beforeEach(() => store.transaction(actor(admin.tenantId), (tx) => tx.run(sql`delete from "stays"`)));
afterAll(() => store.close());

describe('demo rows of an extension', () => {
  it('get what is computed, fetched and taken from the user, the day or another field, inside rows too', async () => {
    await seed({
      colleges: [{ clg_name: 'Fergusson', application_fee: 500 }],
      streams: [{ name: 'Commerce' }],
      stays: [
        {
          name: 'Spring',
          clg_id: '$colleges:Fergusson',
          nights: 3,
          meals: [{ stream_id: '$streams:Commerce', count: 2, price: 50 }],
        },
      ],
    });
    expect(await stored()).toEqual([
      expect.objectContaining({
        name: 'Spring',
        badge: 'Spring',
        tag: 'Spring',
        keeper_id: admin.userId,
        taken_by: admin.userId,
        kind: 'Short',
        fee: 500,
        price: 1500,
        meal_total: 100,
        total: 1600,
        opened_at: new Date(now).toISOString(),
        meals: [
          expect.objectContaining({
            stream_name: 'Commerce',
            amount: 100,
            from: '2026-07-02',
            until: '2026-07-02',
            added_by: admin.userId,
          }),
        ],
      }),
    ]);
  });

  it('are refused by file, row and field', async () => {
    const refused = (row: DemoRows[string][number]): Promise<void> => seed({ stays: [{ name: 'First' }, row] });
    await expect(refused({ name: 'Wrong', nights: -1 })).rejects.toThrow(/acme\/demo\/stays\.ts.*stays\.1\.nights/);
    await expect(refused({ name: 'None', meals: [{ what: 'Tea' }, { stream_id: '$streams:Alchemy' }] })).rejects.toThrow(
      /stays\.1\.meals\.1\.stream_id.*there is no record \$streams:Alchemy yet/,
    );
    await expect(refused({ name: 'Dear', clg_id: '$colleges:Fergusson', nights: 999 })).rejects.toThrow(/stays\.1\.price/);
    expect(await stored()).toEqual([]);
  });

  it('are refused in the same words where the database refuses them', async () => {
    await expect(seed({ stays: [{ name: 'First' }, { name: 'First' }] })).rejects.toThrow(
      /^acme\/demo\/stays\.ts, stays\.1\.name: Name is already taken\.$/,
    );
    await expect(seed({ stays: [{ name: 'First', keeper_id: 'nobody' }] })).rejects.toThrow(
      /stays\.0\.keeper_id: Keeper does not exist/,
    );
  });
});
