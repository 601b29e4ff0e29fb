import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCustomFields } from '../../src/schemas/kit/custom-fields';
import { leads } from '../../src/schemas/leads/leads';
import { compileList } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { rowsRead } from '../support/rows-read';

/** Part of a text in a custom field: in the first rows of the list, else among the field's entries (ADR 12). */
const resource = withCustomFields(leads, [{ key: 'town', label: 'Town', type: 'text' }]);
const list = compileList(resource);
const people = 8_000;
const tenant = 't3';
/** The oldest are few, those after them many; one text is older than the limit of its field. */
const townOf = `case when i = 0 then repeat('x', 700) || 'zebra' when i <= 15 then 'Ancient' when i <= 3000 then 'Bygone' else 'Common' end`;

describe.each(await reachableDatabases())('part of a text on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
    await store.admin(`begin; select set_config('app.tenant', '${tenant}', true), set_config('app.request', 'seed', true);
      insert into "leads" ("tenant_id", "id", "name", "created_at", "custom")
      select '${tenant}', 'n' || lpad(i::text, 6, '0'), 'Name ' || i, timestamptz '2026-01-01' + (i || ' seconds')::interval,
        jsonb_build_object('town', ${townOf}) from generate_series(0, ${people}) i; commit`);
    await store.admin('analyze "leads"; analyze "custom_values"');
  });
  afterAll(() => store.close());

  const asked = (part: string, after?: string) => ({
    ...readListRequest(resource, { 'custom.town_contains': part, _start: 0, _end: 10 }),
    count: 'none' as const,
    ...(after ? { after } : {}),
  });

  it.each([
    ['omm', people],
    ['ANCIEN', 15],
    ['ygon', 3_000],
  ])('is found newest first, page by page, wherever it is in the list: %s', async (part, newest) => {
    const first = await store.transaction(actor(tenant), (tx) => list.page(tx, tenant, asked(part)));
    const second = await store.transaction(actor(tenant), (tx) => list.page(tx, tenant, asked(part, first.next)));
    const wanted = Array.from({ length: Math.min(20, newest) }, (_, at) => `n${String(newest - at).padStart(6, '0')}`);
    expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(wanted);
    expect(second.next === undefined).toBe(newest < 20);
  });

  it('is found behind the beginning that an entry holds', async () => {
    const { rows } = await store.transaction(actor(tenant), (tx) => list.page(tx, tenant, asked('ZEBRA')));
    expect(rows.map((row) => row.id)).toEqual(['n000000']);
  });

  it('SPEED-B6 reads the first rows of the list and no further ones where only the oldest have it', async () => {
    const read = await store.transaction(actor(tenant), async (tx) => {
      let seen = 0;
      const looking: Tx = { ...tx, rows: async (text) => ((seen += await rowsRead(tx, text, 'leads')), []) };
      await list.page(looking, tenant, asked('ncien'));
      return seen;
    });
    expect(read).toBeLessThan(3_000);
  });
});
