import sql from 'sql-template-tag';
import type { User, users } from '../../../src/schemas/access-control/users';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { administrator, isAdministrator } from '../../../src/schemas/kit/roles';
import { releaseLeads } from '../../automation/release-leads';
import { actingOf } from '../../leads/acting';
import { endReferralsTo } from '../../leads/end-referrals';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { checkNewPassword } from '../../identity/passwords';
import { noteSignOut } from '../../identity/sign-ins';
import { refuseCycle } from './cycles';
import { refuseFewerRules, refuseHigherRole, refuseMoreThanOwn } from './rights';
import { guardSignIn } from './sign-in-fields';

export const hooks: Hooks<typeof users> = {
  async beforeCreate(draft, context) {
    refuseMoreThanOwn(draft, context);
    await refuseHigherRole([draft.role], context);
    await refuseFewerRules(draft.role, 'role', context);
    refusePartner(draft, context);
    return { ...draft, ...underMaker(draft, context), ...cleaned(draft), token_version: 0 };
  },
  async beforeUpdate(patch, before, context) {
    refuseMoreThanOwn(patch, context, before);
    await refuseHigherRole([before.role, patch.role], context, before);
    if ('role' in patch) await refuseFewerRules(patch.role, 'role', context);
    await refuseCycle(context, 'users', 'reports_to', before.id, patch.reports_to, 'Reports to');
    refusePartner({ ...before, ...patch }, context);
    const ends = patch.status === 0 || ['password', 'role', 'type', 'publisher_id'].some((name) => name in patch);
    if (patch.status === 0 || ('role' in patch && isAdministrator(before))) await refuseLastAdmin(before, context);
    // D-017: earlier tokens stop working.
    const version = ends ? { token_version: (before.token_version ?? 0) + 1 } : {};
    const changes = { ...patch, ...cleaned(patch), ...version };
    await guardSignIn(changes, before, context);
    return changes;
  },
  async afterWrite(row, before, context) {
    if (before && row.token_version !== before.token_version)
      await noteSignOut(context.tx, { tenantId: context.session.tenantId, userId: row.id, family: null }, 'forced');
    if (before?.status !== 1 || row.status !== 0) return;
    await endReferralsTo(actingOf(context), row.id);
    await releaseLeads(context, row.id);
  },
  async beforeDelete(row, context) {
    refuseMoreThanOwn({}, context, row);
    await refuseHigherRole([row.role], context);
    await refuseLastAdmin(row, context);
  },
  /** The role's label is its name, so the list needs no further query. */
  async present(rows) {
    return rows.map((row) => ({ ...row, role_name: row._labels?.role?.toString() ?? null }));
  },
};

/** A new user without a manager or a team would be out of reach of the person who creates the account. */
function underMaker(draft: Draft<typeof users>, { session }: Context): Draft<typeof users> {
  const isAlone = !draft.reports_to && !draft.team_ids?.length;
  return isAlone && session.scope !== 'tenant' ? { reports_to: session.userId } : {};
}

function cleaned(values: Draft<typeof users>): Draft<typeof users> {
  const { email, password } = values;
  if (typeof password === 'string') checkNewPassword(password);
  return typeof email === 'string' ? { email: email.trim().toLowerCase() } : {};
}

/** The sign-in of a publisher sees leads of the whole organisation, so only someone who sees them too can give it. */
function refusePartner(user: Draft<typeof users>, { session }: Context): void {
  if (user.type !== 'publisher') return;
  if (user.role === administrator) throw invalid('role', "A publisher's user cannot be an administrator");
  if (session.scope !== 'tenant')
    throw invalid('type', "Only someone who sees the whole organisation can add or change a publisher's user");
}

async function refuseLastAdmin(row: User, context: Context): Promise<void> {
  if (row.id === context.session.userId) throw problem(409, 'You cannot deactivate, delete or demote yourself.');
  if (!isAdministrator(row)) return;
  const others = await context.tx.row(sql`
    select 1 from "users" where tenant_id = ${context.session.tenantId} and role = ${administrator} and status = 1 and deleted_at is null
      and id <> ${row.id} limit 1`);
  if (!others) throw problem(409, 'This is the last active administrator.');
}
