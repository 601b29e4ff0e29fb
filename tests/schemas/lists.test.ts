import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyLevel } from '../../src/schemas/kit/access';
import { resources } from '../../src/schemas/kit/all';
import { isOnlySearched } from '../../src/schemas/kit/list-query';
import type { Problem } from '../../src/schemas/kit/problem';
import { keyOf, wiresOf } from '../../src/schemas/kit/resource';
import { parseWire } from '../../src/schemas/kit/wire';
import { act, makeTenant, type Someone } from '../catalogue/act';
import { freshStore, type TestStore } from '../support/database';

/** The generic list of every resource: its statements, filters, orders and pages, for every role. */
let store: TestStore;
let admin: Someone;
beforeAll(async () => {
  store = await freshStore();
  admin = await makeTenant(store, 'LISTS');
});
afterAll(() => store.close());

const listed = resources.filter((one) => wiresOf(one, 'list').length && one.store !== 'none');
const people = (): readonly (readonly [string, Someone])[] => [
  ['administrator', admin],
  ['counsellor', { ...admin, role: 4, permissions: everyLevel(), scope: { userIds: [admin.userId] } }],
  ['nobody’s', { ...admin, role: 6, permissions: everyLevel(), scope: { userIds: [] } }],
];

describe('the list of every resource', () => {
  it('needs at most three statements for any role, filter, order and search', async () => {
    const wrong: string[] = [];
    for (const resource of listed) {
      const [filter] = resource.filter ?? [];
      const queries: Record<string, unknown>[] = [
        {},
        { _start: '0', _end: '50', _sort: resource.sort?.[0] ?? keyOf(resource).name, _order: 'DESC' },
        ...(resource.search?.length ? [{ q: 'kale' }] : []),
        ...(filter ? [{ [`${filter}_null`]: 'false', count: 'exact' }] : []),
      ];
      for (const [name, who] of people())
        for (const query of queries) {
          store.reports.splice(0);
          await act(store, who, resource.name, 'list', { query });
          const statements = store.reports.reduce((sum, one) => sum + one.statements, 0);
          if (statements > 3) wrong.push(`${resource.name} for ${name} with ${JSON.stringify(query)}: ${statements}`);
        }
    }
    expect(wrong).toEqual([]);
    expect(listed.length).toBeGreaterThan(20);
  });

  it('accepts every filter and order that its file names, and refuses any other with a message', async () => {
    const wrong: string[] = [];
    for (const resource of listed) {
      for (const field of resource.filter ?? [])
        await act(store, admin, resource.name, 'list', { query: { [`${field}_null`]: 'true' } }).catch((error: unknown) =>
          wrong.push(`${resource.name}.${field}: ${String(error)}`),
        );
      for (const field of resource.sort ?? [])
        await act(store, admin, resource.name, 'list', { query: { _sort: field } }).catch((error: unknown) =>
          wrong.push(`${resource.name} by ${field}: ${String(error)}`),
        );
      const closed = Object.keys(resource.fields.properties).filter(
        (field) => !resource.filter?.includes(field) && field !== keyOf(resource).name,
      );
      for (const field of [...closed.slice(0, 3), 'tenant_id', 'constructor', '__proto__x', 'a"; drop table x'])
        for (const query of [{ [field]: 'x' }, { _sort: `${field}!` }]) {
          const answer = await act(store, admin, resource.name, 'list', { query }).then(
            () => 'taken',
            (error: { code?: number }) => error.code,
          );
          const mine = resource.name === 'leads' && ['type', 'view'].includes(field);
          if (answer !== 422 && !mine) wrong.push(`${resource.name} ${JSON.stringify(query)}: ${String(answer)}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('by its own wire searches a search-only field for one text, and refuses several with a message', async () => {
    const wires = listed.flatMap((resource) =>
      wiresOf(resource, 'list').flatMap((wire) =>
        [...parseWire(wire).query, ...parseWire(wire).body]
          .filter(({ field, constant }) => constant === undefined && isOnlySearched(resource, field))
          .map(({ name, field }) => ({ name: `${resource.name}.${field}`, resource, wire, param: name })),
      ),
    );
    expect(wires.map(({ name }) => name)).toEqual(expect.arrayContaining(['cities.name', 'states.value']));
    for (const { name, resource, wire, param } of wires) {
      const list = (query: Record<string, unknown>): Promise<unknown> =>
        act(store, admin, resource.name, 'list', { wire, query }).catch((error: Problem) => error.errors);
      expect(await list({ [param]: 'Goa' }), name).toMatchObject({ data: [] });
      expect(await list({ [param]: ['Goa', 'Pune'] }), name).toEqual([
        { path: param, message: `A list has no filter 'in' of '${param}': it searches for one text` },
      ]);
    }
  });
});
