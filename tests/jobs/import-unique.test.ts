import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, tenantId, type World } from './import-world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const targets: Record<string, string> = { Name: 'name', Mobile: 'phone', Roll: 'custom.roll' };
let files = 0;
/** Counts the file first, as the preview does, then imports it; returns both results. */
async function load(lines: readonly string[], options: object = {}) {
  const path = join(world.dir, `unique-${files++}.csv`);
  writeFileSync(path, lines.join('\n'));
  const mapping = Object.fromEntries(lines[0]!.split(',').map((header) => [header, targets[header] ?? '']));
  const { jobId, fileId } = await world.upload(path, { mapping, options });
  const preview = await world.queue('lead-import-dry-run', { file_id: fileId, mapping, options });
  await world.write((tx) =>
    tx.run(sql`update "jobs" set "run_at" = clock_timestamp() + interval '1 hour' where "id" = ${jobId}`),
  );
  world.services.jobs.start();
  const { result: counted } = await world.ended(preview);
  await world.write((tx) => tx.run(sql`update "jobs" set "run_at" = clock_timestamp() where "id" = ${jobId}`));
  const { result } = await world.ended(jobId);
  return { counted, result };
}
const rolls = async (): Promise<unknown[]> =>
  (
    await world.write((tx) => tx.rows<{ roll: unknown }>(sql`select "custom"->'roll' as "roll" from "leads" order by "phone"`))
  ).map(({ roll }) => roll);
const refusals = () =>
  world.write((tx) =>
    tx.rows(sql`select "line", "field", "reason" from "import_rows" where "outcome" = 'failed' order by "import_id", "line"`),
  );

describe.each([
  ['text', 'R-1', 'R-2', 'R-3'],
  ['number', 101, 102.5, 103],
])('a custom %s that no two leads share', (type, one, two, three) => {
  it('stays with the lead that has it, in the database and within the file', async () => {
    await world.write((tx) =>
      tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status", "unique") values
        (${tenantId}, 'roll', 'lead', 'Roll number', 'roll', ${type}, 1, true)`),
    );
    await load(['Name,Mobile,Roll', `Asha,9810000001,${one}`]);
    const file = [
      'Name,Mobile,Roll',
      `Asha,9810000001,${one}`, // her own
      `Bina,9810000002,${one}`,
      `Chitra,9810000003,${two}`,
      `Divya,9810000004,${two}`,
      `Esha,9810000005,`,
    ];
    const { counted, result } = await load(file);
    const expected = { re_enquiries: 1, created: 2, failed: 2 };
    expect(result).toMatchObject(expected);
    expect(counted).toMatchObject({ re_enquiry: 1, create: 2, failed: 2 });
    expect(await refusals()).toMatchObject([
      { line: 3, field: 'Roll', reason: `Another lead has '${one}' as Roll number.` },
      { line: 5, field: 'Roll', reason: `Another lead has '${two}' as Roll number.` },
    ]);
    expect(await rolls()).toEqual([one, two, undefined].map((value) => value ?? null));

    const replaced = ['Name,Mobile,Roll', `Esha,9810000005,${one}`, `Chitra,9810000003,${three}`, `Bina,9810000002,${three}`];
    const second = await load(replaced, { on_match: 'overwrite', overwrite: ['custom.roll'] });
    expect(second.result).toMatchObject({ updated: 1, failed: 2 });
    expect(second.counted).toMatchObject({ update: 1, failed: 2 });
    expect(await rolls()).toEqual([one, three, null]);
    const filling = ['Name,Mobile,Roll', `Esha,9810000005,${one}`, `Esha,9810000005,${two}`, `Chitra,9810000003,${one}`];
    const third = await load(filling, { on_match: 'fill_empty' });
    expect(third.result).toMatchObject({ updated: 2, failed: 1 });
    expect(third.counted).toMatchObject({ update: 2, failed: 1 });
    expect(await rolls()).toEqual([one, three, two]);
  });
});

it('a choice of several that no two leads share is the same in any order', async () => {
  await world.write((tx) =>
    tx.run(sql`insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "options", "status", "unique") values
      (${tenantId}, 'roll', 'lead', 'Slots', 'roll', 'multiselect', '["Mon","Tue","Wed"]'::jsonb, 1, true)`),
  );
  await load(['Name,Mobile,Roll', 'Asha,9810000001,Mon;Tue']);
  const { counted, result } = await load([
    'Name,Mobile,Roll',
    'Bina,9810000002,Tue;Mon',
    'Chitra,9810000003,Mon',
    'Divya,9810000004,Mon',
  ]);
  expect(result).toMatchObject({ created: 1, failed: 2 });
  expect(counted).toMatchObject({ create: 1, failed: 2 });
  expect(await rolls()).toEqual([['Mon', 'Tue'], ['Mon']]);
});
