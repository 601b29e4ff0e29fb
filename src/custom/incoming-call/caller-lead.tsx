import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { addRow, listOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { refreshLeadWork, useLead } from '../../providers/calls/lead-calls';
import { useSession } from '../../providers/session/session';
import { useMayDo } from '../../providers/rights';
import type { leads } from '../../schemas/leads/leads';
import { shortTime } from '../../ui/time/dates';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { leadPath } from '../../schemas/kit/lead-page';

const leadList = listOf<typeof leads>('leads');

export interface Caller {
  readonly id: string;
  readonly name: string | null;
}

/**
 * The caller: stage, owner and follow-up of a known lead; for an unknown number a form for a new lead, or the leads that have the
 * number.
 */
export function CallerLead(props: {
  caller: Caller | null;
  phone: string | null;
  onCaller: (caller: Caller) => void;
  /** Hands the call over to the lead's owner; absent while that is not possible. */
  onTransfer: ((userId: string) => void) | undefined;
}): ReactNode {
  const { caller, phone, onCaller, onTransfer } = props;
  return caller ? <Known id={caller.id} onTransfer={onTransfer} /> : phone ? <Unknown phone={phone} onCaller={onCaller} /> : null;
}

function Known({ id, onTransfer }: { id: string; onTransfer: ((userId: string) => void) | undefined }): ReactNode {
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
      {onTransfer && lead.user_id && lead.user_id !== me ? (
        <Button size="small" onClick={() => onTransfer(String(lead.user_id))}>
          Transfer to {owner ?? 'the owner'}
        </Button>
      ) : null}
    </p>
  );
}

function Unknown({ phone, onCaller }: { phone: string; onCaller: (caller: Caller) => void }): ReactNode {
  const client = useQueryClient();
  const mayAdd = useMayDo('leads')('create');
  const form = useScreenForm({
    values: { name: '' },
    save: async ({ name }) => {
      onCaller(await addRow<typeof leads>('leads', { name: name.trim(), phone }));
      refreshLeadWork(client);
    },
  });
  const name = useWatch({ control: form.control, name: 'name' });
  const { data: found } = useCall(leadList, { q: phone.slice(-10), _start: 0, _end: 5 }, { retry: false });
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
        <FormFrame form={form}>
          <FormField form={form} name="name" label={<span className="p-visually-hidden">Name of the new lead</span>}>
            {(input) => <Input {...input} maxLength={120} placeholder="Name of the new lead" />}
          </FormField>
          <Button htmlType="submit" disabled={!name.trim()} loading={form.saving}>
            Add lead
          </Button>
        </FormFrame>
      ) : null}
    </div>
  );
}
