import { isEmpty } from './kind';

const format = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 });

/** Indian grouping, '–' without a number. */
export const numberWords = (value: unknown): string =>
  isEmpty(value) || !Number.isFinite(Number(value)) ? '–' : format.format(Number(value));
