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
if (!path) console.log('skipped: the file leads-with-contacts.csv is not beside this repository (or in REAL_LEADS_CSV)');
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => world.reset());
afterAll(() => world.close());

it.skipIf(!path)(
  'TRUST-R17 the real file ends as 8,872 leads, 292 re-enquiries and 76 reported rows of 9,240',
  async () => {
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
    SELECT (SELECT count(*) FROM "leads" WHERE "tenant_id" = ${tenantId}) AS leads,
      (SELECT count(DISTINCT "phone") FROM "leads" WHERE "tenant_id" = ${tenantId}) AS phones,
      (SELECT sum("re_enquiry_count") FROM "leads" WHERE "tenant_id" = ${tenantId}) AS re_enquiries,
      (SELECT count(*) FROM "lead_captures" WHERE "tenant_id" = ${tenantId}) AS captures,
      (SELECT count(*) FROM "import_rows" WHERE "tenant_id" = ${tenantId}) AS rows,
      (SELECT count(*) FROM "lead_sources" WHERE "tenant_id" = ${tenantId} AND lower("name") = 'google') AS google,
      (SELECT count(*) FROM "leads" WHERE "tenant_id" = ${tenantId} AND "city" ILIKE 'select%') AS placeholders,
      (SELECT count(*) FROM "audit" WHERE "tenant_id" = ${tenantId} AND "table_name" = 'leads' AND "op" = 'insert') AS audited`);
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
    SELECT f."storage_key" AS path FROM "imports" i JOIN "files" f ON f."tenant_id" = i."tenant_id" AND f."id" = i."error_file_id"
    WHERE i."tenant_id" = ${tenantId} AND i."id" = ${importId}`);
    const lines = readFileSync(`${world.dir}/files/${errors.path}`, 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFFull Name,Mobile,Email,.*,row,field,reason$/);
    expect(lines.filter(Boolean)).toHaveLength(77);
    expect(lines[1]).toContain(`,20,Mobile,"'699' is not a valid phone number, and 'not-an-email' is not a valid email."`);
  },
  120_000,
);

it.skipIf(!path)(
  'the dry run of the real file into an empty tenant counts what the run will do',
  async () => {
    const mapping = autoMapping((await readFormat(path!)).headers, []);
    const { fileId } = await world.upload(path!);
    const id = await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options: {} });
    await world.write((tx) =>
      tx.run(
        sql`UPDATE "jobs" SET "state" = 'cancelled', "finished_at" = now() WHERE "tenant_id" = ${tenantId} AND "id" <> ${id}`,
      ),
    );
    world.services.jobs.start();
    const job = await world.ended(id);
    expect(job.result).toMatchObject({ rows: 9240, create: 8872, re_enquiry: 292, update: 0, skip: 0, failed: 76 });
    expect(job.result['errors']).toHaveLength(76);
    expect(await world.row(sql`SELECT count(*) AS n FROM "leads" WHERE "tenant_id" = ${tenantId}`)).toEqual({ n: 0 });
  },
  120_000,
);
