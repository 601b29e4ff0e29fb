/** As many phones and emails can be looked for at once. */
export const mostContacts = 5000;

/** The longest email. A longer text is neither, and is not matched: the time that takes grows with the square of its length. */
const longest = 254;
const isPhone = (text: string): boolean => /^\+?\d{8,15}$/.test(text.replaceAll(/[\s().-]/g, ''));
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isContact = (text: string): boolean => text.length <= longest && (isPhone(text) || isEmail(text));

/** The different phones and emails of a text, as they were written: between commas, semicolons, lines, or spaces. */
export function contactsIn(text: string): string[] {
  const pieces = text.split(/[,;\n\r\t|]+/).flatMap((piece) => {
    const whole = piece.trim();
    return isContact(whole) ? [whole] : whole.split(/\s+/);
  });
  return [...new Set(pieces.filter(Boolean))];
}

/** Whether a text is a list of contacts rather than words to search for. */
export function isSeveralContacts(text: string): boolean {
  const pieces = contactsIn(text);
  const contacts = pieces.filter(isContact).length;
  return contacts > 1 && contacts * 2 > pieces.length;
}
