import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../support/app';
import { goa } from './automation-world';
import { type Row, named, setUp, startWorld, stopWorld, tag, world } from './rule-engine-world';

beforeAll(startWorld);
afterAll(stopWorld);
beforeEach(setUp);

describe('the three families of rule-engine/*', () => {
  const families = [
    { variant: '', draft: () => ({ trigger: 'lead_created', actions: [tag('x')] }), id: 'RULEENGINE-001' },
    { variant: 'counsellor/', draft: () => ({ method: 'round_robin', user_ids: world.people }), id: 'RULEENGINE-008' },
    { variant: 'workflow/', draft: async () => ({ workflow_ids: [await workflow()] }), id: 'RULEENGINE-009' },
  ] as const;
  const workflow = async (): Promise<string> =>
    String(
      (
        await world.post('res/workflows', {
          name: named('Flow'),
          entry_trigger: 'manual',
          status: 1,
          steps: [{ id: 'a', type: 'end' }],
        })
      )['id'],
    );

  it.each(families)(
    '$id RULEENGINE-002 RULEENGINE-003 RULEENGINE-004 RULEENGINE-007 RULEENGINE-013 rule-engine/$variant creates, lists, reads, changes, copies, switches and deletes',
    async ({ variant, draft }) => {
      const at = `rule-engine/${variant}`;
      const name = named('Rule');
      const { _id } = await world.post(`${at}create`, { name, rule: goa, ...(await draft()) });
      expect(_id).toMatch(/^\w{26}$/);
      const one = async (id: unknown): Promise<Row> => (await world.ask('GET', `${at}get/${id}`))['data'] as Row;
      expect(await one(_id)).toMatchObject({ _id, id: _id, name, status: 0, globleCondtion: 'And', rule: goa, runs_30_days: 0 });
      const listed = await world.ask('GET', `${at}list?search=${encodeURIComponent(name)}`);
      expect(listed).toMatchObject({ code: 200, count: 1, data: [{ _id, name, runs_today: 0, last_run_at: null }] });

      expect(await world.ask('PUT', `${at}update/${_id}`, { priority: 7 })).toMatchObject({ code: 200 });
      expect(await world.ask('PUT', `${at}status/${_id}`, { status: 1 })).toMatchObject({ code: 200 });
      expect(await one(_id)).toMatchObject({ priority: 7, status: 1, name });
      expect((await world.ask('GET', `${at}list?status=1&search=${encodeURIComponent(name)}`))['count']).toBe(1);
      expect((await world.ask('GET', `${at}list?status=0&search=${encodeURIComponent(name)}`))['count']).toBe(0);

      const copy = await world.post(`${at}duplicate/${_id}`, {});
      expect(copy['_id']).not.toBe(_id);
      expect(await one(copy['_id'])).toMatchObject({ name: `${name} (copy)`, status: 0, priority: 7, rule: goa });

      expect(await world.ask('DELETE', `${at}delete/${_id}`)).toMatchObject({ code: 200 });
      expect(await world.ask('GET', `${at}get/${_id}`)).toMatchObject({ code: 404 });
      expect(await one(copy['_id'])).toMatchObject({ name: `${name} (copy)` });
    },
  );

  it.each(families)('rule-engine/$variant refuses conditions that cannot be evaluated', async ({ variant, draft }) => {
    const rule = [{ condition: 'And', rules: [{ columnName: 'password', operator: 'in', value: 'x' }] }];
    const answer = await call(world.test, world.admin, 'POST', `rule-engine/${variant}create`, {
      name: named('Bad'),
      rule,
      ...(await draft()),
    });
    expect(answer.body).toMatchObject({ code: 422, errors: [{ path: 'rule.0.rules.0.columnName' }] });
  });
});
