import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';
import { reachableDatabases } from '../support/postgres';
import { multipart } from './call-samples';

/** Requests that arrive at the same moment, and what remains of them. */
const databases = await reachableDatabases();
/** Rounds of each race; `npm run prove:races` runs the long ones. */
const rounds = (name: string, usual: number): number => Number(process.env[`PROVE_${name}`] ?? usual);
const longest = 3_600_000;

describe.each(databases)('races on $name', ({ fresh }) => {
  let world: World;
  let tenant: string;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    tenant = world.test.fixture.tenants.northstar;
  });
  afterAll(() => world.test.close());
  const count = async (table: string, where: string): Promise<number> => (await world.rows(table, where)).length;

  it(
    'TRUST-R2 of two people who saved from the same version one wins, the other gets the stored record; without a version fields merge',
    async () => {
      for (let round = 0; round < rounds('PAIRS', 20); round++) {
        const id = await world.makeLead();
        const { row_version } = await world.row('leads', id);
        const [a, b] = await Promise.all([
          call(world.test, world.lead, 'PATCH', `res/leads/${id}`, { city: `A${round}`, row_version }),
          call(
            world.test,
            world.counsellor,
            'PATCH',
            `res/leads/${id}`,
            { state: `B${round}` },
            { 'if-match': `"${String(row_version)}"` },
          ),
        ]);
        expect([a.status, b.status].sort()).toEqual([200, 409]);
        const lost = a.status === 409 ? a : b;
        expect(lost.body).toMatchObject({ current: { id }, row_version: Number(row_version) + 1 });
        const merged = await Promise.all([
          call(world.test, world.lead, 'PATCH', `res/leads/${id}`, { city: `C${round}` }),
          call(world.test, world.counsellor, 'PATCH', `res/leads/${id}`, { state: `D${round}` }),
        ]);
        expect(merged.map((one) => one.status)).toEqual([200, 200]);
        expect(await world.row('leads', id)).toMatchObject({
          city: `C${round}`,
          state: `D${round}`,
          row_version: Number(row_version) + 3,
        });
        expect(await count('audit', `row_key = '${id}' and op = 'update'`)).toBe(3);
      }
    },
    longest,
  );

  it(
    'TRUST-R1 a save that is clicked twice, retried after a lost answer, or sent twenty times at once is one save with one answer',
    async () => {
      for (let round = 0; round < rounds('SAVES', 12); round++) {
        const id = await world.makeLead();
        const form = {
          stage_id: world.stages['Call back'],
          sub_stage: 'Evening',
          call_date_time: inHours(world, 2),
          message: `round ${round}`,
        };
        const save = () => saveStage(world, world.counsellor, id, form, { client_ref: `save-${round}-${id}` });
        const ways = [
          async () => [await save(), await save()], // the first answer never came
          () => Promise.all([save(), save()]),
          () => Promise.all(Array.from({ length: 20 }, save)),
        ];
        const answers = await ways[round % ways.length]!();
        expect(answers.map((one) => one.code)).toEqual(answers.map(() => 200));
        expect(new Set(answers.map((one) => one.text)).size).toBe(1);
        expect(await count('call_actions', `lead_id = '${id}'`)).toBe(1);
        expect(await count('follow_ups', `lead_id = '${id}'`)).toBe(1);
      }
    },
    longest,
  );

  it('TRUST-R16 the same person twenty times at once, by form and by file, is one lead and nineteen re-enquiries', async () => {
    world.test.services.jobs.start();
    for (const phone of ['9811100001', '9811100002', '9811100003']) {
      const writings = ['', '+91', '0', '91'];
      const form = multipart(
        { mapping: '{"Name":"name","Mobile":"phone"}' },
        `Name,Mobile\n${`Kiran File,${phone}\n`.repeat(5)}`,
      );
      const upload = call(world.test, world.admin, 'POST', 'leads/upload-csv', form.body, { 'content-type': form.type });
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, i) =>
          call(world.test, [world.admin, world.lead, world.counsellor][i % 3]!, 'POST', 'res/leads', {
            name: `Kiran ${i}`,
            phone: writings[i % 4]! + phone,
          }),
        ),
      );
      expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
      const job = ((await upload).body as { data: { job_id: string } }).data.job_id;
      for (;;) {
        const state = (await call(world.test, world.admin, 'GET', `leads/upload-csv/${job}`)).body as {
          data: { status: string };
        };
        if (!['queued', 'running'].includes(state.data.status)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const leads = await world.rows('leads', `phone = '+91${phone}'`);
      expect(leads.map((one) => Number(one['re_enquiry_count']))).toEqual([19]);
      expect(await count('lead_captures', `lead_id = '${String(leads[0]!['id'])}'`)).toBe(20);
    }
    expect(world.test.logged.filter((line) => line.level === 'error')).toEqual([]);
  });

  it(
    'TRUST-R3 with the rule on, follow-ups added at the same time, with and without a stage change, leave one pending',
    async () => {
      await edit(world.test, tenant, `update tenant set enforce_pending_followup = true where tenant_id = '${tenant}'`);
      for (let round = 0; round < rounds('LEADS', 8); round++) {
        const id = await world.makeLead();
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, i) =>
            i % 2
              ? call(world.test, world.counsellor, 'POST', 'res/follow-ups', {
                  lead_id: id,
                  call_date_time: inHours(world, i + 1),
                })
              : saveStage(world, world.lead, id, {
                  stage_id: world.stages['Call back'],
                  sub_stage: 'Evening',
                  call_date_time: inHours(world, i + 1),
                  message: String(i),
                }),
          ),
        );
        expect(answers.map((one) => one.code).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
        expect(await count('follow_ups', `lead_id = '${id}' and state = 'pending'`)).toBe(1);
      }
      await edit(world.test, tenant, `update tenant set enforce_pending_followup = false where tenant_id = '${tenant}'`);
    },
    longest,
  );

  it('D-017 a revoked permission stops working within 60 s, a deleted or deactivated user is shut out at once', async () => {
    const list = (who: Browser) => call(world.test, who, 'GET', 'res/leads');
    expect((await list(world.counsellor)).status).toBe(200);
    await edit(world.test, tenant, `update users_roles set permissions = '[]' where role = 4`);
    world.test.clock.add(61);
    expect((await list(world.counsellor)).status).toBe(403);
    const caller = await signIn(world.test, 'caller@northstar.example');
    expect((await list(caller)).status).toBe(200);
    await edit(world.test, tenant, `update users set deleted_at = now() where id = '${caller.userId!}'`);
    expect((await list(caller)).status).toBe(401);
    expect((await call(world.test, caller, 'POST', 'users/refresh', {})).status).toBe(401);
    const leader = await signIn(world.test, 'manager@northstar.example');
    expect((await call(world.test, world.admin, 'PATCH', `res/users/${leader.userId}`, { status: 0 })).status).toBe(200);
    expect((await list(leader)).status).toBe(401);
    expect((await call(world.test, leader, 'POST', 'users/refresh', {})).status).toBe(401);
  });
});
