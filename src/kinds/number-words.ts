import { indianNumber } from '../schemas/kit/counted';
import { isEmpty } from './kind';

/** Indian grouping, up to six decimals; '–' without a number. */
export const numberWords = (value: unknown): string =>
  isEmpty(value) || !Number.isFinite(Number(value)) ? '–' : indianNumber(Number(value));
