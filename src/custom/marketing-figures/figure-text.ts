import { indianNumber } from '../../schemas/kit/counted';

export type FigureUnit = 'count' | 'percent' | 'rupees' | 'times';

/** A figure as the page shows it; '–' where it is not known or does not apply. */
export function figureText(value: number | null | undefined, unit: FigureUnit): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  switch (unit) {
    case 'percent':
      return `${(value * 100).toFixed(1)} %`;
    case 'rupees':
      return `₹ ${indianNumber(Math.abs(value) < 100 ? Math.round(value * 100) / 100 : Math.round(value))}`;
    case 'times':
      return `${(Math.round(value * 100) / 100).toFixed(2)} ×`;
    case 'count':
      return indianNumber(value);
  }
}

/** How far a figure is from the period before: in points of a percentage, otherwise in percent; nothing where there is nothing to say. */
export function changeText(now: number | null, before: number | null | undefined, unit: FigureUnit): string | undefined {
  if (now === null || before === null || before === undefined || now === before) return undefined;
  const sign = now > before ? '↑' : '↓';
  if (unit === 'percent') return `${sign} ${(Math.abs(now - before) * 100).toFixed(1)} pts`;
  return before === 0 ? `${sign} new` : `${sign} ${(Math.abs(now / before - 1) * 100).toFixed(1)} %`;
}

/** One number per other; null where one of them is not known, or there is nothing to divide by. */
export const per = (value: number | null, by: number | null): number | null =>
  value === null || by === null || by === 0 ? null : value / by;
