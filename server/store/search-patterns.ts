/**
 * What someone typed as LIKE patterns, one per word, all of which must match. A word of one or two letters is looked for at the
 * beginning of words, so that it too can use the trigram index; the search text has a blank before each field.
 */
export function searchPatterns(q: string): string[] {
  const words = [...new Set(q.toLowerCase().replaceAll('\0', '').split(/\s+/).filter(Boolean))].slice(0, 6);
  return words.map((word) => (word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`));
}

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
