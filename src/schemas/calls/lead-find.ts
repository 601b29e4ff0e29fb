import { dataOf, defineCall } from '../kit/call';

/** Looks for the leads of pasted phones and emails, up to 5,000. The list of leads shows them with `found=` and the id. */
export const leadFind = defineCall({
  name: 'lead-find',
  wire: 'POST leads/find',
  access: { rule: { code: 'LEADS', level: 1 } },
  as: 'update',
  data: dataOf<LeadsFound>(),
  body: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', title: 'Text', minLength: 1, maxLength: 600_000 } },
  },
});
/** What such a search of the reader found. */
export const leadFound = defineCall({
  name: 'lead-found',
  wire: 'GET leads/find/{id}',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LeadsFound>(),
});
export interface LeadsFound {
  readonly id: string;
  /** Different phones and emails. */
  readonly asked: number;
  /** Leads that one of them belongs to and that the reader can see. */
  readonly found: number;
  /** Those without a lead, as they were written. */
  readonly missing: readonly string[];
}
