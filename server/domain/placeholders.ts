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
