import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../server/context/services';
import { jobKinds } from '../../server/imports/lead-import';
import { makeJobs } from '../../server/jobs/make-jobs';
import { makeWorld, tenantId, type World } from './import-world';
import { killedAt } from '../support/killed-at';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('resuming on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(fresh);
  });
  afterEach(() => world.reset());
  afterAll(() => world.close());

  const rows = 2600;
  /** Every tenth row repeats the previous one, every hundredth is invalid. */
  function manyLeads(): string {
    const lines = ['Name,Mobile,Lead Source'];
    for (let n = 0; n < rows; n++) {
      const phone = n % 100 === 7 ? '12' : String(9_810_000_000 + (n % 10 === 5 ? n - 1 : n));
      lines.push(`Person ${n},${phone},Source ${n % 7}`);
    }
    return lines.join('\n');
  }

  it('TRUST-R17 an import that is killed at any point resumes and writes nothing twice', async () => {
    const path = join(world.dir, 'many.csv');
    writeFileSync(path, manyLeads());
    const { jobId, importId } = await world.upload(path);
    const kills = fc.sample(fc.record({ at: fc.integer({ min: 1, max: 14 }), committed: fc.boolean() }), {
      numRuns: 12,
      seed: 20261,
    });
    for (const { at, committed } of kills) {
      const { store, dead } = killedAt(world.store, at, committed);
      const services = { ...world.services, store } as Services;
      const worker = makeJobs(() => services, jobKinds, { pollMs: 5 });
      worker.start();
      const over = Promise.race([dead, world.ended(jobId)]);
      await over;
      await worker.stop();
      await world.store.admin(`update jobs set "lease_until" = now() - interval '1 second' where "state" = 'running'`);
    }
    world.services.jobs.start();
    const job = await world.ended(jobId);
    const [failed, again] = [rows / 100, rows / 10];
    expect(job.result).toEqual({ rows, created: rows - failed - again, re_enquiries: again, failed, updated: 0, skipped: 0 });
    const facts = await world.row(sql`
    select (select count(*) from "leads" where "tenant_id" = ${tenantId}) as leads,
      (select sum("re_enquiry_count") from "leads" where "tenant_id" = ${tenantId}) as again,
      (select count(*) from "lead_captures" where "tenant_id" = ${tenantId} and "import_id" = ${importId}) as captures,
      (select count(distinct "line") from "import_rows" where "tenant_id" = ${tenantId} and "import_id" = ${importId}) as lines,
      (select count(*) from "lead_sources" where "tenant_id" = ${tenantId}) as sources`);
    expect(facts).toEqual({ leads: rows - failed - again, again, captures: rows - failed, lines: rows, sources: 7 });
  });

  it('two parallel imports of the same people create each lead once', async () => {
    const path = join(world.dir, 'many.csv');
    writeFileSync(path, manyLeads());
    const both = [await world.upload(path), await world.upload(path)];
    world.services.jobs.start();
    const results = await Promise.all(both.map(async ({ jobId }) => (await world.ended(jobId)).result));
    expect(world.errors).toEqual([]);
    const sum = (field: string): number => results.reduce((total, result) => total + Number(result[field]), 0);
    expect([sum('created'), sum('re_enquiries'), sum('failed')]).toEqual([2314, 2 * rows - 2314 - 52, 52]);
    const { n } = await world.row<{ n: number }>(
      sql`select sum("re_enquiry_count") as n from "leads" where "tenant_id" = ${tenantId}`,
    );
    expect(n).toBe(sum('re_enquiries'));
  });
});
