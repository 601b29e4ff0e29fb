/** Hours of a day in the tenant's zone, 'HH:MM' each; one that ends before it begins lasts over midnight, two equal ones mean the whole day. */
export interface CallingHours {
  readonly from: string;
  readonly to: string;
}

/** May be called at this moment? Without hours always; the last minute is the one before `to`. */
export function isWithin(hours: CallingHours | null, at: Date, zone: string): boolean {
  if (!hours || hours.from === hours.to) return true;
  const now = clockOf(at, zone);
  return hours.from <= hours.to ? now >= hours.from && now < hours.to : now >= hours.from || now < hours.to;
}

/** 'HH:MM' of that moment in the zone. */
export const clockOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
