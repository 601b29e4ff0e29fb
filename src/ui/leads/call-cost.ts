import { smallMoneyText } from '../../kinds/on-demand/currency/money';
import { accessOf } from '../../providers/rights';
import { currentWho } from '../../providers/session/who';
import { orderRecords } from '../../schemas/kit/named-resources';
import { seesAmounts } from '../../schemas/kit/sees-amounts';

export const seesCallCosts = (): boolean => seesAmounts(accessOf(orderRecords), currentWho()?.role);

export const callCostText = ({
  cost,
  cost_currency: currency,
}: {
  readonly cost?: number | null;
  readonly cost_currency?: string | null;
}): string => (typeof cost === 'number' && currency ? smallMoneyText(cost, currency) : '');
