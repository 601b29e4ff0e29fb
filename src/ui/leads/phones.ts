/** As written, with '+91' added if it has no country code; a leading zero is removed (D-070). */
export function withCountry(phone: string): string {
  const text = phone.trim().replace(/^00/, '+');
  return text.startsWith('+') ? text : `+91${text.replace(/^0/, '')}`;
}

/** The number for a tel: link and for copying: with country code, without spaces. */
export function phoneLink(value: unknown): string {
  const digits = String(value ?? '').replace(/[^\d+]/g, '');
  const indian = /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits);
  return indian ? `+91${indian[1]}` : digits;
}

/** Whether a client can dial it: a masked number (98xxxxxx21) is shown, but only the server can dial its lead. */
export const isWholePhone = (phone: unknown): phone is string =>
  typeof phone === 'string' && phone !== '' && !/[x*]/i.test(phone);
