import { smallMoneyText } from '../../kinds/on-demand/currency/money';
import { accessOf } from '../../providers/rights';
import { currentWho } from '../../providers/session/who';
import { specOf } from '../../schemas/kit/access';
import { orderRecords } from '../../schemas/kit/named-resources';

/** What calls cost is for those who see orders, as the server decides it. */
export const seesCallCosts = (): boolean => {
  const role = currentWho()?.role;
  return role !== undefined && !specOf(accessOf(orderRecords)).except?.includes(role);
};

export const callCostText = ({
  cost,
  cost_currency: currency,
}: {
  readonly cost?: number | null;
  readonly cost_currency?: string | null;
}): string => (typeof cost === 'number' && currency ? smallMoneyText(cost, currency) : '');
