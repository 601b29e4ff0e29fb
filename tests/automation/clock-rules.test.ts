import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchClock } from '../../server/automation/watch-clock';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { edit } from '../support/app';
import { automationWorld, goa, type World } from './automation-world';

let world: World;
let listener: Server;
const heard: { body: Record<string, unknown> }[] = [];
let answer = 200;
beforeAll(async () => {
  world = await automationWorld();
  listener = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += String(part)));
    request.on('end', () => {
      heard.push({ body: JSON.parse(text) as Record<string, unknown> });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((go) => listener.listen(0, '127.0.0.1', go));
  const { port } = listener.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/hook`;
  Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${port}`] }) });
});
afterAll(async () => {
  listener.close();
  await world.test.close();
});
let address = '';
let now = 0;
beforeEach(async () => {
  await edit(world.test, world.tenant, `update "rules" set "status" = 0`);
  await edit(world.test, world.tenant, `delete from "rule_clocks"`);
  now = Date.parse('2026-03-02T03:00:00Z'); // Monday, 08:30 in Kolkata
  heard.length = 0;
  answer = 200;
});

/** One check of the clock, `minutes` after the last one, and all the work it triggers. */
async function look(minutes = 1): Promise<void> {
  now += minutes * 60_000;
  const services = { ...world.test.services, now: () => new Date(now) };
  await Promise.all([watchClock(services), watchClock(services)]); // two processes
  await world.done();
}
const rule = async (trigger: string, more: object = {}): Promise<string> => {
  const draft = {
    trigger,
    rule: goa,
    actions: [{ type: 'add_tag', params: { tag: trigger } }],
    status: 1,
    run_once_per_lead: false,
  };
  return String((await world.post('rule-engine/create', { name: `${trigger} ${Math.random()}`, ...draft, ...more }))['_id']);
};
const runsOf = (id: string) => world.rows(`select "lead_id" from "rule_runs" where "rule_id" = '${id}' order by "created_at"`);
const tagsOf = async (lead: string) => (await world.rows(`select "tags" from "leads" where "id" = '${lead}'`))[0]!['tags'];

describe('time-based rules', () => {
  it('a follow-up that falls due triggers its rules once across all processes; one that was overdue before the rule does not', async () => {
    const [at, done, other] = [
      await world.lead({ state: 'Goa' }),
      await world.lead({ state: 'Goa' }),
      await world.lead({ state: 'Kerala' }),
    ];
    const due = (lead: string, minutes: number, state = 'pending') =>
      edit(
        world.test,
        world.tenant,
        `insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "created_date", "state", "reschedule_count")
         values ('${world.tenant}', '${lead}', '${lead}', '${lead}', '${new Date(now + minutes * 60_000).toISOString()}', now(), '${state}', 0)`,
      );
    await due(at, 3);
    await due(done, 3, 'done');
    await due(other, 3);
    const late = await world.lead({ state: 'Goa' });
    await due(late, -30);
    const id = await rule('followup_due');
    await look(); // the first check only sets the clock
    await look();
    expect(await runsOf(id)).toEqual([]);
    await look(2);
    await look();
    expect(await runsOf(id)).toEqual([{ lead_id: at }]);
    expect(await tagsOf(at)).toEqual(['followup_due']);
  });

  it('a lead without activity triggers the rule once the rule’s time has passed, and only once', async () => {
    const [idle, busy] = [await world.lead({ state: 'Goa' }), await world.lead({ state: 'Goa' })];
    const acted = (lead: string, minutesAgo: number) =>
      edit(
        world.test,
        world.tenant,
        `update "leads" set "last_act_at" = '${new Date(now - minutesAgo * 60_000).toISOString()}' where "id" = '${lead}'`,
      );
    await acted(idle, 117);
    await acted(busy, 30);
    const id = await rule('no_activity', { delay_min: 120 });
    await look();
    await look();
    expect(await runsOf(id)).toEqual([]);
    await look();
    await look(10);
    expect(await runsOf(id)).toEqual([{ lead_id: idle }]);
  });

  it('a schedule in the tenant’s zone runs each matching lead once per occurrence; runs missed during a long stop are skipped', async () => {
    const [meant, also, other] = [
      await world.lead({ state: 'Goa' }),
      await world.lead({ state: 'Goa' }),
      await world.lead({ state: 'Kerala' }),
    ];
    const id = await rule('time', { schedule: '0 9 * * 1-6' });
    await look();
    await look(28);
    expect(await runsOf(id)).toEqual([]);
    await look(2); // 09:01
    const ran = (await runsOf(id)).map((run) => run['lead_id']);
    expect(ran).toEqual(expect.arrayContaining([meant, also]));
    expect(ran).not.toContain(other);
    await look(60);
    expect(await runsOf(id)).toHaveLength(ran.length);
    await look(24 * 60 + 180); // the server was down at nine on Tuesday
    expect(await runsOf(id)).toHaveLength(ran.length);
  });

  it('a rule posts the lead to its URL, and a failed post is retried', async () => {
    const lead = await world.lead({ state: 'Goa', name: 'Meera' });
    await rule('lead_updated', { actions: [{ type: 'webhook', params: { url: address } }] });
    await world.ask('PATCH', `res/leads/${lead}`, { city: 'Panaji' });
    await world.done();
    expect(heard).toHaveLength(1);
    expect(heard[0]!.body).toMatchObject({ event: 'rule', lead: { id: lead, name: 'Meera', city: 'Panaji' } });
    answer = 503;
    await world.ask('PATCH', `res/leads/${lead}`, { city: 'Margao' });
    await world.done();
    const [job] = await world.rows(`select "state", "attempts" from "jobs" where "kind" = 'lead-post' and "finished_at" is null`);
    expect(job).toMatchObject({ state: 'queued', attempts: 1 });
    answer = 200;
    await edit(
      world.test,
      world.tenant,
      `update "jobs" set "run_at" = now() where "kind" = 'lead-post' and "finished_at" is null`,
    );
    await world.done();
    expect(heard.at(-1)!.body).toMatchObject({ lead: { city: 'Margao' } });
  });
});
