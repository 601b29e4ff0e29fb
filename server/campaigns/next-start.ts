/** When a campaign that repeats starts next, after now and at the same time of day in UTC; null: it does not repeat. */
export function nextStart(last: string | null, repeat: 'never' | 'daily' | 'weekly' | 'monthly', now: Date): Date | null {
  if (repeat === 'never') return null;
  const at = new Date(last ?? now);
  for (let n = 1; ; n++) {
    const next = new Date(at);
    if (repeat === 'monthly') {
      next.setUTCDate(1);
      next.setUTCMonth(at.getUTCMonth() + n);
      next.setUTCDate(Math.min(at.getUTCDate(), daysIn(next)));
    } else next.setUTCDate(at.getUTCDate() + n * (repeat === 'weekly' ? 7 : 1));
    if (next > now) return next;
  }
}

const daysIn = (month: Date): number => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
