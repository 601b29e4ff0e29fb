import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Browser } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from './lead-world';

interface Job {
  readonly id: string;
  readonly state: string;
  readonly result: { readonly done: number; readonly skipped: number };
}

describe.each(await reachableDatabases())('the undo of a bulk re-assign on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    world.test.services.jobs.start();
  });
  afterAll(() => world.test.close());

  async function ended(body: object): Promise<Job> {
    const answer = await call(world.test, world.admin, 'POST', 'res/leads/bulk', body);
    expect(answer.code, answer.text).toBe(200);
    for (;;) {
      const job = (await call(world.test, world.admin, 'GET', `jobs/${String(answer.body['job_id'])}`)).body['data'] as Job;
      if (!['queued', 'running'].includes(job.state)) return job;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const user = (email: string): string => world.test.fixture.users[email]!;

  it('the undo gives each pending follow-up back to whose it was, also to nobody', async () => {
    const [admin, counsellor, outsider] = ['admin', 'counsellor', 'outsider'].map((name) => user(`${name}@northstar.example`));
    const open = await world.makeLead({}, null);
    const held = await world.makeLead();
    const plan = async (lead_id: string, user_id: string, hours: number): Promise<string> => {
      const made = await call(world.test, world.admin, 'POST', 'res/follow-ups', {
        lead_id,
        user_id,
        call_date_time: inHours(world, hours),
      });
      expect(made.status, made.text).toBe(200);
      return String(made.body['id']);
    };
    const ids = [await plan(open, admin!, 5), await plan(held, counsellor!, 6), await plan(held, admin!, 7)];
    const noOnes = await plan(open, admin!, 8);
    await world.test.store.transaction(actor(world.test.fixture.tenants['northstar']!), (tx) =>
      tx.run(sql`update "follow_ups" set "user_id" = null where "id" = ${noOnes}`),
    );
    const holders = async (): Promise<unknown[]> =>
      Promise.all([...ids, noOnes].map(async (id) => (await world.row('follow_ups', id))['user_id']));
    const job = await ended({ action: 'act', act: 'reassign', ids: [open, held], values: { user_ids: [outsider] } });
    expect(job.result).toEqual({ done: 2, skipped: 0 });
    expect(await holders()).toEqual([outsider, outsider, admin, outsider]);
    world.test.clock.add(60);
    const since = await plan(held, outsider!, 9);
    expect((await ended({ action: 'undo', job_id: job.id })).result).toEqual({ done: 2, skipped: 0 });
    expect([(await world.row('leads', open))['user_id'], (await world.row('leads', held))['user_id']]).toEqual([
      null,
      counsellor,
    ]);
    expect(await holders()).toEqual([admin, counsellor, admin, null]);
    expect((await world.row('follow_ups', since))['user_id']).toBe(counsellor);
  });

  it('the undo opens the referrals again that the re-assign ended, unless someone else is asked by then', async () => {
    const [outsider, lead] = ['outsider', 'lead'].map((name) => user(`${name}@northstar.example`));
    const ids = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const refer = async (who: Browser, lead_ids: string[], to: string): Promise<void> => {
      const answer = await call(world.test, who, 'POST', 'leads/refer', { lead_ids, to_user_ids: [to] });
      expect(answer.code, answer.text).toBe(200);
    };
    await refer(world.counsellor, ids, outsider!);
    const [, , withdrawn] = ids;
    const [mine] = await world.rows('lead_referrals', `lead_id = '${withdrawn}'`);
    await call(world.test, world.counsellor, 'PUT', `res/lead-referrals/${String(mine!['id'])}/decision`, { state: 'cancelled' });
    const states = (): Promise<unknown[][]> =>
      Promise.all(
        ids.map(async (id) =>
          (await world.rows('lead_referrals', `lead_id = '${id}' order by id`)).map((row) => [
            row['state'],
            row['answer_reason'],
          ]),
        ),
      );
    const job = await ended({ action: 'act', act: 'reassign', ids, values: { user_ids: [lead] } });
    const over = ['cancelled', 'The lead got a new owner.'];
    expect(await states()).toEqual([[over], [over], [['cancelled', null]]]);
    expect((await ended({ action: 'undo', job_id: job.id })).result).toEqual({ done: 3, skipped: 0 });
    expect(await states()).toEqual([[['pending', null]], [['pending', null]], [['cancelled', null]]]);
  });
});
