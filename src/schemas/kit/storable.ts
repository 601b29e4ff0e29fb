/** Text that no database column holds: NUL, or half of a surrogate pair. */
export const unstorableText = /[\0\p{Surrogate}]/u;
const unstorable = new RegExp(unstorableText, 'gu');

/** What a column holds of a text from outside: its first characters, none of them cut in half. */
export const storable = (text: string, most: number): string => text.slice(0, most).replaceAll(unstorable, '');
