import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('a custom value of many leads, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    const tenant = world.test.fixture.tenants['northstar']!;
    await edit(
      world.test,
      tenant,
      `insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "status") values
         ('${tenant}', 'cf-hostel', 'lead', 'Hostel', 'hostel', 'text', 1), ('${tenant}', 'cf-board', 'lead', 'Board', 'board', 'text', 1)`,
    );
  });
  afterAll(() => world.test.close());

  const set = (path: string, body: object) => call(world.test, world.admin, 'PATCH', path, body);
  const bulk = async (body: object): Promise<string> => {
    const answer = await call(world.test, world.lead, 'POST', 'res/leads/bulk', body);
    expect(answer.code, answer.text).toBe(200);
    await runDueJobsWell(world.test);
    return String(answer.body['job_id']);
  };
  const result = async (id: string): Promise<unknown> => (await world.row('jobs', id))['result'];

  it('is taken back alone: others stay, also those that someone changed since or that the role does not see', async () => {
    const first = await world.makeLead();
    const second = await world.makeLead({ custom: { hostel: 'no', board: 'CBSE' } });
    const job = await bulk({ action: 'update', ids: [first, second], values: { custom: { hostel: 'yes' } } });
    expect((await set(`res/leads/${first}`, { custom: { board: 'State' } })).code).toBe(200);
    const hidden = { resource: 'leads', field: 'custom.board', rule: 'hidden' };
    expect((await set('res/users-roles/3', { field_rules: [hidden] })).code).toBe(200);
    expect(await result(await bulk({ action: 'undo', job_id: job }))).toEqual({ done: 2, skipped: 0 });
    expect((await world.row('leads', first))['custom']).toEqual({ board: 'State' });
    expect((await world.row('leads', second))['custom']).toEqual({ hostel: 'no', board: 'CBSE' });
  });
});
