import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorsOf } from '../../server/catalogue/validate';
import { seedDemo } from '../../server/demo/seed-demo';
import { seedCountries } from '../../server/demo/seed-tenant';
import { tableName } from '../../server/store/identifiers';
import { resourceNamed } from '../../src/schemas/kit/all';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { freshStore, type TestStore } from '../support/database';

let store: TestStore;
beforeAll(async () => {
  store = await freshStore();
  await seedCountries(store);
  await seedDemo(store, { now: new Date('2026-03-12T09:30:00Z'), leads: 300 });
});
afterAll(() => store.close());

const office = 'team-roles announcements feedback tickets attendance leaves leave-types shifts holidays finances';
const admissions = `forms applications document-types document-verifications orders payments queries quickclix coupons faqs
  scorecards interviews application-settings`;

it.each(`${office} ${admissions}`.split(/\s+/))('shows %s that their own schema accepts', async (name) => {
  const resource = resourceNamed(name);
  const rows = await store.admin(`select * from "${tableName(resource)}"`);
  expect(rows.length).toBeGreaterThan(0);
  const names = writableFields(resource);
  const wrong = rows.flatMap((row) => {
    const draft = Object.fromEntries(names.filter((one) => row[one] !== null).map((one) => [one, plain(row[one])]));
    return errorsOf(resource, draft).map((one) => `${one.path}: ${one.message}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
});

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
