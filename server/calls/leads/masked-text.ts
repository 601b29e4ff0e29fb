import { isVeiled, type FieldRules } from '../../../src/schemas/kit/field-rules';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, shownValue } from '../../catalogue/field-rules';
import type { Session } from '../../context/session';
import { leadFieldsInMessages, showFills, type Fill } from '../../domain/placeholders';

/**
 * A message's text as this role may read it. What was filled in is known from the sending: the lead's values of today say nothing
 * about an old text, and comparing them with what a person typed would confirm guesses. A text whose values nobody noted is not shown.
 */
export function veiledText<T extends string | null>(session: Session, text: T, fills: readonly Fill[] | null): T | string {
  const rules = rulesOf(leads, session);
  if (text === null || !leadFieldsInMessages.some((field) => isVeiled(rules.get(field)))) return text;
  return fills ? showFills({ text, fills }, (field, value) => shown(rules, field, value)) : nothing;
}

const nothing = '***';
const shown = (rules: FieldRules, field: string, value: string): string => String(shownValue(rules.get(field), value) ?? nothing);

/** A provider's error can name the address that the message went to. */
export function veiledError(session: Session, error: string | null): string | null {
  const rules = rulesOf(leads, session);
  const isHidden = (...fields: readonly string[]): boolean => fields.some((field) => isVeiled(rules.get(field)));
  const withoutEmail = isHidden('email') ? error?.replaceAll(/[^\s<>,;:]+@[^\s<>,;]+/g, nothing) : error;
  const noNumber = isHidden('phone', 'alternate_phone', 'whatsapp_number');
  return (noNumber ? withoutEmail?.replaceAll(/\+?\d(?:[\s().-]*\d){7,}/g, nothing) : withoutEmail) ?? null;
}
