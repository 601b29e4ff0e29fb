import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { FieldRule } from '../../src/schemas/kit/access';
import { rememberedTexts } from '../../server/catalogue/remembered-texts';
import type { Context } from '../../server/context/context';
import type { Tx } from '../../server/store/store';
import { actor, freshStore, type TestStore } from '../support/database';
import { act, contextOf, handlerOf, makeTenant, type Someone } from './act';

let store: TestStore;
let north: Someone;
let south: Someone;
beforeAll(async () => {
  store = await freshStore();
  north = await makeTenant(store, 'NORTH');
  south = await makeTenant(store, 'SOUTH');
  for (const who of [north, south])
    await store.transaction(actor(who.tenantId, who.userId), async (tx) => {
      await tx.insertMany('streams', ['tenant_id', 'id', 'name', 'status'], [[who.tenantId, 's', `Law of ${who.tenantId}`, 1]]);
      await tx.insertMany('courses', ['tenant_id', 'id', 'name', 'stream_id'], [[who.tenantId, 'c', 'LL.B.', 's']]);
    });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => store.close());

const readIn = async (tx: Tx, who: Someone, session: Partial<Context['session']> = {}): Promise<unknown> => {
  const context = contextOf(store, who, tx, { params: { id: 'c' } });
  const { data } = await handlerOf('courses', 'read')({ ...context, session: { ...context.session, ...session } });
  return (data as { _labels: Record<string, unknown> })._labels['stream_id'];
};
/** The label of the course's stream, as answered by a read-only call. */
const read = (who = north, session: Partial<Context['session']> = {}): Promise<unknown> =>
  store.transaction(actor(who.tenantId, who.userId), (tx) => readIn(tx, who, session), { readOnly: true });
const rename = (name: string): Promise<unknown> =>
  act(store, north, 'streams', 'update', { params: { id: 's' }, body: { name } });
const elsewhere = (name: string): Promise<unknown> =>
  store.admin(`begin; set local app.tenant = 'NORTH'; set local app.request = 'test';
    update streams set name = '${name}' where tenant_id = 'NORTH'; commit`);

describe('cached labels of references', () => {
  it('a record whose references were read a moment ago takes one statement', async () => {
    await read();
    store.reports.splice(0);
    expect(await read()).toBe('Law of NORTH');
    expect(store.reports.map(({ statements }) => statements)).toEqual([1]);
  });

  it('a change shows with its commit, a change by another process after five seconds', async () => {
    await rename('Laws');
    expect(await read()).toBe('Laws');
    await elsewhere('Law again');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 5_001);
    expect(await read()).toBe('Law again');
  });

  it('a label that is read during a change, or was read before it, is not cached', async () => {
    await rename('Before');
    await read();
    const who = actor(north.tenantId, north.userId);
    const undone = store.transaction(who, async (tx) => {
      await handlerOf('streams', 'update')(contextOf(store, north, tx, { params: { id: 's' }, body: { name: 'Undone' } }));
      expect(await readIn(tx, north)).toBe('Undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await read()).toBe('Before');
    const slow = rememberedTexts(store, 'NORTH', resourceNamed('streams'))!;
    await rename('After');
    slow.keep('s', 'Before');
    expect(await read()).toBe('After');
  });

  it('TRUST-S4 each tenant has its own labels, a role with a rule on the field sees none, and scoped resources are not cached', async () => {
    await rename('Open');
    expect([await read(), await read(south), await read()]).toEqual(['Open', 'Law of SOUTH', 'Open']);
    const fieldRules = [{ resource: 'streams', field: 'name', rule: 'hidden' }] as unknown as FieldRule[];
    expect(await read(north, { role: 4, fieldRules })).toBe('s');
    expect(await read()).toBe('Open');
    expect(rememberedTexts(store, 'NORTH', resourceNamed('leads'))).toBeUndefined();
  });
});
