export type Values = Record<string, unknown>;
/** Rows by table, in the order in which they must be written. */
export interface LeadBatch {
  readonly leads: Values[];
  readonly lead_captures: Values[];
  readonly lead_owner_history: Values[];
  readonly calls: Values[];
  readonly call_actions: Values[];
  readonly follow_ups: Values[];
  readonly lead_favourites: Values[];
}
export const emptyBatch = (): LeadBatch => ({
  leads: [],
  lead_captures: [],
  lead_owner_history: [],
  calls: [],
  call_actions: [],
  follow_ups: [],
  lead_favourites: [],
});
