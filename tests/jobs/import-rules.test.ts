import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeWorld, tenantId, type World } from './import-world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => world.reset());
afterAll(() => world.close());

/** The result of the import, with the result of the dry run in `dry`. */
async function importRows(lines: readonly string[], options: object = {}): Promise<Record<string, unknown>> {
  const path = join(world.dir, 'rules.csv');
  const mapping = Object.fromEntries(lines[0]!.split(',').map((header) => [header, targets[header] ?? '']));
  writeFileSync(path, lines.join('\n'));
  const stored = await world.services.files.store(tenantId, path);
  const file = { name: 'rules.csv', mime: 'text/csv', purpose: 'import', stored };
  const { id } = await world.write((tx) => world.services.files.put(tx, tenantId, file));
  const dry = await world.queue('lead-import-dry-run', { file_id: id, mapping, options });
  world.services.jobs.start();
  const counted = (await world.ended(dry)).result;
  writeFileSync(path, lines.join('\n'));
  const { jobId } = await world.upload(path, { mapping, options });
  world.services.jobs.wake();
  const done = (await world.ended(jobId)).result;
  expect(world.errors).toEqual([]);
  return { ...done, dry: counted };
}
const targets: Record<string, string> = {
  Name: 'name',
  Mobile: 'phone',
  Mail: 'email',
  'Other mobile': 'alternate_phone',
  Hostel: 'custom.hostel',
  Block: 'custom.block',
  Visit: 'custom.visit',
};

const rule = (value: object): Promise<number> =>
  world.write((tx) =>
    tx.run(sql`update "tenant" set "duplicate_rule" = ${JSON.stringify(value)}::jsonb where "tenant_id" = ${tenantId}`),
  );
const leads = (): Promise<Record<string, unknown>[]> =>
  world.write((tx) =>
    tx.rows(sql`select "name", "phone", "duplicate_of", "custom", "re_enquiry_count" from "leads" order by "name"`),
  );
const people = ['Name,Mobile', 'Asha,9810000001', 'Bina,9810000001', 'Chitra,9810000002'];

it('TRUST-R16 when the tenant blocks duplicates, the second row of a person is refused', async () => {
  await rule({ keys: ['phone'], action: 'block' });
  const result = await importRows(people);
  expect(result).toMatchObject({ created: 2, failed: 1, re_enquiries: 0, dry: { create: 2, failed: 1, re_enquiry: 0 } });
  const row = await world.row<{ reason: string }>(sql`select "reason" from "import_rows" where "outcome" = 'failed'`);
  expect(row.reason).toBe('A lead with this phone or email already exists.');
});

it('when the tenant wants new leads, a duplicate becomes a second lead, and the dry run counts it', async () => {
  await rule({ keys: ['phone'], action: 'new' });
  const result = await importRows(people);
  expect(result).toMatchObject({ created: 3, failed: 0, re_enquiries: 0, dry: { create: 3, re_enquiry: 0 } });
  const [asha, bina] = await leads();
  expect([asha?.['duplicate_of'], bina?.['duplicate_of'] !== null]).toEqual([null, true]);
});

it('a match outside the keys or the window of the rule becomes a lead that refers to the existing one', async () => {
  await rule({ keys: ['email'], action: 're_enquiry' });
  expect(await importRows(people)).toMatchObject({ created: 3, re_enquiries: 0 });
  await rule({ keys: ['phone'], action: 're_enquiry', window_days: 0 });
  expect(await importRows(['Name,Mobile', 'Chitra again,9810000002'])).toMatchObject({ created: 1, dry: { create: 1 } });
  const named = (await leads()).filter((lead) => lead['duplicate_of'] !== null).map((lead) => lead['name']);
  expect(named).toEqual(['Bina', 'Chitra again']);
});

it('after the window of the rule one new lead is made, and later enquiries are its own', async () => {
  await rule({ keys: ['phone', 'email'], action: 're_enquiry', window_days: 30 });
  await importRows(['Name,Mobile,Mail', 'Asha,9810000001,', 'Bina,,bina@example.com']);
  await world.write((tx) => tx.run(sql`update "leads" set "created_at" = now() - interval '40 days'`));
  const again = ['Asha,9810000001,', 'Asha,9810000001,', 'Bina,,bina@example.com', 'Bina,,bina@example.com'];
  expect(await importRows(['Name,Mobile,Mail', ...again])).toMatchObject({
    created: 2,
    re_enquiries: 2,
    dry: { create: 2, re_enquiry: 2 },
  });
  expect(await importRows(['Name,Mobile,Mail', ...again])).toMatchObject({ created: 0, re_enquiries: 4 });
  expect(await leads()).toHaveLength(4);
});

it('alternate phones are matched when the rule says so', async () => {
  await rule({ keys: ['phone', 'alternate_phone'], action: 're_enquiry' });
  const result = await importRows(['Name,Mobile,Other mobile', 'Asha,9810000001,9810000009', 'Asha again,9810000009,']);
  expect(result).toMatchObject({ created: 1, re_enquiries: 1, dry: { create: 1, re_enquiry: 1 } });
});

it('the choice of the upload overrides the rule', async () => {
  await rule({ keys: ['phone'], action: 'block' });
  expect(await importRows(people, { on_match: 'skip' })).toMatchObject({ created: 2, skipped: 1, failed: 0 });
});

it('cells of custom fields are validated as in the form: pattern, length, and fields hidden by another', async () => {
  await rule({ keys: ['phone', 'email'], action: 're_enquiry' });
  await world.write(async (tx) => {
    await tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status", "options") values
      (${tenantId}, 'f1', 'lead', 'Hostel', 'hostel', 'select', 1, '["Yes","No"]'::jsonb)`);
    await tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status", "pattern", "depends_on") values
      (${tenantId}, 'f2', 'lead', 'Block', 'block', 'text', 1, '[A-D][0-9]', '{"field":"hostel","values":["Yes"]}'::jsonb)`);
  });
  const result = await importRows([
    'Name,Mobile,Hostel,Block',
    'Asha,9810000001,yes,B2',
    'Bina,9810000002,yes,Z9',
    'Chitra,9810000003,no,B2',
  ]);
  expect(result).toMatchObject({ created: 2, failed: 1 });
  const stored = await leads();
  expect(stored.map((lead) => lead['custom'])).toEqual([{ hostel: 'Yes', block: 'B2' }, { hostel: 'No' }]);
  const row = await world.row<{ field: string; reason: string }>(
    sql`select "field", "reason" from "import_rows" where "outcome" = 'failed'`,
  );
  expect(row).toMatchObject({ field: 'Block', reason: 'Block is not in the expected format.' });
});

it('a custom date and time is read in the zone of the tenant, its day as the upload says', async () => {
  await world.write(async (tx) => {
    await tx.run(sql`update "tenant" set "timezone" = 'Asia/Dubai', "duplicate_rule" = null where "tenant_id" = ${tenantId}`);
    await tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status") values
      (${tenantId}, 'f3', 'lead', 'Visit', 'visit', 'datetime', 1)`);
  });
  const lines = ['Name,Mobile,Visit', 'Asha,9810000001,03/04/2026 10:00'];
  expect(await importRows(lines, { date_format: 'month_first' })).toMatchObject({ created: 1, failed: 0 });
  expect((await leads())[0]!['custom']).toEqual({ visit: '2026-03-04T06:00:00.000Z' });
});
