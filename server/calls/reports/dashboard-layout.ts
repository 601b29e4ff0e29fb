import * as layoutCalls from '../../../src/schemas/calls/dashboard-layout';
import { usualCards } from '../../../src/schemas/kit/dashboard-layout';
import { administrator, isAdministrator } from '../../../src/schemas/kit/roles';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import sql from 'sql-template-tag';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { arranged, checkedCards, keepLayout, layoutOf, roleOwner } from '../../reports/dashboard-layout';
import type { DashboardLayout, DashboardView, PlacedCard } from '../../../src/schemas/kit/dashboard-layout';

export const handlers: Handlers = {
  ...handle(layoutCalls.dashboardLayout, read),
  ...handle(layoutCalls.keepDashboardLayout, keep),
};

async function read(
  context: CallContext<typeof layoutCalls.dashboardLayout>,
): Promise<CallReply<typeof layoutCalls.dashboardLayout>> {
  const { view, role } = context.query;
  return { data: role === undefined ? await layoutOf(context, view) : await layoutOfRole(context, view, role) };
}

async function keep(
  context: CallContext<typeof layoutCalls.keepDashboardLayout>,
): Promise<CallReply<typeof layoutCalls.keepDashboardLayout>> {
  const { session, body } = context;
  const { view, role, cards } = body;
  if (role !== undefined) await checkRole(context, role);
  const checked = cards && checkedCards(context, view, cards, role !== undefined);
  await keepLayout(context, view, role === undefined ? session.userId : roleOwner(role), checked);
  const data = role === undefined ? await layoutOf(context, view) : await layoutOfRole(context, view, role);
  return { message: cards ? 'Layout saved.' : 'Layout reset.', data };
}

async function checkRole({ tx, session }: Context, role: number): Promise<{ readonly data_scope: string }> {
  if (!isAdministrator(session)) throw problem(403, notAllowed);
  const found = await tx.row<{ data_scope: string }>(sql`
    select "data_scope" from "users_roles" where "tenant_id" = ${session.tenantId} and "role" = ${role} and "deleted_at" is null`);
  if (!found) throw invalid('role', 'This role does not exist');
  return found;
}

/** What the users of a role start with. */
async function layoutOfRole(context: Context, view: DashboardView, role: number): Promise<DashboardLayout> {
  const { data_scope: scope } = await checkRole(context, role);
  const { tx, session } = context;
  const row = await tx.row<{ cards: readonly PlacedCard[] }>(sql`
    select "cards" from "dashboard_layouts" where "tenant_id" = ${session.tenantId} and "view" = ${view} and "owner" = ${roleOwner(role)}
      and "deleted_at" is null`);
  const usual = usualCards(view, { isAdmin: role === administrator, isOffice: scope === 'none' });
  return { cards: arranged(row?.cards, usual), from: row ? 'role' : 'product' };
}
