import { browserStored, readJson } from './stored';

/** Which reports this browser opened last, the newest first, and which are favourites. */
const openedKey = 'openedReports';
const favouriteKey = 'favouriteReports';

const read = (key: string): string[] => {
  const known = readJson(browserStored.read(key));
  return Array.isArray(known) ? known.map(String) : [];
};

export const openedReports = (): readonly string[] => read(openedKey);
export const favouriteReports = (): readonly string[] => read(favouriteKey);

export function noteOpened(name: string): void {
  browserStored.write(openedKey, JSON.stringify([name, ...read(openedKey).filter((one) => one !== name)].slice(0, 30)));
}

export function toggleFavourite(name: string): readonly string[] {
  const known = read(favouriteKey);
  const next = known.includes(name) ? known.filter((one) => one !== name) : [...known, name];
  browserStored.write(favouriteKey, JSON.stringify(next));
  return next;
}
