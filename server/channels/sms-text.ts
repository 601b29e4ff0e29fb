import type { Outgoing } from './sender';

/** What an SMS says, to whom, and how it is registered. */
export interface SmsText {
  readonly to: string;
  readonly body: string;
  readonly from?: string;
  readonly dlt?: Outgoing['dlt'];
  /** Where the provider can report what became of it. */
  readonly reportTo?: string;
}

/** Numbers are kept as E.164; one of ten digits is Indian (D-102). */
export const withCountry = (to: string): string => (/^\d{10}$/.test(to) ? `+91${to}` : to);
