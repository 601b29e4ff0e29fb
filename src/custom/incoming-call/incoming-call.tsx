import { Button, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useColleges } from '../../providers/calls/lead-calls';
import type { DialerCall } from '../../providers/live/live';
import { useSession } from '../../providers/session/session';
import { Icon } from '../../ui/marks/icon';
import { phoneText } from '../../ui/leads/phones';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { CallerLead, type Caller } from './caller-lead';
import './incoming-call.css';
import { useHangUp } from './use-hang-up';

/**
 * A call comes in (INCALL family). It is no modal: the person called keeps working, from page to page. The asterisks are the
 * source's; nothing is enforced (D-083).
 */
export default function IncomingCall({
  call,
  waiting,
  onEnd,
}: {
  call: DialerCall;
  /** Further calls that ring. */
  waiting: number;
  onEnd: () => void;
}): ReactNode {
  const { requestBody } = call;
  const id = useId();
  useFocusBack();
  const session = useSession();
  const colleges = useColleges().data ?? [];
  const [small, setSmall] = useState(false);
  const [note, setNote] = useState('');
  const [college, setCollege] = useState<number | null>(null);
  const [caller, setCaller] = useState<Caller | null>(requestBody.id ? { id: requestBody.id, name: requestBody.name } : null);
  const { busy, refused, hangUp } = useHangUp(call, { caller, note, clg_id: college }, onEnd);
  const entity = session?.persisted.tenant.entity_name || 'College';
  const owner = session?.user.id === requestBody.user_id ? session.user.name : requestBody.user_id;
  const who = caller?.name ?? requestBody.name ?? (requestBody.phone ? phoneText(requestBody.phone) : 'Unknown number');

  return (
    <section className="p-call" aria-labelledby={`${id}-title`} data-small={small || undefined}>
      <header>
        <span className="p-call-sign">
          <Icon name="phone" size={18} />
        </span>
        <div className="p-call-name" role="status">
          <h2 id={`${id}-title`}>Call Connecting</h2>
          <span className="p-cut">
            {who}
            {waiting ? ` · ${waiting} more` : ''}
          </span>
        </div>
        <button
          type="button"
          className="p-icon-button"
          aria-label={small ? 'Show the call' : 'Make the call small'}
          aria-expanded={!small}
          onClick={() => setSmall(!small)}
        >
          <Icon name={small ? 'up' : 'down'} />
        </button>
        {refused ? (
          <button type="button" className="p-icon-button" aria-label="Close the call" onClick={onEnd}>
            <Icon name="close" />
          </button>
        ) : null}
      </header>
      {small ? null : (
        <div className="p-call-body">
          <CallerLead caller={caller} phone={requestBody.phone} onCaller={setCaller} />
          <Line id={`${id}-lead`} label="Lead ID">
            <Input id={`${id}-lead`} value={caller?.id ?? ''} readOnly />
          </Line>
          <Line id={`${id}-email`} label="Email">
            <Input id={`${id}-email`} value={requestBody.email ?? ''} readOnly />
          </Line>
          <Line id={`${id}-phone`} label="Phone Number">
            <Input id={`${id}-phone`} value={requestBody.phone ?? ''} readOnly />
          </Line>
          <Line id={`${id}-owner`} label="Owner">
            <Input id={`${id}-owner`} value={owner} readOnly />
          </Line>
          <Line id={`${id}-entity`} label={`Select ${entity}`}>
            <Select
              id={`${id}-entity`}
              value={college}
              options={colleges.map(({ clg_id: value, clg_name: label }) => ({ value, label }))}
              showSearch={{ optionFilterProp: 'label' }}
              allowClear
              placeholder="Select"
              onChange={(next: number | undefined) => setCollege(next ?? null)}
            />
          </Line>
          <Line id={`${id}-note`} label="Note">
            <Input.TextArea
              id={`${id}-note`}
              rows={2}
              maxLength={5000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Line>
        </div>
      )}
      {refused ? (
        <p className="p-call-refused" role="alert">
          {refused}
        </p>
      ) : null}
      <footer>
        <Button danger type="primary" loading={busy} onClick={() => void hangUp()}>
          Disconnect
        </Button>
      </footer>
    </section>
  );
}

function Line({ id, label, children }: { id: string; label: string; children: ReactNode }): ReactNode {
  return (
    <div className="p-call-line">
      <label htmlFor={id}>
        {label} <span aria-hidden="true">*</span>
      </label>
      {children}
    </div>
  );
}
