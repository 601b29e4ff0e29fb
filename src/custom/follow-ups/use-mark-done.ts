import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { markDone, refreshLeadWork } from '../../providers/calls/lead-calls';
import type { List } from '../../resources/list/use-list';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { sayDone } from '../../ui/leads/follow-up-done';

/** Marks a follow-up done: its row disappears at once, and returns if the server refuses or on Undo. */
export function useMarkDone(found: List<FollowUp>): { readonly list: List<FollowUp>; readonly finish: (row: FollowUp) => void } {
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const finish = async (row: FollowUp): Promise<void> => {
    const comeBack = (): void => setGone((before) => new Set([...before].filter((id) => id !== row.id)));
    setGone((before) => new Set([...before, row.id]));
    try {
      sayDone(client, (await markDone(row.call_action_id ?? row.id, 'followup_list')).data, comeBack);
    } catch (error) {
      console.error('follow-up could not be marked done', error);
      comeBack();
    }
    refreshLeadWork(client);
  };
  const rows = found.rows.filter(({ id }) => !gone.has(id));
  return { list: rows.length === found.rows.length ? found : { ...found, rows }, finish: (row) => void finish(row) };
}
