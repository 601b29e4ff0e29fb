import sql from 'sql-template-tag';
import type { teams } from '../../../src/schemas/access-control/teams';
import { refuseUnreachedUsers } from '../../catalogue/reach';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { refuseCycle } from './cycles';

export const hooks: Hooks<typeof teams> = {
  async beforeUpdate(patch, before, context) {
    await refuseCycle(context, 'teams', 'parent_team_id', before.id, patch.parent_team_id, 'Part of');
    const manager = before.manager_id;
    if ('manager_id' in patch && manager) await refuseUnreachedUsers([manager], 'manager_id', context);
    return patch;
  },
  async afterWrite(row, before, context) {
    if (before && before.manager_id !== row.manager_id) await moveTargets(row.id, row.manager_id ?? null, context);
    if ('member_ids' in row) await setMembers(row.id, row.member_ids ?? [], context);
  },
  async present(rows, context, of) {
    if (!rows.length || of === 'list') return rows;
    const ids = rows.map((row) => row.id);
    const members = await context.tx.rows<{ team: string; id: string }>(sql`
      select m.team, u.id from "users" u cross join lateral jsonb_array_elements_text(u.team_ids) as m(team)
      where u.tenant_id = ${context.session.tenantId} and u.deleted_at is null and jsonb_typeof(u.team_ids) = 'array'
        and m.team = any(${ids}::text[]) order by u.name`);
    return rows.map((row) => ({ ...row, member_ids: members.filter((one) => one.team === row.id).map((one) => one.id) }));
  },
};

/** The team's targets are its manager's to see and change. */
async function moveTargets(team: string, manager: string | null, { tx, session }: Context): Promise<void> {
  await tx.run(sql`update "targets" set "manager_id" = ${manager}
    where "tenant_id" = ${session.tenantId} and "team_id" = ${team} and "deleted_at" is null`);
}

/** Membership is one fact, users.team_ids; a team's members are written through to it. */
async function setMembers(team: string, ids: readonly string[], context: Context): Promise<void> {
  const { tx, session } = context;
  const one = JSON.stringify([team]);
  const moved = await tx.rows<{ id: string }>(sql`
    select "id" from "users" where "tenant_id" = ${session.tenantId}
      and (coalesce("team_ids", '[]'::jsonb) @> ${one}::jsonb) <> ("id" = any(${[...ids]}::text[]))`);
  await refuseUnreachedUsers(
    moved.map(({ id }) => id),
    'member_ids',
    context,
  );
  await tx.run(sql`
    update "users" set team_ids = coalesce(team_ids, '[]'::jsonb) || ${one}::jsonb
    where tenant_id = ${session.tenantId} and id = any(${[...ids]}::text[])
      and not coalesce(team_ids, '[]'::jsonb) @> ${one}::jsonb`);
  await tx.run(sql`
    update "users" set team_ids = team_ids - ${team}::text
    where tenant_id = ${session.tenantId} and team_ids @> ${one}::jsonb and not id = any(${[...ids]}::text[])`);
}
