import { unstorableText } from '../../src/schemas/kit/storable';

const unstorable = new RegExp(unstorableText, 'gu');

/** What a column holds of a text from outside: its first characters, none of them cut in half. */
export const storable = (text: string, most: number): string => text.slice(0, most).replaceAll(unstorable, '');
