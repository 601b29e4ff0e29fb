import type { Secrets } from '../store/secrets';

export interface PaymentReport {
  readonly reference: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly state: 'captured' | 'failed';
  readonly method?: string;
}
/** What a payment provider must be able to do. `reference` names order and tenant and is part of every report. */
export interface PaymentProvider {
  readonly name: string;
  /** What the checkout in the applicant's browser needs. */
  open(order: {
    readonly reference: string;
    readonly amount: number;
    readonly currency: string;
    /** The only methods to offer; empty: all. */
    readonly methods: readonly string[];
  }): Promise<unknown>;
  /** Did the provider say this? */
  isGenuine(report: PaymentReport, signature: string): boolean;
}

/** The built-in provider: no money moves; with the server's secret a payment can be reported. */
export function sandboxPayments(secrets: Secrets): PaymentProvider {
  return {
    name: 'sandbox',
    open: async (order) => ({ ...order, key: 'sandbox' }),
    isGenuine: (report, signature) => secrets.verify('payments sandbox', signedText(report), signature),
  };
}
const signedText = ({ reference, payment_id: id, amount, state }: PaymentReport): string =>
  [reference, id, amount, state].join('|');
