/** Clock of the demo offices: India has one zone, without summer time. All instants in milliseconds. */
const shift = 330 * 60_000;
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const dayNumber = (at: number): number => Math.floor((at + shift) / day);
const minutesOf = (at: number): number => Math.floor(((at + shift) % day) / minute);
const startOf = (number: number): number => number * day - shift;
const isSunday = (number: number): boolean => (number + 3) % 7 === 6;

const opens = 9.5 * 60;
const closes = 19.5 * 60;
/** The instant itself, or the next one inside office hours: 9:30 to 19:30, Monday to Saturday. */
export function inOffice(at: number, spread: number): number {
  let number = dayNumber(at);
  const minutes = minutesOf(at);
  if (!isSunday(number) && minutes >= opens && minutes < closes) return at;
  if (minutes >= closes || isSunday(number)) number += 1;
  while (isSunday(number)) number += 1;
  return startOf(number) + (opens + Math.floor(spread * 180)) * minute;
}
/** A moment of that many days ago when people fill in forms: 8:00 to 23:00, before `now`. */
export function awake(now: number, daysAgo: number, spread: number): number {
  const at = startOf(dayNumber(now) - daysAgo) + 8 * hour + Math.floor(spread * 15 * hour);
  return at < now - 5 * minute ? at : now - 5 * minute - Math.floor(spread * 3 * hour);
}
export const quarter = (at: number): number => Math.ceil(at / (15 * minute)) * 15 * minute;
export const iso = (at: number): string => new Date(at).toISOString();
