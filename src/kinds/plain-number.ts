/**
 * The number in a text, with a point before its decimals and commas between its groups: '1,23,456.5', '123,456.5'. Undefined for any
 * other comma, which may be one before decimals, as in '12,50'.
 */
export function plainNumber(text: string): number | undefined {
  const isNumber = /^[-+]?((\d{1,3}(,\d{2,3})*,\d{3}|\d+)(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text);
  const value = Number(text.replaceAll(',', ''));
  return isNumber && Number.isFinite(value) ? value : undefined;
}
