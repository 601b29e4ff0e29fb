import { dataOf, defineCall } from '../kit/call';
import { chosenLeads } from '../kit/chosen-leads';

/** Puts leads into a dialer list by hand: chosen ones at once, all that match a list's query in the background. */
export const queueLeads = defineCall({
  name: 'dialer-queue-leads',
  wire: 'POST dialer/list/leads',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<LeadsQueued>(),
  body: {
    type: 'object',
    required: ['list_key'],
    properties: {
      ...chosenLeads,
      list_key: { type: 'string', title: 'List', minLength: 1, maxLength: 40 },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});
/** The active lists with this lead, by name, and what came of it there. */
export const listsOfLead = defineCall({
  name: 'dialer-lists-of-lead',
  wire: 'GET leads/{id}/dialer-lists',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<readonly ListOfLead[]>(),
});
/** Takes a lead out of a list, unless it is being called from there. */
export const takeFromList = defineCall({
  name: 'dialer-take-from-list',
  wire: 'POST dialer/list/leads/remove',
  access: { code: 'LEADS' },
  as: 'update',
  body: {
    type: 'object',
    required: ['list_key', 'lead_id'],
    properties: {
      list_key: { type: 'string', title: 'List', minLength: 1, maxLength: 40 },
      lead_id: { type: 'string', title: 'Lead', minLength: 1, maxLength: 26 },
    },
  },
});
/** Puts the leads that match a dialer rule now into its lists, those that the caller sees, in the background. */
export const queueByRule = defineCall({
  name: 'dialer-queue-rule',
  wire: 'POST dialer/config/{id}/leads',
  access: { rule: 'org' },
  as: 'update',
  data: dataOf<{ readonly job_id: string }>(),
  body: { type: 'object', properties: { client_ref: { type: 'string', maxLength: 60 } } },
});

/** `data` of `dialer-queue-leads`: what became of the chosen leads, or the job that works on all that match. */
export interface LeadsQueued {
  readonly job_id?: string;
  /** New in the list. */
  readonly added: number;
  /** Called or given up before, and waiting again. */
  readonly again: number;
  /** Waiting there already. */
  readonly waiting: number;
}
export interface ListOfLead {
  readonly key: string;
  readonly value: string;
  readonly state: 'queued' | 'dialling' | 'done' | 'exhausted' | 'skipped';
}
