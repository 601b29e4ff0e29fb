import { teamDashboard } from '../../../src/schemas/calls/team-dashboard';
import type { PlacedCard } from '../../../src/schemas/kit/dashboard-layout';
import type { ReportCard } from '../../../src/schemas/kit/report';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { adminCards, managerCards, teamBoard } from '../../../src/schemas/kit/team-cards';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addedCard, layoutOf } from '../../reports/dashboard-layout';
import { monthTargets } from '../../reports/month-targets';
import { cardsOf } from '../../reports/report-cards';
import { readReportQuery } from '../../reports/report-query';
import { setupSteps } from '../../reports/setup-steps';
import { tenantHealth } from '../../reports/tenant-health';

async function dashboard(context: CallContext<typeof teamDashboard>): Promise<CallReply<typeof teamDashboard>> {
  const { session, services, query } = context;
  const now = services.now();
  const { from, to, values } = readReportQuery(teamBoard, query, session, now);
  const isAdmin = isAdministrator(session);
  const layout = await layoutOf(context, 'team');
  const shown = layout.cards.filter(({ hidden }) => !hidden);
  const isShown = (id: string): boolean => shown.some((card) => card.id === id);
  const board = isAdmin ? adminCards : managerCards;
  const asked = shown.flatMap((card) => addedCard(card) ?? placed(board, card));
  const setup = isAdmin ? await setupSteps(context) : undefined;
  const cards = await cardsOf(context, teamBoard, asked, { ...query, from, to });
  return {
    data: {
      as_of: now.toISOString(),
      from,
      to,
      values,
      layout,
      cards,
      ...(isShown('targets') ? { targets: await monthTargets(context, to.slice(0, 7), 'seen') } : {}),
      ...(isAdmin && isShown('health') ? { health: await tenantHealth(context) } : {}),
      ...(setup ? { setup } : {}),
    },
  };
}

/** A card of the dashboard's own in the width that the layout gives it. */
function placed(board: readonly ReportCard[], { id, wide }: PlacedCard): ReportCard[] {
  const card = board.find((one) => one.id === id);
  if (!card) return [];
  const { wide: _wide, ...rest } = card;
  return [{ ...rest, ...(wide ? { wide: true } : {}) }];
}

export const handlers: Handlers = { ...handle(teamDashboard, dashboard) };
