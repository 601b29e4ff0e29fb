const windowMs = 24 * 3600 * 1000;

/** Milliseconds until 24 hours after the customer's last message have passed (D-116); 0 afterwards. */
export const leftOfWindow = (lastIn: string | null, now: number): number =>
  lastIn === null ? 0 : Math.max(0, new Date(lastIn).getTime() + windowMs - now);

export function leftText(left: number): string {
  const minutes = Math.ceil(left / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `Reply window closes in ${hours ? `${hours} h ` : ''}${rest} min`;
}
