/** What is wrong with the text of a setting, after its name; undefined: nothing. */
type SettingCheck = (value: string) => string | undefined;

export function text(): SettingCheck {
  return (value) => (/[\0\r\n]/.test(value) ? 'must be one line of text' : undefined);
}
export function wholeNumber(from: number, to: number): SettingCheck {
  return (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? undefined
      : `must be a whole number from ${from} to ${to}, not '${value}'`;
}
export function oneOf(values: readonly string[]): SettingCheck {
  return (value) => (values.includes(value) ? undefined : `must be ${values.join(' or ')}, not '${value}'`);
}
/** The value is not repeated: it may hold a password. */
export function address(...schemes: string[]): SettingCheck {
  return (value) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))
      ? undefined
      : `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
}
