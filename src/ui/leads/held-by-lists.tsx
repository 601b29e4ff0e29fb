import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { deleteRow, listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import type { dialerListLeads } from '../../schemas/automation/dialer-list-leads';
import type { dialerLists } from '../../schemas/automation/dialer-lists';
import type { Choice } from '../../schemas/kit/wire-types';
import { toasts } from '../toasts/toasts';
import './held-by.css';

const entries = listOf<typeof dialerListLeads>('dialer-list-leads');

/** The lists that hold this lead, and taking it out of one. */
export function HeldBy({ leadId, lists }: { leadId: string; lists: readonly Choice<typeof dialerLists>[] }): ReactNode {
  const client = useQueryClient();
  const mayTake = useMayDo('dialer-list-leads')('delete');
  const values = { lead_id: leadId, _start: 0, _end: 50 };
  const { data = [] } = useCall(entries, values, { retry: false });
  const [taking, setTaking] = useState<string>();
  const take = async (id: string): Promise<void> => {
    setTaking(id);
    try {
      await deleteRow<typeof dialerListLeads>('dialer-list-leads', id);
      await client.invalidateQueries({ queryKey: callKey(entries) });
    } catch (error) {
      toasts.error(error);
    }
    setTaking(undefined);
  };
  const held = data.flatMap((entry) => {
    const name = lists.find(({ key }) => key === entry.list_key)?.value;
    return name === undefined ? [] : [{ ...entry, name }];
  });
  if (!held.length) return null;
  return (
    <ul className="p-held-by" aria-label="Lists with this lead">
      {held.map(({ id, name, state }) => (
        <li key={id}>
          <span className="p-cut">{name}</span> <span className="p-quiet">{words[state ?? 'queued']}</span>
          {mayTake && state !== 'dialling' ? (
            <Button size="small" type="text" loading={taking === id} aria-label={`Take out of ${name}`} onClick={() => void take(String(id))}>
              Take out
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const words = {
  queued: 'waiting',
  dialling: 'being called',
  done: 'called',
  exhausted: 'tried in vain',
  skipped: 'left out',
} as const;
