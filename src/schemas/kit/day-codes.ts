/** What a day of attendance is, in the report's grid: one of the first six, and late or early in addition. */
export const dayCodes = ['P', 'A', 'H', 'L', 'WO', 'HO', 'LT', 'ED'] as const;
export type DayCode = (typeof dayCodes)[number];

export const dayCodeWords: Readonly<Record<DayCode, string>> = {
  P: 'Present',
  A: 'Absent',
  H: 'Half day',
  L: 'Leave',
  WO: 'Week-off',
  HO: 'Holiday',
  LT: 'Late',
  ED: 'Left early',
};
