import { isRecord } from '../../src/schemas/kit/is-record';
import { isMergeField, mergeFields, placeholderOf, placeholders } from '../../src/schemas/kit/merge-fields';

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

/** Where a finished text contains a value of the lead: of which field, from which character, how many. */
export interface Fill {
  readonly field: string;
  readonly at: number;
  readonly length: number;
}
export interface Filled {
  readonly text: string;
  readonly fills: readonly Fill[];
}
type As = 'text' | 'html' | 'line';

/**
 * A template's text with {{name}} and its like replaced by the lead's own values, once: a value is never read as a template. In
 * HTML it is text and nothing else; a line (a subject) stays one line. {{name|there}} says what stands there without a value.
 */
export const fillNames = (text: string, lead: object, as: As): string => filledNames(text, lead, as).text;

/** The same, with where the values are: a role that must not see one of them is shown the text without it. */
export const filledNames = (text: string, lead: object, as: As): Filled =>
  fill(text, as, (field) => ({ field, words: wordsOf(lead, field) }));

/** The text as it is shown where `shown` decides what is seen of each value. */
export function showFills({ text, fills }: Filled, shown: (field: string, value: string) => string): string {
  let [made, from] = ['', 0];
  for (const { field, at, length } of fills.filter((one) => one.at < text.length)) {
    made += text.slice(from, at) + shown(field, text.slice(at, at + length));
    from = at + length;
  }
  return made + text.slice(from);
}

function wordsOf(lead: object, field: string): string {
  // Any other name stays empty (TRUST-S20).
  const value: unknown = isMergeField(field) && isRecord(lead) ? lead[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A header ends at a line's end. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const inLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
const inHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function fill(
  text: string,
  as: As,
  valueOf: (name: string, whole: string) => { readonly field?: string | undefined; readonly words: string },
): Filled {
  const fills: Fill[] = [];
  let [made, from] = ['', 0];
  const add = (piece: string): string => (made += as === 'line' ? inLine(piece) : piece);
  for (const { 0: whole, 1: name = '', 2: fallback = '', index } of text.matchAll(placeholders)) {
    add(text.slice(from, index));
    from = index + whole.length;
    const { field, words } = valueOf(name, whole);
    const at = made.length;
    const said = as === 'line' ? words.trim() : words;
    // The template's own text, which in HTML was cleaned with it.
    add(said === '' ? fallback : as === 'html' ? inHtml(said) : said);
    if (field !== undefined && said !== '' && made.length > at) fills.push({ field, at, length: made.length - at });
  }
  add(text.slice(from));
  if (as !== 'line') return { text: made, fills };
  const cut = made.length - made.trimStart().length;
  return { text: made.trim(), fills: fills.map((one) => ({ ...one, at: one.at - cut })) };
}

/** The placeholders of a text for which the lead has no value, as they are written. */
export const missingNames = (text: string, lead: object): string[] => [
  ...new Set([...text.matchAll(placeholders)].map(([whole]) => whole).filter((whole) => !fillNames(whole, lead, 'line'))),
];
/** Fields of a lead whose values messages contain. */
export const leadFieldsInMessages: readonly string[] = Object.keys(mergeFields);

/** Which field of the lead fills a placeholder of a WhatsApp template, written {{1}} or 1, and what is there without one. */
export interface TemplateVariable {
  readonly placeholder: string;
  readonly field?: string;
  readonly fallback?: string;
}

/** A WhatsApp template with the lead's values, which also go to the provider as a list (templateValues). */
export function filledTemplateText(text: string, variables: readonly TemplateVariable[], lead: object): Filled {
  const { values } = templateValues(text, variables, lead);
  return fill(text, 'text', (name, whole) => {
    const number = Number(name);
    if (!Number.isInteger(number)) return { field: name, words: wordsOf(lead, name) };
    const field = variableOf(variables, number)?.field;
    return { field: field && wordsOf(lead, field) ? field : undefined, words: values[number - 1] || whole };
  });
}

/**
 * An SMS template's text with its own variables written out: {{1}}, or another name, becomes the lead's field that it stands for,
 * with what is there for a lead without one, or else its text. What stands for nothing is left as it is written.
 */
export function writtenOut(text: string, variables: readonly TemplateVariable[]): string {
  const known = new Map(variables.map((one) => [bare(one.placeholder), one]));
  return text.replaceAll(placeholders, (whole, name: string, own?: string) => {
    const variable = known.get(name);
    if (!variable) return whole;
    const said = own || (variable.fallback ?? '').replaceAll(/[{}|<>]/g, '');
    const field = [name, variable.field ?? ''].find(isMergeField);
    return field ? placeholderOf(field, said) : said || whole;
  });
}
const bare = (placeholder: string): string => placeholder.replaceAll(/[{}\s]/g, '');

const variableOf = (variables: readonly TemplateVariable[], number: number): TemplateVariable | undefined =>
  variables.find(({ placeholder }) => bare(placeholder) === String(number));

/**
 * The values of {{1}}, {{2}} … for this lead, in order; `missing` names the placeholders for which there is none, {{name}} and
 * its like among them.
 */
export function templateValues(
  text: string,
  variables: readonly TemplateVariable[],
  lead: object,
): { values: string[]; missing: string[] } {
  const names = [...text.matchAll(placeholders)].map(([, name]) => name!);
  const count = Math.max(0, ...names.map(Number).filter(Number.isInteger));
  const values = Array.from({ length: count }, (_, at) => {
    const variable = variableOf(variables, at + 1);
    const value = variable?.field ? fillNames(`{{${variable.field}}}`, lead, 'line') : '';
    return value || (variable?.fallback ?? '');
  });
  const missing = names.filter((name) => !values[Number(name) - 1]);
  return { values, missing: [...new Set(missing)].map((name) => `{{${name}}}`) };
}
