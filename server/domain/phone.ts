import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { isoOf } from './countries';
import { patternOf } from './patterns';

/** What a tenant says about lead phones (D-102). */
export interface PhoneRules {
  /** English name of the tenant's country. */
  readonly country?: string | null;
  readonly phone_validation_enabled?: number | null;
  readonly custom_phone_regex?: string | null;
  readonly phone_validation_error_message?: string | null;
  readonly is_enable_country_constraint?: number | null;
  /** Calling codes, with or without the plus sign. */
  readonly allowed_countries_for_lead_capture?: readonly string[] | null;
}
export type PhoneVerdict = { readonly ok: true; readonly e164: string } | { readonly ok: false; readonly message: string };

export const wrongPhone = 'Please, Enter valid Mobile Number.';

/** The form of nearly every lead's number: the library accepts all of them too, but takes twenty times as long. */
const indianMobile = /^(?:\+91)?([6-9]\d{9})$/;

/**
 * A lead's phone as E.164 ('+919876543210'). Without the tenant's own pattern it is what libphonenumber calls valid in the
 * tenant's country, or in that of `callingCode` ('971'); with it the pattern alone decides.
 */
export function normalisePhone(text: string, rules: PhoneRules = {}, callingCode?: string | null): PhoneVerdict {
  const typed = text.replace(/[\s().-]/g, '');
  const home = isoOf(rules.country ?? 'India');
  const country: CountryCode = home && isSupportedCountry(home) ? home : 'IN';
  const code = callingCode?.replace(/\D/g, '') || getCountryCallingCode(country);
  const own = rules.phone_validation_enabled === 1 && rules.custom_phone_regex;
  const mobile = country === 'IN' && !own && indianMobile.exec(typed);
  if (mobile && (code === '91' || typed.startsWith('+'))) return { ok: true, e164: `+91${mobile[1]}` };
  const abroad = code !== getCountryCallingCode(country) && !typed.startsWith('+');
  const parsed = parsePhoneNumberFromString(abroad ? `+${code}${typed.replace(/^0+/, '')}` : typed, country);

  if (own) {
    // A pattern that does not compile (the tenant form refuses those) lets no phone through.
    const pattern = patternOf(own);
    const national = parsed?.nationalNumber;
    const digits = typed.replace(/\D/g, '');
    if (!pattern || digits === '' || !(pattern.finds(typed) || (national !== undefined && pattern.finds(national))))
      return { ok: false, message: rules.phone_validation_error_message || wrongPhone };
    // E.164 has no longer ones, whatever the pattern lets through.
    if (digits.length > 15) return { ok: false, message: rules.phone_validation_error_message || wrongPhone };
    return { ok: true, e164: parsed?.number ?? (typed.startsWith('+') ? `+${digits}` : `+${code}${digits}`) };
  }
  if (!parsed?.isValid() || parsed.ext) return { ok: false, message: wrongPhone };
  return { ok: true, e164: parsed.number };
}

/** The country of the number used to reach the lead counts: the phone, else its substitute. */
const reachedBy = ['phone', 'whatsapp_number', 'alternate_phone'] as const;
type ReachedBy = { readonly [name in (typeof reachedBy)[number]]?: unknown };

/**
 * The field and the sentence when the tenant takes no leads from the country of this number (its country constraint);
 * undefined when it does, for a lead without any number, and for one that is reached by the same number as `before`. Asked by
 * whatever writes a lead's numbers; they are E.164 already.
 */
export function refusedCountry(
  lead: ReachedBy,
  rules: PhoneRules,
  before?: ReachedBy,
): { readonly field: (typeof reachedBy)[number]; readonly message: string } | undefined {
  const field = reachedBy.find((name) => lead[name]);
  if (rules.is_enable_country_constraint !== 1 || !field) return undefined;
  if (before && lead[field] === before[reachedBy.find((name) => before[name]) ?? field]) return undefined;
  // No calling code is the beginning of another.
  const codes = (rules.allowed_countries_for_lead_capture ?? []).map((code) => `+${code.replace(/\D/g, '')}`);
  if (codes.some((code) => String(lead[field]).startsWith(code))) return undefined;
  return { field, message: `Enter a number with one of these country codes: ${codes.join(', ')}.` };
}
