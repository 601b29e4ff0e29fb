import sql from 'sql-template-tag';
import type { usersRoles } from '../../../src/schemas/access-control/users-roles';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { isAdministrator, largestRole } from '../../../src/schemas/kit/roles';
import { isKnownField } from '../../catalogue/field-rules';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { refuseMissingRules, refuseMoreThanOwn, refuseWiderScope } from './rights';

/** What a role can do and see; only the administrator can change this for their own role. */
const rights = ['permissions', 'data_scope', 'base_role', 'field_rules', 'status'];
const fixedOfAdmin = ['permissions', 'data_scope', 'status', 'field_rules', 'base_role'];

export const hooks: Hooks<typeof usersRoles> = {
  async beforeCreate(draft, context) {
    refuseMoreThanOwn(draft, context);
    await refuseMoreRights(draft, context);
    refuseMissingRules(draft.field_rules ?? [], undefined, 'field_rules', context.session);
    // D-001: 1 to 6 are seeded, a tenant's own begin at 7. Deleted numbers are not given again.
    const next = await context.tx.row<{ role: number }>(sql`
      select greatest(coalesce(max(role), 0) + 1, 7)::bigint as role from "users_roles"
      where tenant_id = ${context.session.tenantId}`);
    if (next!.role > largestRole) throw problem(409, 'The maximum number of roles has been reached.');
    return { ...draft, role: next!.role, is_system: false };
  },
  async beforeUpdate(patch, before, context) {
    refuseMoreThanOwn(patch, context, { role: before.role });
    if (before.role === context.session.role && !isAdministrator(context.session) && rights.some((field) => field in patch))
      throw problem(403, 'You cannot change the rights of your own role.');
    await refuseMoreRights(patch, context);
    if ('field_rules' in patch)
      refuseMissingRules(patch.field_rules ?? [], before.field_rules ?? [], 'field_rules', context.session);
    const fixed = fixedOfAdmin.find((field) => isAdministrator(before) && field in patch);
    if (fixed) throw problem(409, 'The administrator role has every right. Only its name can be changed.');
    if (before.is_system && patch.status === 0) throw problem(409, `${before.role_name} is a system role.`);
    return patch;
  },
  async beforeDelete(row) {
    if (row.is_system) throw problem(409, `${row.role_name} is a system role and cannot be deleted.`);
  },
};

/** The fields of rules exist; a role reaches no further than that of the person who creates it. */
async function refuseMoreRights(values: Draft<typeof usersRoles>, context: Context): Promise<void> {
  const rules = values.field_rules ?? [];
  const unknown = rules.findIndex((rule) => !isKnownField(rule));
  if (unknown >= 0) throw invalid(`field_rules.${unknown}.field`, 'Field rules: this field does not exist');
  await refuseWiderScope(values, context);
}
