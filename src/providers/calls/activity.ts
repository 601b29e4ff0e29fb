import { browserStored } from '../stored';

const keyOf = (userId: string): string => `work-active:${userId}`;

/** The time of this user's last activity in any tab of the product. */
export function lastActive(userId: string): number {
  return Number(browserStored.read(keyOf(userId))) || 0;
}
export function markActive(userId: string, now: number): void {
  browserStored.write(keyOf(userId), String(now));
}
