import { teamDashboard } from '../../../src/schemas/calls/team-dashboard';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { adminCards, managerCards, teamBoard } from '../../../src/schemas/kit/team-cards';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { monthTargets } from '../../reports/month-targets';
import { cardsOf } from '../../reports/report-cards';
import { readReportQuery } from '../../reports/report-query';
import { tenantHealth } from '../../reports/tenant-health';

async function dashboard(context: CallContext<typeof teamDashboard>): Promise<CallReply<typeof teamDashboard>> {
  const { session, services, query } = context;
  const now = services.now();
  const { from, to, values } = readReportQuery(teamBoard, query, session, now);
  const isAdmin = isAdministrator(session);
  const cards = await cardsOf(context, teamBoard, isAdmin ? adminCards : managerCards, { ...query, from, to });
  return {
    data: {
      as_of: now.toISOString(),
      from,
      to,
      values,
      cards,
      targets: await monthTargets(context, to.slice(0, 7), 'seen'),
      ...(isAdmin ? { health: await tenantHealth(context) } : {}),
    },
  };
}

export const handlers: Handlers = { ...handle(teamDashboard, dashboard) };
