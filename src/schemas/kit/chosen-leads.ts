import type { AnyRow } from './resource';

/** Leads that one call changes: at most so many, in one transaction. */
export const mostChosenLeads = 1000;

export interface ChosenLeads {
  readonly lead_ids?: readonly string[];
  /** The query of a leads list without its page: all that match. */
  readonly query?: Readonly<AnyRow>;
}

/** Of a body: leads by their ids, or all that match a list's query; one of the two. */
export const chosenLeads = {
  lead_ids: {
    type: 'array',
    items: { type: 'string', maxLength: 26 },
    minItems: 1,
    maxItems: mostChosenLeads,
    uniqueItems: true,
  },
  query: { type: 'object', additionalProperties: true, properties: {} },
} as const;
