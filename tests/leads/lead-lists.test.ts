import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());
  const user = (who: string): string => world.test.fixture.users[`${who}@northstar.example`]!;

  describe('lists', () => {
    it('stars a lead for one user only', async () => {
      const id = await world.makeLead();
      const star = (value: boolean): Promise<Answer> =>
        call(world.test, world.counsellor, 'PUT', `leads/${id}/favourite`, { value });
      await Promise.all([star(true), star(true)]);
      const fav = (await call(world.test, world.counsellor, 'GET', 'res/leads?type=fav')).body as unknown as {
        id: string;
        is_favourite: boolean;
      }[];
      expect(fav).toMatchObject([{ id, is_favourite: true }]);
      expect((await call(world.test, world.admin, 'GET', 'res/leads?type=fav')).body).toEqual([]);
      await star(false);
      expect((await call(world.test, world.counsellor, 'GET', 'res/leads?type=fav')).body).toEqual([]);
    });

    it('counts of the quick views equal the rows of each, inside the scope', async () => {
      const lead = async (values?: Record<string, unknown>): Promise<string> =>
        world.makeLead(values, 'outsider@northstar.example');
      await lead();
      const enrolled = await lead();
      await saveStage(world, world.outsider, enrolled, { stage_id: world.stages.Enrolled, sub_stage: 'Seat confirmed' });
      const lost = await lead();
      await saveStage(world, world.outsider, lost, { stage_id: world.stages['Not interested'], sub_stage: 'Fees' });
      const due = await lead();
      await saveStage(world, world.outsider, due, { stage_id: world.stages['Call back'], call_date_time: inHours(world, 0) });
      const missed = await lead();
      const tenant = world.test.fixture.tenants.northstar;
      await edit(
        world.test,
        tenant,
        `insert into "calls" ("tenant_id", "id", "lead_id", "direction", "outcome", "started_at", "user_id", "phone", "state") values ('${tenant}', 'c1', '${missed}', 'inbound', 'missed', '${inHours(world, -1)}', '${user('outsider')}', '+919999999999', 'ended')`,
      );
      for (const who of [world.outsider, world.admin]) {
        const counts = (await call(world.test, who, 'GET', 'leads/counts')).body['data'] as Record<
          string,
          { count: number; exact: boolean }
        >;
        for (const [view, { count, exact }] of Object.entries(counts)) {
          const list = await call(world.test, who, 'GET', `res/leads?view=${view}&_start=0&_end=100`);
          expect({ view, count, exact }).toEqual({ view, count: Number(list.headers['x-total-count']), exact: true });
        }
        if (who === world.outsider) {
          const number = (view: string): number => counts[view]!.count;
          expect([
            number('enrolled'),
            number('not_interested'),
            number('overdue'),
            number('missed'),
            number('unassigned'),
          ]).toEqual([1, 1, 1, 1, 0]);
        }
      }
      expect((await call(world.test, world.admin, 'GET', 'res/leads?view=nonsense')).status).toBe(422);
    });

    it("pages through a lead's history without a gap or a repeat", async () => {
      const id = await world.makeLead();
      for (let n = 0; n < 5; n++)
        await saveStage(world, world.admin, id, {
          stage_id: world.stages.Counselled,
          message: `note ${n}`,
          group: n % 2 ? 'call' : 'leads',
        });
      await call(world.test, world.admin, 'PATCH', `res/leads/${id}`, { city: 'Pune', priority: 2 });
      const seen: { id: string; kind: string }[] = [];
      let before = '';
      do {
        const page = await call(
          world.test,
          world.admin,
          'GET',
          `leads/${id}/journey?limit=3${before && `&before=${encodeURIComponent(before)}`}`,
        );
        seen.push(...(page.body['data'] as { id: string; kind: string }[]));
        before = (page.body['next'] as string | null) ?? '';
      } while (before);
      expect(new Set(seen.map((entry) => entry.id)).size).toBe(seen.length);
      expect(seen.map((entry) => entry.kind).sort()).toEqual([
        'call_action',
        'call_action',
        'call_action',
        'call_action',
        'call_action',
        'capture',
        'field_change',
        'owner_change',
      ]);
      const change = seen.find((entry) => entry.kind === 'field_change') as unknown as { changes: { field: string }[] };
      expect(change.changes).toEqual(
        expect.arrayContaining([
          { field: 'city', old: null, new: 'Pune' },
          { field: 'priority', old: 0, new: 2 },
        ]),
      );
      expect(change.changes).toHaveLength(2);
      const calls = await call(world.test, world.admin, 'GET', `leads/${id}/journey?group=call`);
      expect(calls.body['data']).toHaveLength(2);
    });
  });
});
