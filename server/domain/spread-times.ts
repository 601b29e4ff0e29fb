import { addDays, dayOf, momentOf } from './days';
import { isQuiet, type WorkingShift } from './quiet-hours';

/** Days that are looked through for the next working one; a shift that has none left does not hold anything back. */
const mostDays = 14;

/**
 * So many times, from the first one on and every `everyMin` minutes. What would be outside the shift starts again when the shift next
 * begins; without a shift they follow each other without a break.
 */
export function spreadTimes(
  count: number,
  { from, everyMin }: { readonly from: Date; readonly everyMin: number },
  shift: WorkingShift | null,
  zone: string,
): Date[] {
  const times: Date[] = [];
  let at = from;
  for (let n = 0; n < count; n++) {
    at = nextWorking(at, shift, zone);
    times.push(at);
    at = new Date(at.getTime() + everyMin * 60_000);
  }
  return times;
}

/** That time, or when the shift next begins. */
function nextWorking(at: Date, shift: WorkingShift | null, zone: string): Date {
  if (!shift || !isQuiet(shift, at, zone)) return at;
  for (let days = 0; days <= mostDays; days++) {
    const start = momentOf(addDays(dayOf(at, zone), days), shift.start_time, zone);
    if (start >= at && !isQuiet(shift, start, zone)) return start;
  }
  return at;
}
