import { Button, Input, Select } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useColleges } from '../../providers/calls/lead-calls';
import type { DialerCall } from '../../providers/live/live';
import { useSession } from '../../providers/session/session';
import { noteHere } from '../../providers/live/taken-here';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';
import { CallControls } from '../../ui/leads/call-controls';
import { phoneText } from '../../schemas/kit/phone-text';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { serverNow, serverOffset } from '../../ui/time/server-clock';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { CallContact, starred } from './call-contact';
import { CallerLead, type Caller } from './caller-lead';
import { answerCall, askForStage, endCall, type CallNote } from './end-call';
import './incoming-call.css';
import { useKeptNote, type KeptNote } from './call-note';
import { useLine, useLinked } from './use-line';

/**
 * An incoming call (INCALL family). It is not modal, so the user can keep working on any page. The asterisks are the
 * specification's; nothing is enforced (D-083).
 */
export default function IncomingCall({
  call,
  over,
  waiting,
  onTake,
  onEnd,
}: {
  call: DialerCall;
  /** The other side ended it. */
  over: boolean;
  /** The other calls that ring. */
  waiting: number;
  onTake: (taken: boolean) => void;
  onEnd: () => void;
}): ReactNode {
  const { requestBody } = call;
  const talking = call.state === 'answered';
  const id = useId();
  useFocusBack();
  const session = useSession();
  const [small, setSmall] = useState(false);
  const [caller, setCaller] = useState<Caller | null>(requestBody.id ? { id: requestBody.id, name: requestBody.name } : null);
  const kept = useKeptNote(call.call_id, call.note ?? '');
  const line = useLine(call);
  useLinked(call, caller?.id);
  const form = useScreenForm<CallNote>({
    values: { note: call.note ?? '', clg_id: null },
    save: async (written) => {
      await kept.flush();
      await endCall(call, caller, written);
      onEnd();
    },
  });
  useAfterCall(over && !form.saving, () => {
    askForStage(call, caller, form.getValues());
    onEnd();
  });
  const { box, takesNote } = useCallFocus(talking, () => setSmall(false));
  const take = async (): Promise<void> => {
    takesNote();
    onTake(true);
    const result = await answerCall(call);
    if (result === 'gone') onEnd();
    if (result === 'failed') onTake(false);
  };
  const { refused } = form;
  const entity = session?.persisted.tenant.entity_name || 'College';
  const who = caller?.name ?? requestBody.name ?? (requestBody.phone ? phoneText(requestBody.phone) : 'Unknown number');

  return (
    <section ref={box} className="p-call" aria-labelledby={`${id}-title`} data-small={small || undefined}>
      <CallHead
        id={`${id}-title`}
        call={call}
        who={who}
        waiting={waiting}
        small={small}
        onSmall={setSmall}
        onClose={refused ? onEnd : undefined}
      />
      {small ? null : (
        <div className="p-call-body">
          {line.can.length ? (
            <div className="p-call-line">
              <CallControls can={line.can} muted={line.muted} onHold={line.onHold} busy={line.busy} onAct={line.act} />
            </div>
          ) : null}
          <CallerLead
            caller={caller}
            phone={requestBody.phone}
            onCaller={setCaller}
            onTransfer={line.can.includes('transfer') ? (user_id) => line.act('transfer', { user_id }) : undefined}
          />
          <CallContact id={id} lead={caller?.id} of={requestBody} />
          <NoteFields form={form} call={call} kept={kept} entity={entity} />
        </div>
      )}
      {refused ? (
        <p className="p-call-refused" role="alert">
          {refused}
        </p>
      ) : null}
      <footer>
        {talking ? null : (
          <Button type="primary" icon={<Icon name="phone" size={14} />} onClick={() => void take()}>
            Answer
          </Button>
        )}
        <Button
          danger
          {...(talking ? { type: 'primary' } : { title: 'Reject the call' })}
          loading={form.saving}
          onClick={() => form.send()}
        >
          Disconnect
        </Button>
      </footer>
    </section>
  );
}

/** What follows a call that the other side ended, once. */
function useAfterCall(isOver: boolean, goOn: () => void): void {
  const latest = useRef(goOn);
  useEffect(() => {
    latest.current = goOn;
  });
  useEffect(() => {
    if (isOver) latest.current();
  }, [isOver]);
}

/**
 * The popup takes no focus while someone works on the page: the key `i` leads into it. Answered here, its note is next, since the
 * button that had the focus is gone.
 */
function useCallFocus(
  talking: boolean,
  show: () => void,
): { readonly box: RefObject<HTMLElement | null>; readonly takesNote: () => void } {
  const box = useRef<HTMLElement>(null);
  const answered = useRef(false);
  useKeys({
    i: [
      'Go to the incoming call',
      () => {
        show();
        box.current?.querySelector<HTMLElement>('footer button')?.focus();
      },
    ],
  });
  useEffect(() => {
    if (!talking || !answered.current) return;
    answered.current = false;
    box.current?.querySelector('textarea')?.focus();
  }, [talking]);
  return { box, takesNote: () => void (answered.current = true) };
}

/** Who calls; a refused save leaves a way out. */
function CallHead({
  id,
  call,
  who,
  waiting,
  small,
  onSmall,
  onClose,
}: {
  id: string;
  call: DialerCall;
  who: string;
  waiting: number;
  small: boolean;
  onSmall: (small: boolean) => void;
  onClose: (() => void) | undefined;
}): ReactNode {
  const talking = call.state === 'answered';
  return (
    <header>
      <span className="p-call-sign">
        <Icon name="phone" size={18} />
      </span>
      <div className="p-call-name" role="status">
        <h2 id={id}>{talking ? 'Call in progress' : 'Call Connecting'}</h2>
        <span className="p-cut">
          {who}
          {waiting ? ` · ${waiting} more` : ''}
        </span>
      </div>
      {talking ? <Talking since={call.answered_at} /> : null}
      <button
        type="button"
        className="p-icon-button"
        aria-label={small ? 'Show the call' : 'Minimise the call'}
        aria-expanded={!small}
        onClick={() => onSmall(!small)}
      >
        <Icon name={small ? 'up' : 'down'} />
      </button>
      {onClose ? (
        <button type="button" className="p-icon-button" aria-label="Close the call" onClick={onClose}>
          <Icon name="close" />
        </button>
      ) : null}
    </header>
  );
}

/** What the user writes during the call; the note is saved while it is typed. */
function NoteFields({
  form,
  call,
  kept,
  entity,
}: {
  form: ScreenForm<CallNote>;
  call: DialerCall;
  kept: KeptNote;
  entity: string;
}): ReactNode {
  const colleges = useColleges().data ?? [];
  return (
    <>
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
        {(input) => (
          <Input.TextArea
            {...input}
            rows={2}
            maxLength={2000}
            onChange={(event) => {
              input.onChange(event);
              kept.write(event.target.value);
              noteHere(call, event.target.value);
            }}
          />
        )}
      </FormField>
      {kept.state === 'failed' ? (
        <p className="p-call-unkept" role="status">
          The note is not saved yet. It is sent again as you type.
        </p>
      ) : null}
    </>
  );
}

/** How long the call has been talked on. */
function Talking({ since }: { since: string | null | undefined }): ReactNode {
  const [first] = useState(() => ({ at: new Date(serverNow()).toISOString(), offset: serverOffset() }));
  return (
    <span className="p-num p-call-clock" aria-label="Duration">
      {clockText(useSecondsSince(since ?? first.at, first.offset))}
    </span>
  );
}
