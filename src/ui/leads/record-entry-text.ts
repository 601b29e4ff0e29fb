import type { RecordEntry } from '../../schemas/kit/lead-journey';
import { shortTime } from '../time/dates';

/** What happened to another record of the lead, as what follows a person's name: 'added a note'. */
export function recordEntryText(entry: RecordEntry): string {
  switch (entry.kind) {
    case 'message':
      return entry.direction === 'in' ? 'received a WhatsApp message' : messageVerbs[entry.channel];
    case 'note':
      return entry.pinned ? 'pinned a note' : 'added a note';
    case 'application': {
      const which = ['application', entry.application_no].filter(Boolean).join(' ');
      return entry.old === null ? `started ${which}` : `moved ${which} from ${spaced(entry.old)} to ${spaced(entry.state)}`;
    }
    case 'payment':
      return `entered a payment of ${money(entry.amount, entry.currency)}`;
    case 'document':
      return `${documentVerbs[entry.state ?? ''] ?? `marked as ${spaced(entry.state)}`} ${entry.document_name ?? 'a document'}`;
    case 'meeting':
      return `${entry.moved ? 'moved' : (meetingVerbs[entry.state ?? ''] ?? 'changed')} the meeting ${entry.moved ? 'to' : 'of'} ${shortTime(entry.starts_at)}`;
    case 'college':
      return `${collegeVerbs[entry.relation ?? ''] ?? spaced(entry.relation)} ${entry.clg_name ?? 'a college'}`;
  }
}

/** '₹ 1,25,000'; '₹ –' where the amount is hidden from the role. */
export const money = (amount: number | null, currency: string | null = 'INR'): string =>
  `${currency === 'INR' || currency === null ? '₹' : currency} ${amount?.toLocaleString('en-IN') ?? '–'}`;
/** 'not_interested' as 'not interested'; '–' where it is hidden from the role. */
export const spaced = (text: string | null): string => text?.replaceAll('_', ' ') ?? '–';

const messageVerbs = { whatsapp: 'wrote on WhatsApp', sms: 'sent an SMS', email: 'sent an email' } as const;
const documentVerbs: Readonly<Record<string, string>> = {
  uploaded: 'uploaded',
  verified: 'verified',
  rejected: 'rejected',
  re_upload: 'asked again for',
};
const meetingVerbs: Readonly<Record<string, string>> = {
  scheduled: 'arranged',
  done: 'held',
  missed: 'missed',
  cancelled: 'cancelled',
};
const collegeVerbs: Readonly<Record<string, string>> = {
  recommended: 'recommended',
  shortlisted: 'shortlisted',
  not_interested: 'noted no interest in',
};
