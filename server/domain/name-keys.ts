/**
 * Names as they sound, for comparing: 'Deepika', 'Dipika' and 'दीपिका' are alike. Indic scripts are read by their Unicode blocks,
 * which all have the same order of letters. Only for pairs that a person looks at, never for matching by itself.
 */
const blocks = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0b80, 0x0c00, 0x0c80, 0x0d00];
const vowels: Readonly<Record<number, string>> = {
  0x05: 'a',
  0x06: 'a',
  0x07: 'i',
  0x08: 'i',
  0x09: 'u',
  0x0a: 'u',
  0x0b: 'ri',
  0x0e: 'e',
  0x0f: 'e',
  0x10: 'ai',
  0x12: 'o',
  0x13: 'o',
  0x14: 'au',
};
const signs: Readonly<Record<number, string>> = {
  0x3e: 'a',
  0x3f: 'i',
  0x40: 'i',
  0x41: 'u',
  0x42: 'u',
  0x43: 'ri',
  0x46: 'e',
  0x47: 'e',
  0x48: 'ai',
  0x4a: 'o',
  0x4b: 'o',
  0x4c: 'au',
};
const consonants = 'k kh g gh n c ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v s s s h'.split(' ');
const virama = 0x4d;

/** Letters of Indic scripts as Latin ones; everything else stays. */
export function latin(text: string): string {
  let out = '';
  let open = false; // a consonant that has no vowel yet
  for (const char of text.normalize('NFC')) {
    const code = char.codePointAt(0) ?? 0;
    const block = blocks.find((start) => code >= start && code < start + 0x80);
    if (block === undefined) {
      out += char; // a word does not end with the vowel that is not written
      open = false;
      continue;
    }
    const at = code - block;
    const consonant = at >= 0x15 && at <= 0x39 ? consonants[at - 0x15] : undefined;
    if (consonant) {
      out += (open ? 'a' : '') + consonant;
      open = true;
    } else if (signs[at] || vowels[at]) {
      out += (signs[at] ? '' : open ? 'a' : '') + (signs[at] ?? vowels[at]);
      open = false;
    } else if (at === virama) open = false;
    else if (at >= 0x01 && at <= 0x03) {
      out += (open ? 'a' : '') + (at === 0x03 ? 'h' : 'n');
      open = false;
    }
  }
  return out;
}

const isIndic = (text: string): boolean => latin(text) !== text.normalize('NFC');

/** The words of a name as they sound, in lower case and in order. */
export function soundsLike(name: string): string[] {
  return latin(name)
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^a-z]+/)
    .map((word) =>
      word
        .replace(/ph/g, 'f')
        .replace(/([kgcjtdbs])h/g, '$1')
        .replace(/ee|ea|ii|y/g, 'i')
        .replace(/oo|ou/g, 'u')
        .replace(/w/g, 'v')
        .replace(/z/g, 'j')
        .replace(/q|ck/g, 'k')
        .replace(/x/g, 'ks')
        .replace(/(.)\1+/g, '$1')
        .replace(/(?<=..)a$/, ''),
    )
    .filter((word) => word.length > 1 && !titles.has(word));
}
const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'sri', 'smt', 'km', 'kum']);

/** Consonants only, without what scripts write differently: Tamil has one letter for k and g. */
export const skeleton = (name: string): string =>
  soundsLike(name)
    .map((word) =>
      word
        .replace(/[aeiou]/g, '')
        .replace(/g/g, 'k')
        .replace(/d/g, 't')
        .replace(/[bf]/g, 'p')
        .replace(/[jc]/g, 's')
        .replace(/h/g, ''),
    )
    .filter(Boolean)
    .sort()
    .join(' ');

/** Names that may be one name: written in two scripts, or at most one letter apart in a word. */
export function alike(one: string, other: string): boolean {
  const [a, b] = [soundsLike(one), soundsLike(other)];
  if (a.length < 2 || a.length !== b.length) return false;
  const [mine, theirs] = [[...a].sort(), [...b].sort()];
  if (isIndic(one) !== isIndic(other)) return skeleton(one) === skeleton(other);
  return mine.every((word, at) => word === theirs[at] || (word.length > 3 && isOneApart(word, theirs[at] ?? '')));
}

/** One letter more, less or other. */
export function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
