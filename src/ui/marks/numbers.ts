import { indianNumber } from '../../schemas/kit/counted';

/** '1,284', or '10,000+' or '2,340+' if counting stopped early (D-047). */
export const countText = (total: number, exactCount = true): string =>
  exactCount ? indianNumber(total) : `${indianNumber(Math.min(total, 10_000))}+`;
