import { counted } from '../../src/schemas/kit/counted';
import { invalid } from '../../src/schemas/kit/problem';
import { unguarded } from './formula-guard';

/** The column names of the first row, empty ones at the end dropped. Throws Problem 422 that says which line and why. */
export function checkHeaders(row: { readonly line: number; readonly cells: readonly string[] }, most: number): string[] {
  const names = row.cells.map((cell) => unguarded(cell).trim());
  while (names.at(-1) === '') names.pop();
  const wrong = wrongHeader(names, most);
  if (wrong) throw invalid('file', `Line ${row.line}: ${wrong}`);
  return names;
}

function wrongHeader(names: readonly string[], most: number): string | undefined {
  if (names.length > most)
    return `the file has ${counted(names.length, 'column')}; the maximum is ${most}. Remove the columns you do not need.`;
  if (!names.length) return 'there are no column names.';
  if (names.some(looksLikeData))
    return 'this looks like a lead, not like column names. The first line must contain the column names.';
  const empty = names.indexOf('');
  if (empty >= 0) return `column ${empty + 1} has no name.`;
  const long = names.findIndex((name) => name.length > 200);
  if (long >= 0) return `the name of column ${long + 1} is longer than 200 characters.`;
  const seen = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    const first = seen.get(name.toLowerCase());
    if (first !== undefined) return `the column name '${name}' appears twice, in columns ${first + 1} and ${at + 1}.`;
    seen.set(name.toLowerCase(), at);
  }
  return undefined;
}

function looksLikeData(name: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(name) || /^\+?[\d\s()-]{7,20}$/.test(name);
}
