import { accessCodes, pairedCodes, type AccessCode } from '../../../schemas/kit/access-codes';
import { recordsIn } from '../../../schemas/kit/is-record';

/** The names of the levels (D-003). */
export const levelWords = { 1: 'Read', 2: 'Create', 3: 'Change', 4: 'Delete', 5: 'Export and bulk', 6: 'Open' } as const;
export type LevelNumber = keyof typeof levelWords;
export const levelNumbers = [6, 1, 2, 3, 4, 5] as const satisfies readonly LevelNumber[];

export const permissionRows = (value: unknown): { code: string; levels: string[] }[] =>
  entriesOf(value).map(({ code, level }) => ({ code, levels: level.map((one) => levelWords[one]) }));

/** The permission list of a record without invalid entries. */
export function entriesOf(value: unknown): { code: string; level: LevelNumber[] }[] {
  return recordsIn(value).flatMap(({ code, level }) =>
    typeof code === 'string'
      ? [{ code, level: (Array.isArray(level) ? level : []).filter((one): one is LevelNumber => one in levelWords) }]
      : [],
  );
}

/** The rows of the matrix: a code, or a pair of which a user needs both (D-006). */
export const matrixRows: readonly (readonly AccessCode[])[] = accessCodes.flatMap((code): (readonly AccessCode[])[] => {
  const pair = pairedCodes.find((one) => one.includes(code));
  return pair ? (pair[0] === code ? [pair] : []) : [[code]];
});

/** How many of the row's codes have the level: all, some or none. */
export function held(value: unknown, codes: readonly string[], level: LevelNumber): 'all' | 'some' | 'none' {
  const entries = entriesOf(value);
  const count = codes.filter((code) => entries.some((entry) => entry.code === code && entry.level.includes(level))).length;
  return count === codes.length ? 'all' : count ? 'some' : 'none';
}

/** The list after a checkbox of a row was changed, for all codes of the row; codes without a level are removed. */
export function toggled(
  value: unknown,
  codes: readonly string[],
  level: LevelNumber,
  on: boolean,
): { code: string; level: LevelNumber[] }[] {
  const entries = entriesOf(value);
  const changed = codes.map((code) => {
    const own = entries.find((entry) => entry.code === code)?.level ?? [];
    return { code, level: on ? [...new Set([...own, level])].sort() : own.filter((one) => one !== level) };
  });
  return [...entries.filter(({ code }) => !codes.includes(code)), ...changed]
    .filter((entry) => entry.level.length)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
