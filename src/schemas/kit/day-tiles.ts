import type { ReportColumn } from './report';

/** The numbers of a counsellor's day. */
export const dayTiles: readonly ReportColumn[] = [
  { measure: 'L3' },
  { measure: 'L5' },
  { measure: 'A2' },
  { measure: 'A3' },
  { measure: 'C1' },
  { measure: 'C2' },
  { measure: 'C4' },
  { measure: 'C5' },
  { measure: 'C9' },
  { measure: 'F2' },
  { measure: 'F3' },
  { measure: 'F5' },
  { measure: 'P1' },
  { measure: 'P4' },
  { measure: 'W1' },
  { measure: 'W2' },
];
