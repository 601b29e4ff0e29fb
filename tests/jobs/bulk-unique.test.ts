import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { handlers } from '../../server/calls/lists/bulk';
import { resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { handle, makeTenant, type Someone } from '../catalogue/act';
import { bookings } from '../fixtures/bookings';
import { freshStore, type TestStore } from '../support/database';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { bookings: own } = await import('../fixtures/bookings');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

let store: TestStore;
let admin: Someone;
beforeAll(async () => {
  store = await freshStore(resources);
  admin = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

it('what is unique, without regard to case too, is not set for many records at once', async () => {
  expect(bookings.unique).toEqual([{ fields: ['name'], folds: true }]);
  const bulk = Object.values(handlers).find((one) => typeof one === 'function');
  const ask = async (values: object): Promise<unknown> =>
    handle(store, admin, bulk!, {
      wire: 'POST res/{resource}/bulk',
      params: { resource: 'bookings' },
      body: { action: 'update', ids: ['a', 'b'], values },
    }).catch((error: unknown) => error);
  const refused = await ask({ name: 'Same' });
  expect(refused instanceof Problem && refused.errors).toEqual([
    { path: 'name', message: 'This field cannot be changed for many records at once' },
  ]);
  expect(await ask({ guests: 3 })).toMatchObject({ data: { job_id: expect.any(String) as unknown } });
});
