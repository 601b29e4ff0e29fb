import { momentOf } from './dates';

/** The moment of 'YYYY-MM-DDTHH:mm' on the tenant's wall, in ISO with Z; null without one. */
export function isoOf(local: string): string | null {
  const [day = '', clock = ''] = local.split('T');
  return day && clock ? momentOf(day, clock) : null;
}
