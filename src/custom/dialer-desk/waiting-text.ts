import { counted, indianNumber } from '../../schemas/kit/counted';

/** The desk counts the leads of a list to a thousand. */
const most = 1000;

/** '12', '1,000+'. */
export const waitingNumber = (count: number): string => (count >= most ? `${indianNumber(most)}+` : indianNumber(count));
/** '1 lead', '1,000+ leads'. */
export const waitingLeads = (count: number): string =>
  count >= most ? counted(most, 'lead').replace(' ', '+ ') : counted(count, 'lead');
