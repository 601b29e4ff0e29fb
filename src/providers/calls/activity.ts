const keyOf = (userId: string): string => `work-active:${userId}`;

/** The time of this user's last activity in any tab of the product. */
export function lastActive(userId: string): number {
  return Number(localStorage.getItem(keyOf(userId))) || 0;
}
export function markActive(userId: string, now: number): void {
  localStorage.setItem(keyOf(userId), String(now));
}
