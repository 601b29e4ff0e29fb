/** A label as a sentence writes it: 'User Roles' becomes 'user roles'; 'SMS template' and 'WhatsApp number' keep their capitals. */
export const inSentence = (label: string): string => label.replaceAll(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase());

/** The same with its article: 'an API key', 'a user role', 'an SMS template'. */
export function oneInSentence(label: string): string {
  const isSpokenWithVowel = /^(?:[AEIOaeio]|[FHLMNRSX][A-Z])/.test(label);
  return `${isSpokenWithVowel ? 'an' : 'a'} ${inSentence(label)}`;
}
