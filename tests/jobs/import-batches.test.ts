import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../server/context/services';
import { jobKinds } from '../../server/imports/lead-import';
import { makeJobs } from '../../server/jobs/make-jobs';
import { makeWorld, tenantId, type World } from './import-world';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('batches of one import on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(fresh);
  });
  afterEach(() => world.reset());
  afterAll(() => world.close());

  /** `rows` people from seven sources; row n repeats the person of row n - `back` where `again` returns true. */
  function file(rows: number, back: number, again: (n: number) => boolean): string {
    const lines = ['Name,Mobile,Lead Source'];
    for (let n = 0; n < rows; n++) {
      const who = again(n) ? n - back : n;
      lines.push(`Person ${n},${7_000_000_000 + who * 13},Source ${n % 7}`);
    }
    const path = join(world.dir, `${rows}-${back}.csv`);
    writeFileSync(path, lines.join('\n'));
    return path;
  }
  async function run(path: string, options: object = {}) {
    const { jobId, importId } = await world.upload(path, { options });
    const worker = makeJobs(() => world.services as Services, jobKinds, { pollMs: 5 });
    worker.start();
    const { result, done } = await world.ended(jobId);
    await worker.stop();
    expect(world.errors).toEqual([]);
    return { importId, result, done };
  }

  it('TRUST-R17 round robin continues across batches, and a source that two batches name is created once', async () => {
    const rows = 7000;
    const owners = { owner: 'round_robin', owner_ids: ['caller-a', 'caller-b'] };
    const { result, done } = await run(
      file(rows, 0, () => false),
      owners,
    );
    expect([result, done]).toEqual([{ rows, created: rows, re_enquiries: 0, failed: 0, updated: 0, skipped: 0 }, rows]);
    expect(
      await world.row(sql`select (select count(*) from "lead_sources" where "tenant_id" = ${tenantId}) as sources,
        (select count(*) from "leads" where "tenant_id" = ${tenantId} and "user_id" = 'caller-a') as a,
        (select count(*) from "leads" where "tenant_id" = ${tenantId} and "user_id" = 'caller-b') as b`),
    ).toEqual({ sources: 7, a: rows / 2, b: rows / 2 });
  });

  it('TRUST-R17 a person from the previous batch is found', async () => {
    const rows = 7000;
    const again = (n: number): boolean => n >= 1000 && n % 500 === 3;
    const { importId, result } = await run(file(rows, 999, again));
    const repeats = Array.from({ length: rows }, (_, n) => n).filter(again).length;
    expect(result).toEqual({ rows, created: rows - repeats, re_enquiries: repeats, failed: 0, updated: 0, skipped: 0 });
    expect(
      await world.row(sql`select (select count(*) from "leads" where "tenant_id" = ${tenantId}) as leads,
        (select sum("re_enquiry_count") from "leads" where "tenant_id" = ${tenantId}) as again,
        (select count(distinct "line") from "import_rows" where "tenant_id" = ${tenantId} and "import_id" = ${importId}) as lines`),
    ).toEqual({ leads: rows - repeats, again: repeats, lines: rows });
  });
});
