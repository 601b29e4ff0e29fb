import { Button, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useColleges } from '../../providers/calls/lead-calls';
import type { DialerCall } from '../../providers/live/live';
import { useSession } from '../../providers/session/session';
import { Icon } from '../../ui/marks/icon';
import { phoneText } from '../../ui/leads/phones';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FieldFrame } from '../../ui/forms/field-frame';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { CallerLead, type Caller } from './caller-lead';
import { endCall, type CallNote } from './end-call';
import './incoming-call.css';

const empty: CallNote = { note: '', clg_id: null };

/**
 * An incoming call (INCALL family). It is not modal, so the user can keep working on any page. The asterisks are the
 * specification's; nothing is enforced (D-083).
 */
export default function IncomingCall({
  call,
  waiting,
  onEnd,
}: {
  call: DialerCall;
  /** The other calls that ring. */
  waiting: number;
  onEnd: () => void;
}): ReactNode {
  const { requestBody } = call;
  const id = useId();
  useFocusBack();
  const session = useSession();
  const colleges = useColleges().data ?? [];
  const [small, setSmall] = useState(false);
  const [caller, setCaller] = useState<Caller | null>(requestBody.id ? { id: requestBody.id, name: requestBody.name } : null);
  const form = useScreenForm<CallNote>({
    values: empty,
    save: async (written) => {
      await endCall(call, caller, written);
      onEnd();
    },
  });
  const { refused } = form;
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
          <Told id={`${id}-lead`} label="Lead ID" text={caller?.id} />
          <Told id={`${id}-email`} label="Email" text={requestBody.email} />
          <Told id={`${id}-phone`} label="Phone Number" text={requestBody.phone} />
          <Told id={`${id}-owner`} label="Owner" text={owner} />
          <FormField form={form} name="clg_id" label={starred(`Select ${entity}`)} wide>
            {(input) => (
              <Select
                {...input}
                options={colleges.map(({ clg_id: value, clg_name: label }) => ({ value, label }))}
                showSearch={{ optionFilterProp: 'label' }}
                allowClear
                placeholder="Select"
                onChange={(next) => input.onChange(next ?? null)}
              />
            )}
          </FormField>
          <FormField form={form} name="note" label={starred('Note')} wide>
            {(input) => <Input.TextArea {...input} rows={2} maxLength={5000} />}
          </FormField>
        </div>
      )}
      {refused ? (
        <p className="p-call-refused" role="alert">
          {refused}
        </p>
      ) : null}
      <footer>
        <Button danger type="primary" loading={form.saving} onClick={() => form.send()}>
          Disconnect
        </Button>
      </footer>
    </section>
  );
}

/** What the call said; it cannot be changed here. */
function Told({ id, label, text }: { id: string; label: string; text: string | null | undefined }): ReactNode {
  return (
    <FieldFrame id={id} label={starred(label)}>
      <Input id={id} value={text ?? ''} readOnly />
    </FieldFrame>
  );
}

const starred = (label: string): ReactNode => (
  <>
    {label} <span aria-hidden="true">*</span>
  </>
);
