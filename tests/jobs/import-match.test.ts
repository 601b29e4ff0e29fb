import { writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { suggestedByHand } from '../../server/imports/lead-columns';
import { makeWorld, tenantId, type World } from './import-world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const targets: Record<string, string> = {
  Name: 'name',
  Mobile: 'phone',
  Email: 'email',
  City: 'city',
  ERP: 'custom.erp_id',
  ID: 'id',
  PIN: 'pincode',
};
let files = 0;
/** The result of the import, which the dry run has to foresee. */
async function load(
  lines: readonly string[],
  options: object = {},
  between?: (path: string) => void,
): Promise<Record<string, unknown>> {
  const path = join(world.dir, `match-${files++}.csv`);
  writeFileSync(path, lines.join('\n'));
  const mapping = Object.fromEntries(lines[0]!.split(',').map((header) => [header, targets[header] ?? '']));
  const { jobId, fileId } = await world.upload(path, { mapping, options });
  if (between) {
    const { path: stored } = await world.write((tx) => world.services.files.pathOf(tx, tenantId, fileId));
    between(stored);
  }
  const dry = between ? undefined : await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options });
  world.services.jobs.start();
  // the dry run is queued behind the import and counts what a second run would do; its refusals are the same
  const done = await world.ended(jobId);
  if (dry) await world.ended(dry);
  return { ...done.result, message: done.message, state: done.state };
}
const leads = (): Promise<Record<string, unknown>[]> =>
  world.write((tx) =>
    tx.rows(
      sql`select "id", "name", "phone", "email", "city", "pincode", "custom" from "leads" where "deleted_at" is null order by "name"`,
    ),
  );
const reasons = async (): Promise<string[]> =>
  (
    await world.write((tx) =>
      tx.rows<{ reason: string }>(sql`select "reason" from "import_rows" where "outcome" = 'failed' order by "id"`),
    )
  ).map(({ reason }) => reason);

it('SCREENS-2.5 overwrites the chosen fields alone, with values that the file has', async () => {
  await load(['Name,Mobile,City,PIN', 'Asha,9810000001,Pune,411001']);
  const result = await load(['Name,Mobile,City,PIN', 'Asha R,9810000001,Goa,403001', 'Bina,9810000002,Goa,'], {
    on_match: 'overwrite',
    overwrite: ['city'],
  });
  expect(result).toMatchObject({ updated: 1, created: 1, re_enquiries: 0 });
  expect(await leads()).toMatchObject([{ name: 'Asha', city: 'Goa', pincode: '411001' }, { name: 'Bina' }]);
  await load(['Name,Mobile,City', 'Asha,9810000001,'], { on_match: 'overwrite', overwrite: ['city'] });
  expect((await leads())[0]).toMatchObject({ city: 'Goa' });
});

it('rows are matched by the ID of another system, also within the file, and the phone stays', async () => {
  await world.write((tx) =>
    tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status") values
      (${tenantId}, 'erp', 'lead', 'ERP ID', 'erp_id', 'text', 1)`),
  );
  await load(['Name,Mobile,ERP', 'Asha,9810000001,E-1']);
  const by = { match: 'custom.erp_id', on_match: 'overwrite', overwrite: ['city'] };
  const result = await load(
    ['Name,Mobile,ERP,City', 'Asha,9820000001,E-1,Goa', 'Bina,9820000002,E-2,Pune', 'Bina,9820000003,E-2,Nashik'],
    by,
  );
  expect(result).toMatchObject({ created: 1, updated: 2 });
  expect(await leads()).toMatchObject([
    { phone: '+919810000001', city: 'Goa' },
    { phone: '+919820000002', city: 'Nashik' },
  ]);
});

it('rows are matched by an ID that is a number too', async () => {
  await world.write((tx) =>
    tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status") values
      (${tenantId}, 'erp', 'lead', 'ERP ID', 'erp_id', 'number', 1)`),
  );
  await load(['Name,Mobile,ERP', 'Asha,9810000001,1001', 'Bina,9810000002,1002.5']);
  const by = { match: 'custom.erp_id', on_match: 'overwrite', overwrite: ['city'] };
  const result = await load(['Name,Mobile,ERP,City', 'Asha,9820000001,1001,Goa', 'Bina,9820000002,1002.50,Pune'], by);
  expect(result).toMatchObject({ created: 0, updated: 2 });
  expect(await leads()).toMatchObject([
    { phone: '+919810000001', city: 'Goa' },
    { phone: '+919810000002', city: 'Pune' },
  ]);
});

it('rows are matched by the lead ID, which has to exist, or by the email, which one lead has to have', async () => {
  await load(['Name,Mobile,Email', 'Asha,9810000001,a@x.in', 'Bina,9810000002,family@x.in', 'Chitra,9810000003,family@x.in']);
  const [asha] = await leads();
  const byId = { match: 'id', on_match: 'fill_empty' };
  expect(await load(['ID,City', `${String(asha!['id'])},Goa`, 'NOPE,Pune'], byId)).toMatchObject({ updated: 1, failed: 1 });
  expect(await reasons()).toEqual(["No lead has the ID 'NOPE'."]);
  const byEmail = { match: 'email', on_match: 'overwrite', overwrite: ['city'] };
  expect(await load(['Email,Mobile,City', 'a@x.in,9810000009,Delhi', 'family@x.in,,Pune'], byEmail)).toMatchObject({
    updated: 1,
    failed: 1,
  });
  expect((await leads())[0]).toMatchObject({ city: 'Delhi', phone: '+919810000001' });
  expect((await reasons()).at(-1)).toContain("2 leads have 'family@x.in'");
});

it('the email of a lead without a phone decides who is who, so it stays, also where another lead has the one in the file', async () => {
  await load(['Name,Email', 'Asha,a@x.in', 'Bina,b@x.in']);
  const [asha, bina] = (await leads()).map(({ id }) => String(id));
  const by = { match: 'id', on_match: 'overwrite', overwrite: ['email', 'city'] };
  const result = await load(['ID,Email,City', `${asha},b@x.in,Goa`, `${bina},c@x.in,Pune`], by);
  expect(result).toMatchObject({ state: 'done', updated: 2, failed: 0 });
  expect(await leads()).toMatchObject([
    { email: 'a@x.in', city: 'Goa' },
    { email: 'b@x.in', city: 'Pune' },
  ]);
});

it('a phone of 40 characters is an error of its cell, whatever the pattern of the tenant lets through', async () => {
  const long = '98'.repeat(20);
  expect(await load(['Name,Mobile', `Asha,${long}`])).toMatchObject({ created: 0, failed: 1 });
  expect(await reasons()).toEqual([`'${long}' has 40 digits, and a phone number has up to 15, and the row has no email.`]);
  await world.write((tx) =>
    tx.run(
      sql`update "tenant" set "phone_validation_enabled" = 1, "custom_phone_regex" = '[0-9]+' where "tenant_id" = ${tenantId}`,
    ),
  );
  expect(await load(['Name,Mobile', `Asha,${long}`])).toMatchObject({ created: 0, failed: 1 });
  await world.write((tx) => tx.run(sql`update "tenant" set "phone_validation_enabled" = 0 where "tenant_id" = ${tenantId}`));
});

it('a file that changed after its preview is refused', async () => {
  const result = await load(['Name,Mobile', 'Asha,9810000001'], {}, (path) => appendFileSync(path, '\nBina,9810000002'));
  expect(result).toMatchObject({ state: 'failed', message: expect.stringContaining('changed since its preview') });
  expect(await leads()).toEqual([]);
});

it('Tags and lead IDs of a file are suggested, and mapped by hand only', () => {
  expect(suggestedByHand(['Mobile', 'Tags', 'Lead ID'], { Mobile: 'phone', Tags: '', 'Lead ID': '' })).toEqual({
    Tags: 'tags',
    'Lead ID': 'id',
  });
  expect(suggestedByHand(['Tags'], { Tags: 'tags' })).toEqual({});
});

it('SCREENS-2.5 reads corrected cells in place of those of the file, in the dry run and in the import', async () => {
  const lines = ['Name,Mobile,Email,PIN', 'Asha,98100000011234567890,,411001', 'Bina,9810000002,,411002', 'Chitra,,,'];
  const dry = async (options: object): Promise<Record<string, unknown>> => {
    const path = join(world.dir, `fixes-${files++}.csv`);
    writeFileSync(path, lines.join('\n'));
    const mapping = Object.fromEntries(lines[0]!.split(',').map((header) => [header, targets[header] ?? '']));
    const { fileId } = await world.upload(path, { mapping, options });
    world.services.jobs.start();
    return (await world.ended(await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options }))).result;
  };
  expect((await dry({}))['errors']).toMatchObject([
    { line: 2, field: 'Mobile', value: '98100000011234567890' },
    { line: 4, field: 'Mobile', value: '' },
  ]);
  await world.reset();
  const fixes = [
    { line: 2, field: 'Mobile', value: '9810000001' },
    { line: 4, field: 'Mobile', value: '9810000003' },
  ];
  expect(await dry({ fixes })).toMatchObject({ rows: 3, failed: 0 });
  await world.reset();
  expect(await load(lines, { fixes })).toMatchObject({ created: 3, failed: 0 });
  expect((await leads()).map(({ phone }) => phone)).toEqual(['+919810000001', '+919810000002', '+919810000003']);
});

it('looks for possible duplicates once the file is imported', async () => {
  await load(['Name,Mobile,Email', 'Asha Rao,9810000001,rao@example.com', 'Asha R Rao,9810000002,rao@example.com']);
  const [check] = await world.write((tx) => tx.rows<{ id: string }>(sql`select "id" from "jobs" where "kind" = 'find-suspects'`));
  expect(await world.ended(check!.id)).toMatchObject({ state: 'done' });
  const pairs = await world.write((tx) => tx.rows(sql`select "state" from "lead_suspects" where "deleted_at" is null`));
  expect(pairs).toEqual([{ state: 'open' }]);
});

it('a lead that the rule keeps apart from another one is the one that its ID names', async () => {
  await load(['Name,Mobile,City', 'Asha,9810000001,Pune']);
  await world.write((tx) =>
    tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "phone", "duplicate_of")
      select "tenant_id", 'lead-apart', 'Asha too', "phone", "id" from "leads" where "tenant_id" = ${tenantId}`),
  );
  const by = { match: 'id', on_match: 'overwrite', overwrite: ['city'] };
  expect(await load(['ID,Mobile,City', 'lead-apart,9810000001,Goa'], by)).toMatchObject({ updated: 1, created: 0 });
  expect((await leads()).map(({ name, city }) => [name, city])).toEqual([
    ['Asha', 'Pune'],
    ['Asha too', 'Goa'],
  ]);
  // Its phone still means the lead that it was kept apart from.
  await load(['Name,Mobile,City', 'Asha,9810000001,Nashik'], { on_match: 'overwrite', overwrite: ['city'] });
  expect((await leads()).map(({ city }) => city)).toEqual(['Nashik', 'Goa']);
});
