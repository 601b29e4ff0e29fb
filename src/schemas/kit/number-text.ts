import { indianNumber } from './counted';
import type { Unit } from './measure-kinds';

/** A number of a report in words; '–' for not applicable. `moment` shows a time of day in the reader's way. */
export function numberText(
  value: number | string | null | undefined,
  unit: Unit,
  moment: (at: number | string) => string,
): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'text') return String(value);
  if (unit === 'moment') return moment(value);
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
    case 'hours':
      return `${indianNumber(Math.round(number * 10) / 10)} h`;
    case 'days':
      return `${indianNumber(Math.round(number * 10) / 10)} d`;
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
