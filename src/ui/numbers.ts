const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 });

/** Indian grouping: 1,25,000. */
export const numberText = (value: unknown): string =>
  value === null || value === undefined || value === '' || !Number.isFinite(Number(value)) ? '–' : exact.format(Number(value));

/** '1,284', or '10,000+' or '2,340+' where counting stopped (D-047). */
export const countText = (total: number, exactCount = true): string =>
  exactCount ? whole.format(total) : `${whole.format(Math.min(total, 10_000))}+`;
