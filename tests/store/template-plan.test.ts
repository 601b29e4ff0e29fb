import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { makeTemplate, openEmbedded } from '../../server/store/embedded/open-embedded';
import { isMadeFor, planFile } from '../../server/store/embedded/template-age';
import { firstPlan, hashOfPlan } from '../../server/store/tables/first-plan';

/** A first start looks for what the prepared tables lack only where other schema files made them. */
const top = mkdtempSync(join(tmpdir(), 'template-plan-'));
const template = join(top, 'template', 'database');
const absent = 'holidays';
const fewer = resources.filter(({ name }) => name !== absent);

beforeAll(() => makeTemplate(template, fewer));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** Whether the absent table stands after a first start from the template, whose `plan` says that it was made for these. */
async function startsWith(name: string, madeFor: readonly AnyResource[]): Promise<boolean> {
  writeFileSync(planFile(template), hashOfPlan(firstPlan(madeFor)));
  expect(isMadeFor(resources, template)).toBe(madeFor === resources);
  const database = await openEmbedded({ resources, dataDir: join(top, name), templateDir: template, warn: () => {} });
  try {
    const found = await database.alone((connection) =>
      connection.script(`select to_regclass('public.${absent}') is not null as yes`),
    );
    return found[0]?.yes === true;
  } finally {
    await database.close();
  }
}

it('makes what a template of other schema files lacks, and trusts one of these very files', async () => {
  expect(await startsWith('other', fewer)).toBe(true);
  expect(await startsWith('same', resources)).toBe(false);
});
