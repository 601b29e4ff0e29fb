import { Input, Modal, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField, type FieldForm } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { localInput } from '../../ui/time/dates';
import { isoOf } from '../../ui/time/iso-of';
import { MomentPicker } from '../../ui/time/moment-picker';
import { serverNow } from '../../ui/time/server-clock';
import { useMeetingActs, type Meeting } from './meeting-calls';

interface Outcome {
  readonly state: 'done' | 'missed';
  readonly joined_at: string | null;
  readonly left_at: string | null;
  readonly recording_link: string;
  readonly note: string;
}

/** How a meeting went: held with its times and recording, or a no-show. What a provider reported is there already. */
export function OutcomeDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }): ReactNode {
  useFocusBack();
  const { change } = useMeetingActs();
  const form = useScreenForm<Outcome>({
    id: 'p-meeting-outcome',
    values: {
      state: meeting.state === 'missed' ? 'missed' : 'done',
      joined_at: meeting.joined_at ?? null,
      left_at: meeting.left_at ?? null,
      recording_link: meeting.recording_link ?? '',
      note: meeting.note ?? '',
    },
    check: ({ state, joined_at, left_at }) =>
      state === 'done' && joined_at && left_at && Date.parse(left_at) < Date.parse(joined_at)
        ? { left_at: 'Choose a time after the lead joined.' }
        : {},
    save: async ({ state, joined_at, left_at, recording_link, note }) => {
      const held = state === 'done';
      await change(meeting.id, {
        state,
        joined_at: held ? joined_at : null,
        left_at: held ? left_at : null,
        recording_link: held ? recording_link.trim() || null : null,
        note: note.trim() || null,
      });
      onClose();
    },
  });
  const isHeld = form.watch('state') === 'done';
  return (
    <Modal
      open
      width={480}
      title={`Outcome · ${meeting.title || 'Meeting'}`}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="state" label="Status">
          {({ id, value, onChange, ref: _ref, status: _status, ...input }) => (
            <Radio.Group
              {...input}
              aria-label="Status"
              id={id}
              name={id}
              value={value}
              options={[
                { value: 'done', label: 'Held' },
                { value: 'missed', label: 'No-show' },
              ]}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
        {isHeld ? <Held form={form} /> : null}
        <FormField form={form} name="note" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={3} maxLength={2000} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}

function Held({ form }: { form: FieldForm<Outcome> }): ReactNode {
  return (
    <>
      {(['joined_at', 'left_at'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={name === 'joined_at' ? 'Joined' : 'Left'} check={aheadFault}>
          {({ id, value, onChange, ref, status, 'aria-describedby': describedBy }) => (
            <MomentPicker
              id={id}
              ref={ref}
              value={localInput(value)}
              onChange={(local) => onChange(isoOf(local))}
              status={status ?? ''}
              aria-describedby={describedBy}
            />
          )}
        </FormField>
      ))}
      <FormField form={form} name="recording_link" label="Recording" check={linkFault}>
        {(input) => <Input {...input} type="url" maxLength={2048} placeholder="https://" />}
      </FormField>
    </>
  );
}

const aheadFault = (at: string | null): string | undefined =>
  at && Date.parse(at) > serverNow() + 60_000 ? 'Choose a time that has passed.' : undefined;
const linkFault = (link: string): string | undefined =>
  !link.trim() || (/^https?:\/\//.test(link.trim()) && URL.canParse(link.trim()))
    ? undefined
    : 'Enter an address that begins with https://';
