/** What a role's rules say about fields (screens 0.1): not there at all, shown in part, or shown and not changed. */
export type FieldRuleKind = 'hidden' | 'masked' | 'read_only';
export interface FieldRule {
  readonly resource: string;
  readonly field: string;
  readonly rule: FieldRuleKind;
}

/** 98xxxxxx21, a***@x.com; of any other text the first letter, of anything else nothing. Empty stays empty. */
export function maskedValue(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (typeof value !== 'string') return '***';
  const at = value.lastIndexOf('@');
  if (at > 0) return `${[...value][0]}***${value.slice(at)}`;
  return /^\+?[\d\s()-]{6,}$/.test(value) ? maskedPhone(value) : `${[...value][0]}***`;
}

function maskedPhone(value: string): string {
  const digits = value.replaceAll(/\D/g, '').replace(/^91(?=\d{10}$)/, '');
  return digits.length < 6
    ? 'x'.repeat(digits.length)
    : `${digits.slice(0, 2)}${'x'.repeat(digits.length - 4)}${digits.slice(-2)}`;
}
