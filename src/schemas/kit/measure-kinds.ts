export type Unit = 'count' | 'percent' | 'seconds' | 'minutes' | 'hours' | 'days' | 'rupees' | 'moment' | 'text';
/** The list in which a number opens; 'acts': the list of acts. */
export type Opens =
  | 'leads'
  | 'calls'
  | 'follow-ups'
  | 'call-actions'
  | 'lead-captures'
  | 'orders'
  | 'payments'
  | 'queries'
  | 'auth-logs'
  | 'campaign-costs'
  | 'colleges'
  | 'acts';
export interface Measure {
  readonly label: string;
  /** The sentence behind the '?'. */
  readonly definition: string;
  readonly unit: Unit;
  readonly opens: Opens;
  /** For those who see orders. */
  readonly money?: true;
  /** A smaller number is better. */
  readonly lessIsBetter?: true;
  /** Has a column only where there is something to show. */
  readonly ifAny?: true;
}

export const count = (label: string, opens: Opens, definition: string): Measure => ({ label, definition, unit: 'count', opens });
export const percent = (label: string, opens: Opens, definition: string): Measure => ({
  label,
  definition,
  unit: 'percent',
  opens,
});
export const cost = (label: string, definition: string): Measure => ({
  label,
  definition,
  unit: 'rupees',
  opens: 'campaign-costs',
  money: true,
  lessIsBetter: true,
  ifAny: true,
});
export const seconds = (label: string, opens: Opens, definition: string): Measure => ({
  label,
  definition,
  unit: 'seconds',
  opens,
});
