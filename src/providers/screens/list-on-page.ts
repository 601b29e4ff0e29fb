import { useEffect } from 'react';
import type { CallValues } from '../calls/call';

/** A list of leads, or of what belongs to leads, as its page shows it. */
export interface ShownRows {
  readonly resource: { readonly name: string };
  readonly rows: readonly { readonly id: string | number; readonly lead_id?: string }[];
  readonly state: { readonly page: number; readonly size: number; readonly after?: string; readonly before?: string };
  readonly total: number | undefined;
  readonly totalExact: boolean;
  readonly next: string | undefined;
  readonly prev: string | undefined;
  readonly query: CallValues;
}
/** Without rows it is the user's day. */
export interface ShownList {
  readonly title: string;
  readonly address: string;
  readonly rows: ShownRows | undefined;
}

/** The list on the page now. */
export const shownList: { now?: ShownList | undefined } = {};

/** Says which list is on the page. A lead that is opened next was opened from it (ui/leads/work-list). */
export function useShownList(title: string, rows?: ShownRows): void {
  useEffect(() => {
    shownList.now = { title, address: location.pathname + location.search, rows };
  });
}

/** The lead that was opened last in this tab, as session storage has it: a list to which the user returns begins at its row. */
export const lastLead = 'lastLead';
