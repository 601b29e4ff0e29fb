/** How long after a person's last message WhatsApp accepts texts of our own; later it accepts templates only. */
const windowMs = 24 * 3_600_000;
export const templatesOnly = 'More than 24 hours after the lead’s last message, WhatsApp accepts templates only.';

/** When the window closes; null where it is closed. */
export function openUntil(lastIn: string | null | undefined, now: Date): Date | null {
  const until = lastIn ? new Date(new Date(lastIn).getTime() + windowMs) : null;
  return until && until > now ? until : null;
}
