import { isRecord } from '../../src/schemas/kit/is-record';

/** A template's text with {{1}}, {{2}} … replaced by the values in order; `missing` names the placeholders without one. */
export function fillPlaceholders(text: string, values: readonly string[]): { text: string; missing: string[] } {
  const missing: string[] = [];
  const filled = text.replace(/\{\{\s*(\d+)\s*\}\}/g, (whole, number: string) => {
    const value = values[Number(number) - 1];
    if (value === undefined || value === '') missing.push(whole);
    return value ?? whole;
  });
  return { text: filled, missing };
}

/** The lead fields a template can use: any other name stays empty (TRUST-S20). */
const namesOfLead: ReadonlySet<string> = new Set('name email phone alternate_phone whatsapp_number city state'.split(' '));

/**
 * A template's text with {{name}} and its like replaced by the lead's own values, once: a value is never read as a template. In
 * HTML it is text and nothing else; a line (a subject) stays one line.
 */
export function fillNames(text: string, lead: object, as: 'text' | 'html' | 'line'): string {
  const filled = text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value: unknown = namesOfLead.has(name) && isRecord(lead) ? lead[name] : undefined;
    const words = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return as === 'html' ? words.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : words;
  });
  // oxlint-disable-next-line no-control-regex -- a header ends at a line's end
  return as === 'line' ? filled.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim() : filled;
}

/** The placeholders of a text for which the lead has no value, as they are written. */
export const missingNames = (text: string, lead: object): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*\w+\s*\}\}/g)].map(([whole]) => whole).filter((whole) => !fillNames(whole, lead, 'line'))),
];
/** Fields of a lead whose values messages contain. */
export const leadFieldsInMessages: readonly string[] = [...namesOfLead];

/** Which field of the lead fills a placeholder of a WhatsApp template, written {{1}} or 1, and what is there without one. */
export interface TemplateVariable {
  readonly placeholder: string;
  readonly field?: string;
  readonly fallback?: string;
}

/**
 * The values of {{1}}, {{2}} … for this lead, in order; `missing` names the placeholders for which there is none, {{name}} and
 * its like among them.
 */
export function templateValues(
  text: string,
  variables: readonly TemplateVariable[],
  lead: object,
): { values: string[]; missing: string[] } {
  const names = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!);
  const count = Math.max(0, ...names.map(Number).filter(Number.isInteger));
  const values = Array.from({ length: count }, (_, at) => {
    const variable = variables.find((one) => one.placeholder.replaceAll(/[{}\s]/g, '') === String(at + 1));
    const value = variable?.field ? fillNames(`{{${variable.field}}}`, lead, 'line') : '';
    return value || (variable?.fallback ?? '');
  });
  const missing = names.filter((name) => !values[Number(name) - 1]);
  return { values, missing: [...new Set(missing)].map((name) => `{{${name}}}`) };
}
