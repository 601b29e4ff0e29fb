const formats = new Map<string, Intl.NumberFormat>();

/** Rupees are grouped as India groups them, other money by thousands. */
function formatOf(code: string): Intl.NumberFormat {
  const locale = code === 'INR' ? 'en-IN' : 'en-US';
  const known = formats.get(code) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: code });
  formats.set(code, known);
  return known;
}

/** Two for rupees, none for yen. */
export const decimalsOf = (code: string): number => formatOf(code).resolvedOptions().maximumFractionDigits ?? 2;

/** '₹ 1,23,456.50', 'US$' as '$ 1,234.50': a space behind the sign, as everywhere in the product. */
export const moneyText = (amount: number, code: string): string => textOf(formatOf(code), amount);

/** The same of what can cost less than the smallest coin: '$ 0.0085'. */
export function smallMoneyText(amount: number, code: string): string {
  const { locale, maximumFractionDigits = 2 } = formatOf(code).resolvedOptions();
  if (Number(amount.toFixed(maximumFractionDigits)) === amount) return moneyText(amount, code);
  return textOf(new Intl.NumberFormat(locale, { style: 'currency', currency: code, maximumFractionDigits: 4 }), amount);
}

const textOf = (format: Intl.NumberFormat, amount: number): string =>
  format
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? `${value} ` : type === 'literal' ? '' : value))
    .join('');

/** The sign before an amount. */
export const signOf = (code: string): string =>
  formatOf(code)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}
