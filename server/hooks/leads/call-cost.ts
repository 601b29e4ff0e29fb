import type { Session } from '../../context/session';
import { seesMoney } from '../../measures/cell';

interface Costly {
  readonly cost?: number | null;
  readonly cost_currency?: string | null;
}

/** What a call cost is for those who see orders and what campaigns cost. */
export const withCost = <R extends Costly>(row: R, session: Session): R =>
  seesMoney(session) ? row : { ...row, cost: null, cost_currency: null };
