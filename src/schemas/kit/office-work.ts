import { documentRecords, orderRecords, paymentRecords, queryRecords } from './named-resources';

/** What waits in the office: records in one state, counted for those who may list them, and listed at `path`. */
export interface OfficeWork {
  readonly group: string;
  readonly title: string;
  readonly of: typeof orderRecords | typeof paymentRecords | typeof documentRecords | typeof queryRecords;
  /** A filter of that list, and the value it is narrowed to. */
  readonly field: 'status' | 'state' | 'application_state';
  readonly value: string;
}
const order = (title: string, value: string): OfficeWork => ({
  group: 'Orders',
  title,
  of: orderRecords,
  field: 'status',
  value,
});
const application = (title: string, value: string): OfficeWork => ({
  group: 'Orders by application',
  title,
  of: orderRecords,
  field: 'application_state',
  value,
});

export const officeWork = {
  orders_created: order('Initiated', 'created'),
  orders_pending: order('Payment pending', 'pending'),
  orders_failed: order('Payment failed', 'failed'),
  submitted: application('Submitted', 'submitted'),
  under_review: application('Under review', 'under_review'),
  documents_pending: application('Documents pending', 'documents_pending'),
  payments: { group: 'Payments', title: 'Waiting for approval', of: paymentRecords, field: 'state', value: 'pending_approval' },
  documents: { group: 'Documents', title: 'To verify', of: documentRecords, field: 'state', value: 'uploaded' },
  queries: { group: 'Applicant queries', title: 'Open', of: queryRecords, field: 'state', value: 'open' },
} as const satisfies Readonly<Record<string, OfficeWork>>;

export type OfficeWorkId = keyof typeof officeWork;
export const officeWorkIds = Object.keys(officeWork).filter((id): id is OfficeWorkId => id in officeWork);
/** How many records wait, without what the reader may not list. */
export type OfficeCounts = Readonly<Partial<Record<OfficeWorkId, number>>>;
