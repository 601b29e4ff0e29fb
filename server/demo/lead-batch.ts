import type { AnyRow } from '../../src/schemas/kit/resource';

/** Rows by table, in the order in which they must be written. */
export type LeadBatch = ReturnType<typeof emptyBatch>;
export const emptyBatch = () => {
  const rows = (): AnyRow[] => [];
  return {
    leads: rows(),
    lead_captures: rows(),
    lead_owner_history: rows(),
    calls: rows(),
    call_actions: rows(),
    follow_ups: rows(),
    lead_favourites: rows(),
  };
};
