import { isEmpty } from './kind';

/** Indian grouping, at most six decimals; '–' without a number. */
export const numberWords = (value: unknown): string =>
  isEmpty(value) || !Number.isFinite(Number(value)) ? '–' : indianNumber(Number(value));

/** 1,25,000. By hand: the browser's own formatter takes its table of languages into memory before the first list shows. */
export function indianNumber(value: number): string {
  const shortest = String(Math.abs(value));
  const text = /^\d+(\.\d{1,6})?$/.test(shortest) ? shortest : Math.abs(value).toFixed(6);
  const [whole = '', part] = text.split('.');
  const decimals = part?.replace(/0+$/, '');
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
  return `${value < 0 && (decimals || whole !== '0') ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`;
}
