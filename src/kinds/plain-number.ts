/**
 * The number that a text says, with a point before its decimals and commas between its groups: '1,23,456.5', '123,456.5'. Any other
 * comma may be one before decimals, as in '12,50': such a text is no number.
 */
export function plainNumber(text: string): number | undefined {
  const isNumber = /^[-+]?((\d{1,3}(,\d{2,3})*,\d{3}|\d+)(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text);
  const value = Number(text.replaceAll(',', ''));
  return isNumber && Number.isFinite(value) ? value : undefined;
}
