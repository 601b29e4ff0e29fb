import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

/** npm run prove:merge sets 5,000. */
const events = Number(process.env['PROVE_EVENTS'] ?? 300);

describe.each(await reachableDatabases())('two leads with a long history, $name', ({ fresh, name }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());

  it('are merged and parted row by row, for little more than the bare update of those rows', async () => {
    const { admin, test } = world;
    const [kept, lost] = [await world.makeLead(), await world.makeLead()];
    const tenant = String((await world.row('leads', kept))['tenant_id']);
    for (const id of [kept, lost])
      await edit(
        test,
        tenant,
        `insert into "call_actions" ("tenant_id", "id", "lead_id", "message", "created_at")
        select '${tenant}', '${id.slice(-12)}' || lpad(n::text, 8, '0'), '${id}', 'Event ' || n, now() - n * interval '1 minute'
        from generate_series(1, ${events}) n`,
      );
    await test.store.admin('analyze "call_actions"');
    const count = async (id: string): Promise<number> => (await world.rows('call_actions', `lead_id = '${id}'`)).length;
    const bare = await timed(async () => {
      await edit(
        test,
        tenant,
        `update "call_actions" set "lead_id" = '${kept}' where "tenant_id" = '${tenant}' and "lead_id" = '${lost}' and "deleted_at" is null`,
      );
    });
    await edit(test, tenant, `update "call_actions" set "lead_id" = '${lost}' where "id" like '${lost.slice(-12)}%'`);

    let answer = await call(test, admin, 'GET', 'leads/count');
    const merged = await timed(async () => {
      answer = await call(test, admin, 'POST', 'leads/merge', { kept_id: kept, lost_ids: [lost] });
    });
    expect(answer.code, answer.text).toBe(200);
    const { merge_id: id } = answer.body['data'] as { merge_id: string };
    expect([await count(kept), await count(lost)]).toEqual([2 * events, 0]);
    const parted = await timed(async () => {
      answer = await call(test, admin, 'POST', 'leads/unmerge', { merge_id: id });
    });
    expect(answer.body['data']).toMatchObject({ gone: 0 });
    expect([await count(kept), await count(lost)]).toEqual([events, events]);
    const rounded = { bare: Math.round(bare), merged: Math.round(merged), parted: Math.round(parted) };
    console.log(JSON.stringify({ on: name, events, ms: rounded, ratio: Number((merged / bare).toFixed(1)) }));
  });
});

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
