import type { DeliveryState, DisputeState, StageBucket } from '../kit/deliveries';
import { deliveryStates } from '../kit/deliveries';
import { dataOf, defineCall } from '../kit/call';

export interface TestDelivery {
  readonly state: DeliveryState;
  /** Why it would not be accepted. */
  readonly reason: string | null;
  /** The fields of the lead that would be stored, after the mapping. */
  readonly lead: readonly { readonly field: string; readonly value: string }[];
}
/** Goes the way of a delivered lead, up to the point of storing it: what would become of these values. */
export const publisherTestLead = defineCall({
  name: 'publisher-test-lead',
  wire: 'POST publishers/{id}/test-lead',
  access: { code: 'Publisher', level: 3 },
  as: 'update',
  outside: true,
  data: dataOf<TestDelivery>(),
  body: {
    type: 'object',
    required: ['values'],
    additionalProperties: false,
    properties: { values: { type: 'object' } },
  },
  examples: [{ body: { values: { name: 'Ananya Rao', phone: '9876543210' } } }],
});

/** Our answer to a publisher's objection: agreed, and the lead counts as accepted; or declined, and it stays what it was. */
export const publisherDisputeAnswer = defineCall({
  name: 'publisher-dispute-answer',
  wire: 'PUT publisher-leads/{id}/dispute',
  access: { code: 'Publisher', level: 3 },
  as: 'update',
  body: {
    type: 'object',
    required: ['agreed', 'answer'],
    additionalProperties: false,
    properties: {
      agreed: { type: 'boolean', title: 'Agreed' },
      answer: { type: 'string', title: 'Answer', minLength: 1, maxLength: 1000 },
    },
  },
  examples: [{ body: { agreed: true, answer: 'The number was mistyped by us.' } }],
});

/** A delivered lead as its publisher sees it: what it sent, masked. */
export interface PartnerLead {
  readonly id: string;
  readonly delivered_at: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly college: string | null;
  readonly state: DeliveryState;
  readonly reason: string | null;
  readonly bucket: StageBucket | null;
  /** A duplicate or an invalid lead that is stored; the publisher sends again what was refused at once. */
  readonly disputable: boolean;
  readonly dispute_state: DisputeState | null;
  readonly dispute_text: string | null;
  readonly dispute_answer: string | null;
}
export const partnerLeadsPerPage = 25;
const askedLeads = {
  state: { type: 'string', enum: deliveryStates },
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
} as const;
/** The leads of the publisher whose sign-in this is, newest first. */
export const partnerLeads = defineCall({
  name: 'partner-leads',
  wire: 'GET partner/leads?state,from,to,page',
  access: 'partner',
  as: 'read',
  data: dataOf<readonly PartnerLead[]>(),
  members: dataOf<{ readonly total: number }>(),
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...askedLeads,
      page: { type: 'integer', minimum: 1, maximum: 100000, default: 1 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'array' }, total: { type: 'integer' } } },
});

export const mostExportedLeads = 5000;
/** The same leads as the text of a CSV file; more than 5,000 are refused. */
export const partnerExport = defineCall({
  name: 'partner-export',
  wire: 'GET partner/leads/export?state,from,to',
  access: 'partner',
  as: 'read',
  limit: 'export',
  data: dataOf<{ readonly csv: string }>(),
  query: { type: 'object', additionalProperties: false, properties: askedLeads },
  reply: { type: 'object', properties: { data: { type: 'object', properties: { csv: { type: 'string' } } } } },
});

/** What a publisher delivered in one month of the organisation, and what is due for it at the rate of today. */
export interface StatementMonth {
  /** '2027-03' */
  readonly month: string;
  readonly accepted: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly enrolled: number;
  readonly payable: number | null;
}
/** The last twelve months with leads, the latest first. */
export const partnerStatement = defineCall({
  name: 'partner-statement',
  wire: 'GET partner/statement',
  access: 'partner',
  as: 'read',
  data: dataOf<readonly StatementMonth[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});

export interface PartnerFigures {
  readonly publisher: string;
  readonly leads_today: number;
  readonly leads_month: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly refused: number;
  readonly enrolled: number;
  readonly payable: number | null;
}
export const partnerFigures = defineCall({
  name: 'partner-figures',
  wire: 'GET partner/figures',
  access: 'partner',
  as: 'read',
  data: dataOf<PartnerFigures>(),
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});

/** Objects to a duplicate or an invalid lead, once. */
export const partnerDispute = defineCall({
  name: 'partner-dispute',
  wire: 'POST partner/leads/{id}/dispute',
  access: 'partner',
  as: 'update',
  bodyLimit: 4 * 1024 * 1024,
  files: 'proof',
  body: {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: {
      text: { type: 'string', title: 'Why you disagree', minLength: 1, maxLength: 1000 },
      // A data URL of a PDF, PNG or JPEG.
      proof: { type: 'string', title: 'Proof', maxLength: 3_000_000 },
    },
  },
  examples: [{ body: { text: 'The student confirmed the enquiry to us by phone.' } }],
});
