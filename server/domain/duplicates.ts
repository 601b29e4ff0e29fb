/** When a capture is the same person as an existing lead (TRUST-R16, tenant.duplicate_rule). */
export interface DuplicateRule {
  readonly keys: readonly ('phone' | 'alternate_phone' | 'email')[];
  /** An older lead is not taken as the same enquiry; unset: any age. */
  readonly window_days?: number | null;
  readonly action: 're_enquiry' | 'new' | 'block';
}
export interface Identity {
  readonly phone?: string | null;
  readonly alternate_phone?: string | null;
  readonly email?: string | null;
}

export const defaultDuplicateRule: DuplicateRule = { keys: ['phone', 'email'], action: 're_enquiry' };

/**
 * What to look for: the normalised phones, and the email only if there is no phone, because a family may share one email.
 * `alternates` says whether alternate phones count on both sides.
 */
export function identityOf(
  draft: Identity,
  rule: DuplicateRule,
): { readonly phones: readonly string[]; readonly email: string | null; readonly alternates: boolean } {
  const alternates = rule.keys.includes('alternate_phone');
  const phones = [...(rule.keys.includes('phone') ? [draft.phone] : []), ...(alternates ? [draft.alternate_phone] : [])].filter(
    (phone): phone is string => Boolean(phone),
  );
  const email = rule.keys.includes('email') && !draft.phone ? normaliseEmail(draft.email) : null;
  return { phones: [...new Set(phones)], email, alternates };
}

/** Mail addresses are compared and stored in lower case without outer spaces. */
export function normaliseEmail(email: string | null | undefined): string | null {
  return email?.trim().toLowerCase() || null;
}

/** The newest candidate inside the rule's window; one without a date counts as arriving now. */
export function matchOf<L extends { readonly created_at?: unknown }>(
  candidates: readonly L[],
  rule: DuplicateRule,
  now: Date,
): L | undefined {
  const oldest = rule.window_days == null ? -Infinity : now.getTime() - rule.window_days * 86_400_000;
  const madeAt = ({ created_at: at }: L): number => (typeof at === 'string' ? Date.parse(at) : now.getTime());
  return candidates.filter((lead) => madeAt(lead) >= oldest).sort((a, b) => madeAt(b) - madeAt(a))[0];
}

/** A capture without a name keeps the phone or the local part of the mail. */
export function nameFor(draft: Identity & { readonly name?: string | null }): string {
  return draft.name?.trim().replace(/\s+/g, ' ') || draft.phone || draft.email?.split('@')[0] || 'Unknown';
}
