import { indianNumber } from '../../schemas/kit/counted';
import type { Unit } from '../../schemas/kit/measures';
import type { ShownCell } from '../../schemas/kit/report';
import { shortTime } from '../../ui/time/dates';

/** A number as the table shows it; '–' for not applicable. */
export function numberText(value: number | string | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'moment') return shortTime(value);
  const number = Number(value);
  switch (unit) {
    case 'percent':
      return `${number.toFixed(1)} %`;
    case 'seconds':
      return clockText(number);
    case 'minutes':
      return number < 60
        ? `${indianNumber(Math.round(number * 10) / 10)} min`
        : `${clockText(number * 60).replace(/:\d\d$/, '')} h`;
    case 'rupees':
      return `₹ ${indianNumber(Math.round(number))}`;
    case 'count':
      return indianNumber(Math.round(number * 10) / 10);
  }
}

/** '2:05' or '21:44:05'. */
function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What a screen reader and a tooltip say of a ratio: '301 of 690'. */
export const ratioText = ({ of }: ShownCell): string | undefined => of && `${indianNumber(of[0])} of ${indianNumber(of[1])}`;

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
