import { readdirSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { filterName } from '../../src/schemas/kit/list-query';
import { Problem } from '../../src/schemas/kit/problem';
import { titleOf, type AnyRow } from '../../src/schemas/kit/resource';
import { changeRow } from '../../server/bulk/change-rows';
import { keyIn } from '../../server/catalogue/drafts';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { exportColumns } from '../../server/exports/export-columns';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { readResourceRow } from '../../server/imports/resource-row';
import { bulkFields } from '../../src/resources/list/bulk-dialog';
import { act, contextOf, handle, makeTenant, sessionOf, type Request, type Someone } from '../catalogue/act';
import { actor, freshStore, type TestStore } from '../support/database';
import type { Sample } from './sample';
import { sampled, type Sampled } from './sampled';

// Its records refer to each other, so the server must find it among the others.
vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { sampled: all } = await import('./sampled');
  return withResources(
    await original<typeof import('../../src/schemas/kit/all')>(),
    all.filter(({ kind }) => kind === 'parent').map((one) => one.resource),
  );
});

// What a field kind promises, whatever it is: a kind without a sample in tests/kinds fails the first test.
let store: TestStore;
let north: Someone;
const keys = new Map<string, string>();

beforeAll(async () => {
  store = await freshStore([...new Set([...resources, ...sampled.map(({ resource }) => resource)])]);
  north = await makeTenant(store, 'NORTH');
  for (const name of ['Web', 'Fair']) {
    const { data } = await act(store, north, 'lead-sources', 'create', { body: { name } });
    keys.set(`lead-sources ${name}`, String(keyIn(resourceNamed('lead-sources'), recordIn(data))));
    const own = resourceNamed('of-parent');
    const made = await handle(store, north, catalogueHandlers(own)['create']!, {
      wire: 'POST res/of-parent',
      body: { title: name, note: 'n' },
    });
    keys.set(`of-parent ${name}`, String(keyIn(own, recordIn(made.data))));
  }
});
afterAll(() => store.close());

it('every kind has a sample here', () => {
  const folders = ['src/kinds', 'src/kinds/on-demand', 'tests/fixtures/kinds'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() && one.name !== 'on-demand' ? [one.name] : [],
    ),
  );
  expect(sampled.map(({ kind }) => kind).sort()).toEqual(folders.sort());
  for (const { kind, resource, name } of sampled) expect(kindAt(resource, name).kind.name).toBe(kind);
});

describe.each(sampled.map((one) => [one.kind, one] as const))('%s', (_, one) => {
  const { resource, name, sample } = one;
  const { kind, at } = kindAt(resource, name);
  const run = (operation: CatalogueOperation, request: Request = {}) =>
    handle(store, north, catalogueHandlers(resource)[operation]!, {
      wire: `GET|POST|PATCH|DELETE res/${resource.name}`,
      ...request,
    });
  const made = async (title: string, value: unknown): Promise<AnyRow> =>
    recordIn((await run('create', { body: draftOf(one, title, value) })).data);
  const refused = async (work: Promise<unknown>): Promise<readonly { path: string; message: string }[]> => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Problem);
    return error instanceof Problem ? error.errors : [];
  };
  const stored = (value: unknown): unknown => keyed(sample, value);
  let first: AnyRow;
  let second: AnyRow;

  beforeAll(async () => {
    first = await made('First', sample.values[0]);
    second = await made('Second', sample.values[1]);
    await run('create', { body: { title: 'Third', ...sample.record, ...(sample.made ? {} : { note: 'n' }) } });
  });

  it('is asked for by a schema file that starts', () => {
    expect(() => checkResource(resource)).not.toThrow();
  });

  it('is refused for another field, in one line', () => {
    if (!sample.misused) return;
    const [field, says] = sample.misused;
    const { fields } = resource;
    const wrong = { ...resource, fields: { ...fields, properties: { ...fields.properties, [name]: field } } };
    expect(() => checkResource(wrong)).toThrow(says);
  });

  it('stores its values as they were sent', async () => {
    if (kind.writeOnly) return;
    expect([first[name], second[name]]).toEqual(sample.values.map(stored));
    const read = recordIn((await run('read', { params: { id: String(first['id']) } })).data);
    expect(read[name]).toEqual(stored(sample.values[0]));
    expect(kind.text(read[name], at, labelOf(read, name))).toBe(sample.text);
  });

  it('refuses what it cannot hold, and names the field', async () => {
    const [value, says] = sample.bad;
    const errors = await refused(run('create', { body: { ...draftOf(one, 'Bad', undefined), [name]: value } }));
    const error = errors.find(({ path }) => path.split('.')[0] === name);
    expect(error?.message).toMatch(says);
    expect(error?.message).toContain(titleOf(resource, name));
  });

  it('is a condition of other fields', async () => {
    if (sample.made) return;
    const { note: _, ...draft } = draftOf(one, 'Fourth', sample.values[0]);
    expect(await refused(run('create', { body: draft }))).toMatchObject([{ path: 'note' }]);
  });

  it('is filtered by every operator that it offers', async () => {
    const titles = async (query: AnyRow): Promise<unknown[]> =>
      recordsIn((await run('list', { query })).data)
        .map((row) => row['title'])
        .filter((title) => title !== 'Web' && title !== 'Fair');
    if (!resource.filter) return;
    for (const operator of kind.operators) {
      const wanted = sample.filter?.[0] === operator ? sample.filter[1] : valueFor(one, operator);
      const found = await titles({ [filterName({ field: name, operator })]: wanted });
      if (operator === 'nnull') expect(found).toEqual(sample.made ? ['First', 'Second', 'Third'] : ['First', 'Second']);
      if (operator === 'null') expect(found).toEqual(sample.made ? [] : ['Third']);
    }
    if (sample.filter)
      expect(await titles({ [filterName({ field: name, operator: sample.filter[0] })]: sample.filter[1] })).toEqual(['First']);
    if (sample.of) expect(await titles({ [name]: keys.get(`${sample.of} Web`) })).toEqual(['First']);
  });

  it('is changed in many rows at once, and the history says how', async () => {
    if (sample.made || kind.writeOnly) return;
    expect(bulkFields(resource).includes(name)).toBe(!kind.pageOnly);
    const row = await made('Changed', sample.values[0]);
    const change = { action: 'update', values: { [name]: stored(sample.values[1]) } } as const;
    const result = await store.transaction(actor(north.tenantId, north.userId), (tx) =>
      changeRow(resource, {}, keyIn(resource, row), change, contextOf(store, north, tx, {}), { at: 0, of: 1, memo: {} }),
    );
    expect(result).toMatchObject({ outcome: 'done', before: { [name]: stored(sample.values[0]) } });
    const [entry] = recordsIn((await run('history', { params: { id: String(row['id']) } })).data);
    const text = (data: string, of: string): string =>
      kind.text(recordIn(entry?.[data])[name], at, labelOf({ _labels: recordIn(entry?.['labels'])[of] }, name));
    if (kind.sheet !== 'moment') expect(text('oldData', 'old')).toBe(sample.text);
    expect(text('newData', 'new')).not.toMatch(/^–?$/);
    await run('delete', { params: { id: String(row['id']) } });
  });

  it('comes back from an exported file as it was', async () => {
    if (sample.made || kind.writeOnly) return;
    const row = recordIn((await run('read', { params: { id: String(first['id']) } })).data);
    const [, column] = exportColumns(resource, [name], 'csv_import', sessionOf(north));
    const cell = (text: string) => readResourceRow(resource, ['It'], { It: name }, false, { line: 2, cells: [text] });
    expect(cell(String(column!.cell(row)))).toMatchObject({ values: { [name]: stored(sample.values[0]) }, wrong: null });
    for (const text of sample.cells ?? []) expect([text, cell(text).values[name]]).toEqual([text, sample.values[0]]);
    if (sample.badCell) expect(cell(sample.badCell[0]).wrong?.reason).toMatch(sample.badCell[1]);
    if (kind.sheet !== undefined) return;
    const [shown] = exportColumns(resource, [name], 'csv', sessionOf(north));
    expect(shown!.cell(row)).toBe(sample.text);
  });

  it('is described in a valid API document', async () => {
    const { endpoints } = endpointsOf([], [resource], {}, () => catalogueHandlers(resource));
    const document = openApiOf(endpoints, [resource]);
    const checked = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(checked.errors ?? []).toEqual([]);
    const schemas = recordIn(recordIn(document.components)['schemas']);
    const { properties } = recordIn(schemas[kind.writeOnly ? `${resource.name}-draft` : resource.name]);
    expect(Object.keys(recordIn(properties))).toContain(name);
  });
});

/** References are keys where the sample has names. */
function keyed({ of }: Sample, value: unknown): unknown {
  if (!of) return value;
  return Array.isArray(value) ? value.map((one) => keys.get(`${of} ${one}`)) : (keys.get(`${of} ${String(value)}`) ?? value);
}
const labelOf = (row: Readonly<AnyRow>, name: string): string | readonly string[] | undefined => {
  const label = recordIn(row['_labels'])[name];
  return typeof label === 'string' ? label : Array.isArray(label) ? label.map(String) : undefined;
};

function draftOf({ sample, name }: Sampled, title: string, value: unknown): AnyRow {
  const own = value === undefined ? undefined : keyed(sample, value);
  return { title, note: 'n', ...sample.record, ...(value === undefined || sample.made ? {} : { [name]: own }) };
}

/** Something to compare with, for operators of which the sample says nothing. */
function valueFor({ sample, resource, name }: Sampled, operator: string): string {
  if (operator === 'null' || operator === 'nnull') return 'true';
  if (operator === 'between') return 'last_7_days';
  if (sample.filter) return sample.filter[1];
  return String([keyed(sample, sample.values[0])].flat()[0] ?? resource.name + name);
}
