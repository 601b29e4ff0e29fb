/** Is the value one of these? For lists of known words, asked about a word from outside. */
export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  const all: readonly unknown[] = list;
  return all.includes(value);
}
