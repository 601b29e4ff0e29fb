/** What begins a formula, full-width and raised signs too: some spreadsheets take them for the plain ones. */
const sign = /[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u;
/** What may stand before it: spaces, controls, what nobody sees, quotes, and what ends a cell where another separator is used. */
const passedOver = /[\s\p{Cc}\p{Cf}\p{DI}'"`´‘-‟＇＂,;|]/u;
/** Behind these a cell begins for a spreadsheet that separates by semicolons or tabs: to it our quotes mean nothing. */
const cellEnd = /[;\t\r\n]/;
/** Phone numbers and numbers stay unchanged, because they calculate nothing. */
const harmless = /^(\+\d( ?\d){4,20}|-?\d+([.,]\d+)?)$/;

/**
 * The text so that no spreadsheet runs it (TRUST-S22): an apostrophe before all that would begin a formula at its start, or behind
 * a separator or line break within it. `unguarded` takes exactly these apostrophes away again.
 */
export function guarded(text: string): string {
  if (!sign.test(text) || harmless.test(text)) return text;
  const chars = [...text];
  for (const at of formulas(chars)) chars[at] = `'${chars[at]!}`;
  return chars.join('');
}

/** The text as it was before `guarded`; an apostrophe that a person put before a formula goes as well. */
export function unguarded(text: string): string {
  if (!text.includes("'") || !sign.test(text)) return text;
  const chars = [...text];
  for (const at of formulas(chars)) if (chars[at] === "'") chars[at] = '';
  return chars.join('');
}

/** Where a cell may begin and a formula with it. Read backwards, so that a long run of separators is passed over once. */
function formulas(chars: readonly string[]): number[] {
  const found: number[] = [];
  let comes = false;
  for (let at = chars.length - 1; at >= 0; at--) {
    comes = sign.test(chars[at]!) || (comes && passedOver.test(chars[at]!));
    if (comes && (at === 0 || cellEnd.test(chars[at - 1]!))) found.push(at);
  }
  return found;
}
