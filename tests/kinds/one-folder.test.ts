import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { exportColumns } from '../../server/exports/export-columns';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { readResourceRow } from '../../server/imports/resource-row';
import { handle, makeTenant, sessionOf, type Request, type Someone } from '../catalogue/act';
import { donors } from '../fixtures/donors';
import { freshStore, type TestStore } from '../support/database';

// vitest.config.ts adds the folder tests/fixtures/kinds/blood-group to those of src/kinds; nothing else mentions it.
let store: TestStore;
let north: Someone;
const handlers = catalogueHandlers(donors);
const run = (operation: CatalogueOperation, request: Request = {}) =>
  handle(store, north, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/donors', ...request });
const faults = async (blood: string): Promise<unknown> => {
  const refused = await run('create', { body: { name: 'Asha', blood } }).catch((error: unknown) => error);
  return refused instanceof Problem ? refused.errors : refused;
};

beforeAll(async () => {
  store = await freshStore([...resources, donors]);
  north = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

describe('a field kind is one folder', () => {
  it('that a schema file selects by its name', () => {
    expect(() => checkResource(donors)).not.toThrow();
    expect(kindAt(donors, 'blood').kind.name).toBe('blood-group');
    expect(kindAt(donors, 'name').kind.name).toBe('text');
  });

  it('whose values are checked, stored, listed, filtered and sorted', async () => {
    for (const [name, blood] of [
      ['Asha', 'B+'],
      ['Ravi', 'O-'],
    ])
      expect((await run('create', { body: { name, blood } })).data).toMatchObject({ blood });
    expect(await faults('C+')).toEqual([{ path: 'blood', message: 'Choose a blood group' }]);
    const list = async (query: Record<string, string>) =>
      recordsIn((await run('list', { query })).data).map((row) => row['name']);
    expect(await list({ blood: 'B+' })).toEqual(['Asha']);
    expect(await list({ blood_ne: 'B+' })).toEqual(['Ravi']);
    expect(await list({ _sort: 'blood', _order: 'DESC' })).toEqual(['Ravi', 'Asha']);
  });

  it('with its own rule to read and write files', () => {
    const read = (cell: string) =>
      readResourceRow(donors, ['Blood group'], { 'Blood group': 'blood' }, false, { line: 2, cells: [cell] });
    expect(read('b positive').values).toEqual({ blood: 'B+' });
    expect(read('C+').wrong).toEqual({ field: 'Blood group', reason: 'Blood group is no blood group' });
    const [column] = exportColumns(donors, ['blood'], 'csv', sessionOf(north));
    expect(column!.cell({ id: '1', blood: 'B+' })).toBe('Group B+');
  });

  it('whose values the API document describes', () => {
    const { endpoints } = endpointsOf([], [donors], {}, () => handlers);
    const document = JSON.stringify(recordIn(openApiOf(endpoints, [donors]))['components']);
    expect(document).toContain(JSON.stringify(donors.fields.properties.blood.pattern));
  });
});
