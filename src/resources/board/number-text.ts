import { indianNumber } from '../../schemas/kit/counted';
import type { Unit } from '../../schemas/kit/measure-kinds';
import { numberText as textOf } from '../../schemas/kit/number-text';
import type { ShownCell } from '../../schemas/kit/report';
import { shortTime } from '../../ui/time/dates';

/** A number as the table shows it; '–' for not applicable. */
export const numberText = (value: number | string | null | undefined, unit: Unit): string => textOf(value, unit, shortTime);

/** What a screen reader and a tooltip say of a ratio: '301 of 690'; of a cost, '₹ 900 for 3'. */
export function ratioText({ of }: ShownCell, unit: Unit): string | undefined {
  if (!of) return undefined;
  return unit === 'rupees'
    ? `${numberText(of[0], unit)} for ${indianNumber(of[1])}`
    : `${indianNumber(of[0])} of ${indianNumber(of[1])}`;
}

export interface Change {
  readonly text: string;
  readonly up: boolean;
}
/** The difference from the previous period: in points of a percentage, otherwise in percent. */
export function changeOf({ value, before }: ShownCell, unit: Unit): Change | undefined {
  if (typeof value !== 'number' || typeof before !== 'number' || value === before) return undefined;
  const by = value - before;
  if (unit === 'percent') return { text: `${Math.abs(by).toFixed(1)} pts`, up: by > 0 };
  if (before === 0) return { text: 'new', up: by > 0 };
  return { text: `${Math.abs((by / before) * 100).toFixed(1)} %`, up: by > 0 };
}
