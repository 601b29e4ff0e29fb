import type { AskedColumns } from './asked-column';
import { leadRecords } from './named-resources';

/** The college's leads that a measure counted; `from` and `to` are days, or stand for one (AskedColumn.opens). */
const counted = (measure: string, from: string, dimension: 'any_college' | 'college') =>
  `/leads?type=all&cell=${measure}%3B${from}%3B{today}%3B${dimension}%3D{id}` as const;

/** The first day that figures of all time count from. */
export const sinceEver = '2000-01-01';

/** What the list of colleges shows besides their fields: of the leads that the reader sees. */
export const collegeAsked = {
  commission_rate: { title: 'Commission', from: 'commission', shown: true, width: 120 },
  leads_this_month: {
    title: 'Leads this month',
    of: leadRecords,
    shown: true,
    width: 140,
    opens: counted('L1', '{month}', 'any_college'),
  },
  applications: {
    title: 'Applications',
    of: leadRecords,
    shown: true,
    width: 116,
    opens: counted('P2', sinceEver, 'college'),
  },
  enrolled: { title: 'Enrolled', of: leadRecords, shown: true, width: 90, opens: counted('P4', sinceEver, 'college') },
  push_state: { title: 'Lead push', of: leadRecords, from: 'lead_push_url', shown: true, width: 112 },
} as const satisfies AskedColumns<'commission' | 'lead_push_url'>;
