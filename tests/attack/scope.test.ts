import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRow, type RowResult } from '../../server/bulk/change-rows';
import { undoRow } from '../../server/bulk/undo-row';
import { createRecord } from '../../server/catalogue/create';
import { deleteRecord, restoreRecord } from '../../server/catalogue/delete';
import { duplicateRecord } from '../../server/catalogue/duplicate';
import { hooksOf } from '../../server/hooks/all';
import { scopeOf } from '../../server/catalogue/scope';
import { updateRecord } from '../../server/catalogue/update';
import type { Context } from '../../server/context/context';
import { jobContext } from '../../server/jobs/job-context';
import { newId } from '../../server/store/ids';
import type { Tx } from '../../server/store/store';
import { resourceNamed } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { makeWorld, type World } from '../leads/lead-world';
import { call, edit, signIn, type Browser } from '../support/app';
import { actor } from '../support/database';
import { reachedPeople, readableLeads } from './scope-oracle';
import { addBranches, Played, type Step, histories, list, seed, step } from './scope-world';

describe.each(list)('TRUST-S33 who may read which lead on $name', ({ fresh }) => {
  let world: World;
  let tenant: string;
  let manager: Browser;
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const counts = { made: 0, refused: 0 };

  beforeAll(async () => {
    world = await makeWorld(await fresh());
    tenant = world.test.fixture.tenants.northstar;
    await addBranches(world, tenant, idOf);
    manager = await signIn(world.test, 'manager@northstar.example');
  });
  afterAll(() => world.test.close());

  it('the three ways into another branch are refused, with a message at the field', async () => {
    const [east] = await world.rows('teams', `name = 'East'`);
    const seen = async () => (await call(world.test, manager, 'GET', 'res/leads?limit=100')).body as unknown as unknown[];
    const before = (await seen()).length;
    const me = idOf('manager');
    const tries = [
      [`res/teams/${String(east!['id'])}`, { manager_id: me }, 403, 'manager_id'],
      [`res/users/${idOf('eastern')}`, { reports_to: me }, 403, 'reports_to'],
      [`res/users/${idOf('eastern')}`, { password: 'a pass phrase of somebody else' }, 403, 'password'],
      [`res/users/${idOf('eastern')}`, { email: 'mine@example.com' }, 403, 'email'],
    ] as const;
    for (const [path, body, status, field] of tries) {
      const answer = await call(world.test, manager, 'PATCH', path, body);
      expect([path, answer.status, answer.body.errors]).toMatchObject([path, status, [{ path: field }]]);
    }
    // A team without a manager still gives access to its members' leads.
    const led = (by: string) =>
      edit(world.test, tenant, `update teams set manager_id = ${by} where id = '${String(east!['id'])}'`);
    await led('null');
    const taken = await call(world.test, manager, 'PATCH', tries[0][0], { manager_id: me });
    expect([taken.status, taken.body.errors]).toMatchObject([422, [{ path: 'manager_id' }]]);
    await led(`'${idOf('east')}'`);
    world.test.clock.add(61);
    expect((await seen()).length).toBe(before);
    const admin = await signIn(world.test, 'admin@northstar.example');
    expect((await call(world.test, admin, 'PATCH', tries[0][0], { manager_id: me })).status).toBe(200);
    expect((await call(world.test, admin, 'PATCH', tries[0][0], { manager_id: idOf('east') })).status).toBe(200);
  });

  it('moving a user to another manager is refused if users whom the mover does not see would move along', async () => {
    const users = resourceNamed('users');
    const moved = (underneath: string) =>
      played(async (tx) => {
        await tx.run(sql`update "users" set "reports_to" = ${idOf('counsellor')} where "id" = ${idOf(underneath)}`);
        const patch = { values: { reports_to: idOf('east') } };
        return codeOf(tx, () =>
          inNameOf(tx, 'lead', (context) => updateRecord(users, hooksOf(users), idOf('counsellor'), patch, context)),
        );
      });
    // A team leader sees the caller through the team but not the other user, who reports two levels down.
    expect([await moved('eastern'), await moved('caller')]).toEqual([422, 200]);
  });

  it('a deleted record is restored only by someone who already sees what it gives access to', async () => {
    const [west] = await world.rows('teams', `name = 'West'`);
    const id = newId();
    await edit(
      world.test,
      tenant,
      `insert into teams (tenant_id, id, name, manager_id, parent_team_id, deleted_at)
        values ('${tenant}', '${id}', 'Visiting', '${idOf('eastern')}', '${String(west!['id'])}', now())`,
    );
    const restore = (who: string) =>
      played((tx) => codeOf(tx, () => inNameOf(tx, who, (context) => restoreRecord(resourceNamed('teams'), id, context))));
    expect([await restore('manager'), await restore('head')]).toEqual([422, 200]);
  });

  it('a new user joins only a team whose records its author sees, if the role shows the team', async () => {
    const users = resourceNamed('users');
    const [west, east] = [
      (await world.rows('teams', `name = 'West'`))[0]!['id'],
      (await world.rows('teams', `name = 'East'`))[0]!['id'],
    ];
    const joins = (who: string, team: unknown) =>
      played((tx) => {
        const values = { ...draftOf('users'), role: 3, team_ids: [team] };
        return codeOf(tx, () => inNameOf(tx, who, (context) => createRecord(users, hooksOf(users), values, context)));
      });
    expect([await joins('manager', east), await joins('manager', west), await joins('head', east)]).toEqual([422, 200, 200]);
  });

  it('the push address of a partner college, which receives everyone’s leads, is set only by a user who sees them all', async () => {
    const address = { lead_push_url: 'https://college.example/leads' };
    const admin = await signIn(world.test, 'admin@northstar.example');
    const [college] = (await call(world.test, admin, 'GET', 'res/colleges')).body as unknown as { clg_id: number }[];
    const of = `res/colleges/${college!.clg_id}`;
    expect((await call(world.test, admin, 'PATCH', of, address)).status).toBe(200);
    const moved = await call(world.test, manager, 'PATCH', of, { lead_push_url: 'https://elsewhere.example/leads' });
    expect([moved.status, moved.body.errors]).toMatchObject([422, [{ path: 'lead_push_url' }]]);
    for (const values of [{ seats: 60 }, { lead_push_url: null }])
      expect((await call(world.test, manager, 'PATCH', of, values)).status).toBe(200);
  });

  it('no change lets anyone read what its author could not, and none affects users out of the author’s reach', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), (history) =>
      played(async (tx) => {
        let before = await readableLeads(tx, tenant);
        let people = await peopleOf(tx);
        const undoable = new Map<string, { resource: string; done: RowResult }>();
        for (const one of history) {
          const active = await keys(tx, 'users', 'id', sql`"status" = 1 and "deleted_at" is null`);
          const by = active[one.by % active.length]!;
          const reached = (await reachedPeople(tx, tenant)).get(by)!;
          const code = await codeOf(tx, () => act(tx, by, one, undoable));
          const after = await readableLeads(tx, tenant);
          counts[code === 200 ? 'made' : 'refused']++;
          for (const [viewer, leads] of after)
            for (const lead of leads)
              if (!before.get(viewer)?.has(lead) && !before.get(by)?.has(lead))
                throw new Error(`${viewer} reads ${lead} since ${by} did ${JSON.stringify(one)}`);
          before = after;
          const peopleNow = await peopleOf(tx);
          for (const [id, person] of people)
            if (peopleNow.get(id) !== person && id !== by && reached !== 'all' && !reached.has(id))
              throw new Error(`${id}, whom ${by} does not reach, was changed by ${JSON.stringify(one)}`);
          people = peopleNow;
        }
        // and the product agrees with the oracle
        for (const [viewer, leads] of before) expect([viewer, await read(tx, viewer)]).toEqual([viewer, [...leads].sort()]);
      }),
    );
    await fc.assert(property, { numRuns: histories, seed, endOnFailure: true });
    expect(Math.min(counts.made, counts.refused)).toBeGreaterThan(histories / 4);
  });

  async function played<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let answer: { value: T } | undefined;
    await world.test.store
      .transaction(actor(tenant, idOf('admin')), async (tx) => {
        answer = { value: await work(tx) };
        throw new Played();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Played)) throw error;
      });
    return answer!.value;
  }

  async function inNameOf<T>(tx: Tx, who: string, work: (context: Context) => Promise<T>): Promise<T> {
    const userId = world.test.fixture.users[`${who}@northstar.example`] ?? who;
    const { services } = world.test;
    const job = {
      id: 'scope',
      kind: 'test',
      tenantId: tenant,
      userId,
      payload: {},
      cursor: null,
      fence: 1,
      isLastTry: false,
      services,
    };
    return work((await jobContext(job, tx)).context);
  }

  /** 200, or the code of the refusal, after which its writes are rolled back. */
  async function codeOf(tx: Tx, work: () => Promise<unknown>): Promise<number> {
    await tx.run(sql`savepoint step`);
    try {
      await work();
      return 200;
    } catch (error) {
      if (!(error instanceof Problem) || error.code >= 500) throw error;
      await tx.run(sql`rollback to savepoint step`);
      return error.code;
    }
  }

  const keys = async (tx: Tx, of: 'users' | 'teams' | 'dialer_lists', key: 'id' | 'key', where = sql`"deleted_at" is null`) => {
    const from = { users: sql`"users"`, teams: sql`"teams"`, dialer_lists: sql`"dialer_lists"` }[of];
    const name = key === 'id' ? sql`"id"` : sql`"key"`;
    const rows = await tx.rows<{ key: string }>(
      sql`select ${name} as "key" from ${from} where "tenant_id" = ${tenant} and ${where} order by 1`,
    );
    return rows.map((row) => row.key);
  };

  /** What someone may change of each user, as text. */
  const peopleOf = async (tx: Tx): Promise<Map<string, string>> => {
    const rows = await tx.rows<{ id: string; person: string }>(sql`
      select "id", jsonb_build_array("role", "status", "reports_to", "team_ids", "permissions", "deleted_at" is null)::text as "person"
      from "users" where "tenant_id" = ${tenant}`);
    return new Map(rows.map(({ id, person }) => [id, person]));
  };

  const read = (tx: Tx, userId: string): Promise<string[]> =>
    inNameOf(tx, userId, async ({ session }) => {
      const scope = scopeOf(resourceNamed('leads'), session) ?? sql`true`;
      const rows = await tx.rows<{
        id: string;
      }>(sql`select "id" from "leads" where "tenant_id" = ${tenant} and "deleted_at" is null
        and ${scope} order by "id"`);
      return rows.map((row) => row.id);
    }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 403) return []; // cannot sign in
      throw error;
    });

  async function act(tx: Tx, by: string, one: Step, undoable: Map<string, { resource: string; done: RowResult }>): Promise<void> {
    const [users, teams] = [await keys(tx, 'users', 'id'), await keys(tx, 'teams', 'id')];
    const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
    const roles = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const some = [...new Set([pick(users, one.to), pick(users, one.also)])];
    const changes: Record<Step['subject'], () => Promise<[string, string | number, Record<string, unknown>]>> = {
      boss: async () => ['users', pick(users, one.of), { reports_to: one.also % 5 ? pick(users, one.to) : null }],
      teams: async () => ['users', pick(users, one.of), { team_ids: one.also % 4 ? [pick(teams, one.to)] : [] }],
      role: async () => ['users', pick(users, one.of), { role: pick(roles, one.to) }],
      status: async () => ['users', pick(users, one.of), { status: one.to % 2 }],
      manager: async () => ['teams', pick(teams, one.of), { manager_id: pick(users, one.to) }],
      members: async () => ['teams', pick(teams, one.of), { member_ids: some }],
      parent: async () => ['teams', pick(teams, one.of), { parent_team_id: one.also % 4 ? pick(teams, one.to) : null }],
      scope: async () => [
        'users-roles',
        pick(roles, one.of),
        { data_scope: pick(['tenant', 'branch', 'team', 'own', 'none'], one.to) },
      ],
      list: async () => ['dialer-lists', pick(await keys(tx, 'dialer_lists', 'key'), 0), { user_ids: some }],
      rule: async () => ['users', pick(users, one.of), { permissions: [] }],
    };
    const [name, key, values] = await changes[one.subject]();
    const resource = resourceNamed(name);
    const hooks = hooksOf(resource);
    await inNameOf(tx, by, async (context) => {
      const last = undoable.get(by);
      if (one.way === 'update') await updateRecord(resource, hooks, key, { values }, context);
      else if (one.way === 'create') await createRecord(resource, hooks, { ...draftOf(name), ...values }, context);
      else if (one.way === 'duplicate') await duplicateRecord(resource, hooks, key, context);
      else if (one.way === 'undo' && last)
        await undoRow(
          resourceNamed(last.resource),
          hooksOf({ name: last.resource }),
          { after: null, ...last.done, job: 'job', made: 'updated', act: null },
          context,
        );
      else if (one.way === 'delete and restore') {
        await deleteRecord(resource, hooks, key, context);
        await restoreRecord(resource, key, context);
      } else {
        const done = await changeRow(resource, hooks, key, { action: 'update', values }, context, { at: 0, of: 1, memo: {} });
        if (done.outcome === 'done') undoable.set(by, { resource: name, done });
        else throw new Problem(422, done.reason ?? 'skipped');
      }
    });
  }

  const draftOf = (name: string): Record<string, unknown> => {
    const text = newId();
    if (name === 'users') return { name: text, email: `${text}@example.com`, role: 4, type: 'org' };
    if (name === 'users-roles') return { role_name: text, data_scope: 'own', permissions: [] };
    return name === 'teams' ? { name: text } : { value: text };
  };
});
