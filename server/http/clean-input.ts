import { problem } from '../../src/schemas/kit/problem';
import { unstorableText } from '../../src/schemas/kit/storable';

const deepest = 20;

/** Throws 422 for what no field can hold: more than 20 levels, NUL characters and broken characters (TRUST-S27). */
export function checkInput(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    // An attached file is decoded, not stored as text; looking through megabytes of it would hold everyone up.
    if (value.length > 100_000 && value.startsWith('data:')) return;
    if (unstorableText.test(value)) throw problem(422, 'The text contains a character that cannot be stored.');
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= deepest) throw problem(422, `The data is nested more than ${deepest} levels deep.`);
    for (const [name, inner] of Object.entries(value)) {
      if (unstorableText.test(name)) throw problem(422, 'A name contains a character that cannot be stored.');
      checkInput(inner, depth + 1);
    }
  }
}
