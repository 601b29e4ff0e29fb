import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { addRow, rowsOf } from '../../providers/calls/records';
import { refreshLeadWork, useLead } from '../../providers/calls/lead-calls';
import { useSession } from '../../providers/session/session';
import { useMayDo } from '../../providers/rights';
import type { leads } from '../../schemas/leads/leads';
import { shortTime } from '../../ui/time/dates';
import { messageOf } from '../../ui/page/states';
import { leadPath } from '../../schemas/kit/lead-page';

export interface Caller {
  readonly id: string;
  readonly name: string | null;
}

/** Who calls: stage, owner and follow-up of a known lead; of an unknown number the leads that have it, or a new one. */
export function CallerLead(props: {
  caller: Caller | null;
  phone: string | null;
  onCaller: (caller: Caller) => void;
}): ReactNode {
  const { caller, phone, onCaller } = props;
  return caller ? <Known id={caller.id} /> : phone ? <Unknown phone={phone} onCaller={onCaller} /> : null;
}

function Known({ id }: { id: string }): ReactNode {
  const { data: lead } = useLead(id);
  const me = useSession()?.user.id;
  if (!lead) return null;
  const owner = lead._labels?.['user_id'];
  const facts = [
    [lead.last_callaction_btn_message, lead.last_callaction_sub_stage].filter(Boolean).join(', '),
    lead.next_followup_at ? `follow-up ${shortTime(lead.next_followup_at)}` : '',
    lead.user_id && lead.user_id !== me ? `with ${owner ?? 'another owner'}` : '',
    lead.last_callaction_message ?? '',
  ].filter(Boolean);
  return (
    <p className="p-call-facts">
      {facts.join(' · ') || 'No work on this lead yet'} <Link to={leadPath(id)}>Open lead</Link>
    </p>
  );
}

function Unknown({ phone, onCaller }: { phone: string; onCaller: (caller: Caller) => void }): ReactNode {
  const client = useQueryClient();
  const mayAdd = useMayDo('leads')('create');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const { data: found } = useQuery({
    queryKey: ['caller', phone],
    queryFn: () => rowsOf<typeof leads>('leads', { q: phone.slice(-10), _start: 0, _end: 5 }),
    retry: false,
  });
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!name.trim() || busy) return;
    setBusy(true);
    try {
      onCaller(await addRow<typeof leads>('leads', { name: name.trim(), phone }));
      void refreshLeadWork(client);
    } catch (error) {
      setRefused(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="p-call-unknown">
      {found?.length ? (
        <div role="group" aria-label="Leads with this number">
          {found.map((lead) => (
            <Button key={lead.id} size="small" onClick={() => onCaller(lead)}>
              {lead.name}
            </Button>
          ))}
        </div>
      ) : null}
      {mayAdd ? (
        <form onSubmit={(event) => void add(event)}>
          <Input
            value={name}
            maxLength={120}
            placeholder="Name of the new lead"
            aria-label="Name of the new lead"
            onChange={({ target }) => setName(target.value)}
          />
          <Button htmlType="submit" disabled={!name.trim()} loading={busy}>
            Add lead
          </Button>
        </form>
      ) : null}
      {refused ? <p role="alert">{refused}</p> : null}
    </div>
  );
}
