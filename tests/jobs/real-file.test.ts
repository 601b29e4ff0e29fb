import { existsSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readFormat } from '../../server/imports/read-csv';
import { autoMapping } from '../../server/imports/lead-columns';
import { makeWorld, tenantId, type World } from './import-world';

const places = [
  process.env['REAL_LEADS_CSV'],
  '../../../shared/data/leads-with-contacts.csv',
  '../../../../shared/data/leads-with-contacts.csv',
];
const path = places.flatMap((one) => (one ? new URL(one, import.meta.url).pathname : [])).find((one) => existsSync(one));
if (!path) console.log('skipped: the file leads-with-contacts.csv is not next to this repository (or in REAL_LEADS_CSV)');
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => world.reset());
afterAll(() => world.close());

it.skipIf(!path)('TRUST-R17 the real file of 9,240 rows gives 8,872 leads, 292 re-enquiries and 76 errors', async () => {
  const mapping = autoMapping((await readFormat(path!)).headers, []);
  const { importId, fileId, jobId } = await world.upload(path!, { mapping });
  const dryId = await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options: {} });
  world.services.jobs.start();
  const [job, dry] = [await world.ended(jobId), await world.ended(dryId)];
  expect(job.result).toMatchObject({ rows: 9240, created: 8872, re_enquiries: 292, failed: 76, updated: 0, skipped: 0 });
  expect([job.done, job.total]).toEqual([9240, 9240]);

  const again = await world.ended(await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options: {} }));
  expect(dry.result['failed']).toBe(76);
  expect(again.result).toMatchObject({ rows: 9240, create: 0, re_enquiry: 9164, failed: 76 });

  const facts = await world.row(sql`
    select (select count(*) from "leads" where "tenant_id" = ${tenantId}) as leads,
      (select count(distinct "phone") from "leads" where "tenant_id" = ${tenantId}) as phones,
      (select sum("re_enquiry_count") from "leads" where "tenant_id" = ${tenantId}) as re_enquiries,
      (select count(*) from "lead_captures" where "tenant_id" = ${tenantId}) as captures,
      (select count(*) from "import_rows" where "tenant_id" = ${tenantId}) as rows,
      (select count(*) from "lead_sources" where "tenant_id" = ${tenantId} and lower("name") = 'google') as google,
      (select count(*) from "leads" where "tenant_id" = ${tenantId} and "city" ilike 'select%') as placeholders,
      (select count(*) from "audit" where "tenant_id" = ${tenantId} and "table_name" = 'leads' and "op" = 'insert') as audited`);
  expect(facts).toEqual({
    leads: 8872,
    phones: 8872,
    re_enquiries: 292,
    captures: 9164,
    rows: 9240,
    google: 1,
    placeholders: 0,
    audited: 8872,
  });

  const errors = await world.row<{ path: string }>(sql`
    select f."storage_key" as path from "imports" i join "files" f on f."tenant_id" = i."tenant_id" and f."id" = i."error_file_id"
    where i."tenant_id" = ${tenantId} and i."id" = ${importId}`);
  const lines = readFileSync(`${world.dir}/files/${errors.path}`, 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFFull Name,Mobile,Email,.*,row,field,reason$/);
  expect(lines.filter(Boolean)).toHaveLength(77);
  expect(lines[1]).toContain(`,20,Mobile,"'699' is not a valid phone number, and 'not-an-email' is not a valid email."`);
});

it.skipIf(!path)('the dry run of the real file into an empty tenant counts what the run will do', async () => {
  const mapping = autoMapping((await readFormat(path!)).headers, []);
  const { fileId } = await world.upload(path!);
  const id = await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options: {} });
  await world.write((tx) =>
    tx.run(sql`update "jobs" set "state" = 'cancelled', "finished_at" = now() where "tenant_id" = ${tenantId} and "id" <> ${id}`),
  );
  world.services.jobs.start();
  const job = await world.ended(id);
  expect(job.result).toMatchObject({ rows: 9240, create: 8872, re_enquiry: 292, update: 0, skip: 0, failed: 76 });
  expect(job.result['errors']).toHaveLength(76);
  expect(await world.row(sql`select count(*) as n from "leads" where "tenant_id" = ${tenantId}`)).toEqual({ n: 0 });
});
