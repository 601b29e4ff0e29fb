/** '1 row', '1,25,000 rows'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${indianNumber(count)} ${count === 1 ? one : several}`;

/** 1,25,000. Written by hand, because the browser's formatter loads its language tables before the first list can show. */
export function indianNumber(value: number): string {
  const shortest = String(Math.abs(value));
  const text = /^\d+(\.\d{1,6})?$/.test(shortest) ? shortest : Math.abs(value).toFixed(6);
  const [whole = '', part] = text.split('.');
  const decimals = part?.replace(/0+$/, '');
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
  return `${value < 0 && (decimals || whole !== '0') ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`;
}
