import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { cleanDraft } from '../../src/resources/form/form-validation';
import { resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf, wiresOf } from '../../src/schemas/kit/resource';
import { hiddenFields, writableFields } from '../../src/schemas/kit/validation-schema';
import { drawRecord } from '../schemas/draw';
import { freshStore, type TestStore } from '../support/database';
import { handle, makeTenant, type Someone } from './act';

/** A value that other values of the record hide is neither sent by the form nor stored by the server: for every resource. */
type Row = Record<string, unknown>;
const conditional = resources.filter(
  (one) => one.when?.some((rule) => 'show' in rule) && wiresOf(one, 'create').length && (one.store ?? 'tenant') === 'tenant',
);
const seen = { stored: 0, hid: 0 };
let store: TestStore;
let who: Someone;
beforeAll(async () => {
  store = await freshStore();
  who = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

describe('hidden conditional values', () => {
  it('there are resources with such fields', () => expect(conditional.length).toBeGreaterThan(5));

  it.each(conditional.map((one) => [one.name, one] as const))('of %s are never sent and never stored', async (_, resource) => {
    const names = writableFields(resource);
    let stored = 0;
    let hid = 0;
    const draws = fc.asyncProperty(
      drawRecord(resource, () => []),
      fc.nat(Math.max(0, (resource.examples?.length ?? 1) - 1)),
      async (drawn, which) => {
        // an example is valid as it is; random values fill the fields that it omits
        const example = Object.fromEntries(
          Object.entries(resource.examples?.[which] ?? {}).filter(([, value]) => !JSON.stringify(value).includes('"$')),
        );
        for (const record of [drawn, { ...drawn, ...example }] as Row[]) {
          const sent = cleanDraft({ resource }, record);
          const hidden = hiddenFields(resource, sent);
          expect(Object.keys(sent).filter((name) => hidden.has(name))).toEqual([]);
          let row: Row;
          try {
            const handler = catalogueHandlers(resource).create!;
            row = (await handle(store, who, handler, { wire: `POST res/${resource.name}`, body: record })).data as Row;
          } catch (error) {
            if (error instanceof Problem) continue; // refused: nothing stored
            throw error;
          }
          stored++;
          const now = hiddenFields(resource, row);
          for (const name of names.filter((one) => now.has(one))) {
            if (record[name] !== undefined && record[name] !== null) hid++;
            expect([name, row[name] ?? null], keyOf(resource).name).toEqual([name, null]);
          }
        }
      },
    );
    await fc.assert(draws, { numRuns: 25, seed: 7 });
    seen.stored += stored;
    seen.hid += hid;
  });

  it('were really tested: records were stored, and values in hidden fields dropped', () => {
    expect(seen.stored).toBeGreaterThan(100);
    expect(seen.hid).toBeGreaterThan(20);
  });
});
