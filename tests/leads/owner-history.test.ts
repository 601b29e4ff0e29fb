import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { automationWorld, goa, kerala, type World } from '../automation/automation-world';
import { reachableDatabases } from '../support/postgres';
import { captureWays, type CaptureWays } from './capture-ways';

type Row = Record<string, unknown>;
interface Given {
  readonly leadId: string;
  readonly reason: string;
  /** Who acted, where it was not the user themselves. */
  readonly actor: string | null;
  readonly by: string | null;
}

describe.each(await reachableDatabases())('a new owner is in the history, $name', ({ fresh }) => {
  let world: World;
  let ways: CaptureWays;
  let phones = 9_100_000_000;
  beforeAll(async () => {
    world = await automationWorld(await fresh());
    ways = await captureWays(world.test);
  });
  afterAll(() => world.test.close());

  const anita = (): string => world.people[0]!;
  const arrived = async (way: keyof CaptureWays['ways'], more: Row = {}): Promise<string> => {
    const phone = String(phones++);
    const answer = await ways.ways[way]({ name: 'Meera Nair', phone, ...more });
    expect([200, 201], answer.text).toContain(answer.status);
    const [lead] = await world.rows(`select "id" from "leads" where "phone" = '+91${phone}'`);
    return String(lead!['id']);
  };
  const byPerson = { actor: null, by: () => world.admin.userId! };
  const movedTo = async (state: string): Promise<string> => {
    const id = await world.lead();
    await world.ask('PATCH', `res/leads/${id}`, { state });
    await world.done();
    return id;
  };

  const cases: readonly {
    readonly what: string;
    readonly work: () => Promise<string>;
    readonly reason: string;
    readonly actor: string | null;
    readonly by: () => string | null;
  }[] = [
    { what: 'form', work: () => arrived('form', { user_id: anita() }), reason: 'manual', ...byPerson },
    {
      what: 'API key',
      work: () => arrived('api key', { user_id: anita() }),
      reason: 'api',
      actor: "API key 'Ways'",
      by: () => world.admin.userId!,
    },
    {
      what: 'lead capture',
      work: () => arrived('lead capture', { user_id: anita() }),
      reason: 'api',
      actor: "API key 'Ways'",
      by: () => world.admin.userId!,
    },
    {
      what: "form's change of owner",
      async work() {
        const id = await world.lead();
        await world.ask('PATCH', `res/leads/${id}`, { user_id: anita() });
        return id;
      },
      reason: 'manual',
      ...byPerson,
    },
    {
      what: 'bulk edit',
      async work() {
        const id = await world.lead();
        await world.post('res/leads/bulk', { action: 'update', ids: [id], values: { user_id: anita() } });
        await world.done();
        return id;
      },
      reason: 'bulk',
      ...byPerson,
    },
    {
      what: 're-assign of several',
      async work() {
        const ids = [await world.lead(), await world.lead()];
        await world.post('leads/re-assign', { lead_ids: ids, user_id: anita() });
        return ids[1]!;
      },
      reason: 'bulk',
      ...byPerson,
    },
    {
      what: 'rule engine',
      async work() {
        const actions = [{ type: 'assign', params: { user_id: anita() } }];
        const rule = { name: 'Goa desk', trigger: 'lead_updated', rule: goa, status: 1, actions };
        await world.post('rule-engine/create', rule);
        return movedTo('Goa');
      },
      reason: 'rule_engine',
      actor: "Rule 'Goa desk'",
      by: () => null,
    },
    {
      what: 'workflow',
      async work() {
        const steps = [{ id: 'give', type: 'assign', params: { user_id: anita() } }];
        const workflow = { name: 'Welcome', entry_trigger: 'lead_updated', entry_rule: kerala, status: 1, steps };
        await world.post('res/workflows', workflow);
        return movedTo('Kerala');
      },
      reason: 'rule_engine',
      actor: "Workflow 'Welcome'",
      by: () => null,
    },
    {
      what: 'import',
      async work() {
        const phone = String(phones++);
        await ways.importFile([`Meera,${phone},`], { owner: 'round_robin', owner_ids: [anita()] });
        return String((await world.rows(`select "id" from "leads" where "phone" = '+91${phone}'`))[0]!['id']);
      },
      reason: 'import',
      ...byPerson,
    },
    {
      what: 'assignment rule, for a lead of a public form',
      async work() {
        const everyone = [{ condition: 'And', rules: [{ columnName: 'is_verified', operator: 'in', value: 0 }] }];
        const rule = { name: 'West round robin', rule: everyone, method: 'round_robin', user_ids: [anita()] };
        await world.post('add/assignment/rule', rule);
        const id = await arrived('public form');
        await world.done();
        return id;
      },
      reason: 'assignment_rule',
      actor: "Rule 'West round robin'",
      by: () => null,
    },
  ];

  it('a public form sets no owner: without a rule its lead has none', async () => {
    const id = await arrived('public form');
    expect(await world.rows(`select 1 from "lead_owner_history" where "lead_id" = '${id}'`)).toEqual([]);
  });

  it.each(cases)('$what: once, with its reason and who acted', async ({ work, reason, actor, by }) => {
    const id = await work();
    const stored = await world.rows(
      `select "lead_id" as "leadId", "from_user_id", "to_user_id", "reason", "actor", "created_by" as "by"
       from "lead_owner_history" where "lead_id" = '${id}'`,
    );
    const expected: Given = { leadId: id, reason, actor, by: by() };
    expect(stored).toEqual([{ ...expected, from_user_id: null, to_user_id: anita() }]);
    const told = (await world.ask('GET', `leads/${id}/journey`))['data'] as Row[];
    const entry = told.find(({ kind }) => kind === 'owner_change')!;
    expect(entry['user_name']).toBe(actor ?? 'Admin Northstar');
  });
});
