import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { errorsOf } from '../../server/catalogue/validate';
import { resources } from '../../src/schemas/kit/all';
import { checkRecord } from '../../src/schemas/kit/checks';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { displayOf } from '../../src/schemas/kit/resource';
import { validationSchema } from '../../src/schemas/kit/draft-schema';
import { pruneHidden, withoutNulls } from '../../src/schemas/kit/validation-schema';
import { handle, makeTenant, type Someone } from '../catalogue/act';
import { converted } from '../fixtures/json-schemas/converted';
import { freshStore, type TestStore } from '../support/database';
import { drawRecord } from './draw';

type Row = Record<string, unknown>;
let store: TestStore;
let north: Someone;
const all = [...resources, ...converted.map(({ resource }) => resource)];
beforeAll(async () => {
  store = await freshStore(all);
  north = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

describe('JSON Schemas of public projects', () => {
  it('are at least twenty, each with source and licence, and become resources that fit with all others', () => {
    const sources = readFileSync('tests/fixtures/json-schemas/SOURCES.md', 'utf8');
    expect(converted.length).toBeGreaterThanOrEqual(20);
    expect(converted.filter(({ file }) => !sources.includes(`| ${file} |`)).map(({ file }) => file)).toEqual([]);
    for (const { resource } of converted) expect(() => checkResource(resource)).not.toThrow();
    expect(() => checkTogether(all)).not.toThrow();
    for (const { resource, written } of converted) expect(written).toEqual(resource);
  });

  it.each(converted.map(({ file, resource }) => [file, resource] as const))(
    '%s: browser and server agree on its records, which are stored, read, found and deleted',
    async (_, resource) => {
      const ajv = new Ajv2020({ allErrors: true, strict: false });
      (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
      const compiled = ajv.compile(validationSchema(resource) as object);
      let taken = 0;
      const check = (record: Row): void => {
        const draft = pruneHidden(resource, withoutNulls(record, resource.fields.properties));
        const browser = compiled(draft) && checkRecord(resource, draft).length === 0;
        const server = errorsOf(resource, record).length === 0;
        if (server) taken += 1;
        expect(browser).toBe(server);
      };
      const example = resource.examples![0]! as Row;
      check(example);
      expect(taken).toBe(1);
      fc.assert(
        fc.property(
          drawRecord(resource, () => []),
          check,
        ),
        { numRuns: 60, seed: 20_261_121 },
      );

      const handlers = catalogueHandlers(resource);
      const run = (operation: 'create' | 'read' | 'list' | 'delete', request: object) =>
        handle(store, north, handlers[operation]!, { wire: `GET|POST|PATCH|DELETE res/${resource.name}`, ...request });
      const row = (await run('create', { body: example })).data as Row;
      const params = { id: String(row['id']) };
      expect((await run('read', { params })).data).toMatchObject(example);
      const name = String(example[displayOf(resource)]);
      const found = (await run('list', { query: { q: name, status: '1', _sort: displayOf(resource) } })).data as Row[];
      expect(found.map((one) => one['id'])).toEqual([row['id']]);
      await run('delete', { params });
      expect((await run('list', { query: {} })).data).toEqual([]);
    },
  );
});
