import { sinceEver } from '../../src/schemas/kit/college-columns';
import type { Cell } from '../../src/schemas/kit/cells';

/**
 * What is counted of colleges, as the reports count it: new leads for every college that they came for, applications and enrolments
 * for the lead's own college ('First choice').
 */
export function collegeCells(colleges: readonly string[], today: string) {
  const since = { from: sinceEver, to: today };
  const [any, own] = [{ any_college: colleges }, { college: colleges }];
  return {
    leads_this_month: { measure: 'L1', from: `${today.slice(0, 8)}01`, to: today, values: any },
    leads: { measure: 'S2', from: today, to: today, values: own },
    shortlisted: { measure: 'K1', ...since, values: any },
    not_interested: { measure: 'K2', ...since, values: any },
    applications: { measure: 'P2', ...since, values: own },
    enrolled: { measure: 'P4', ...since, values: own },
  } as const satisfies Readonly<Record<string, Cell>>;
}
