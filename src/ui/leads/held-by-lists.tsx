import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { listsOfLead, takeFromList, type ListOfLead } from '../../schemas/calls/dialer-leads';
import { toasts } from '../toasts/toasts';
import './held-by.css';

/** The lists that hold this lead, and taking it out of one. */
export function HeldBy({ leadId }: { leadId: string }): ReactNode {
  const client = useQueryClient();
  const mayTake = useMayDo(takeFromList)('update');
  const { data: held = [] } = useCall(listsOfLead, { id: leadId }, { retry: false });
  const [taking, setTaking] = useState<string>();
  const take = async (list_key: string): Promise<void> => {
    setTaking(list_key);
    try {
      const { message } = await call(takeFromList, { list_key, lead_id: leadId });
      toasts.success(message ?? 'The lead was taken out of the list.');
      await client.invalidateQueries({ queryKey: callKey(listsOfLead) });
    } catch (error) {
      toasts.error(error);
    }
    setTaking(undefined);
  };
  if (!held.length) return null;
  return (
    <ul className="p-held-by" aria-label="Lists with this lead">
      {held.map(({ key, value, state }) => (
        <li key={key}>
          <span className="p-cut">{value}</span> <span className="p-quiet">{words[state]}</span>
          {mayTake && state !== 'dialling' ? (
            <Button
              size="small"
              type="text"
              loading={taking === key}
              aria-label={`Take out of ${value}`}
              onClick={() => void take(key)}
            >
              Take out
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const words: Readonly<Record<ListOfLead['state'], string>> = {
  queued: 'waiting',
  dialling: 'being called',
  done: 'called',
  exhausted: 'not reached',
  skipped: 'left out',
};
