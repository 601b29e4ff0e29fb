import { Checkbox, Input, InputNumber, Modal, Radio, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { newKey } from '../../providers/calls/new-key';
import { useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { meetingLinks } from '../../schemas/calls/lead-colleges';
import { meetingPlatforms, platformText, type MeetingPlatform } from '../../schemas/kit/meeting-platforms';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ColleagueSelect } from '../../ui/fields/colleague-select';
import { FormField, type FieldForm } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { MomentField } from '../../ui/time/moment-field';
import { serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';
import { useMeetingActs, type Meeting } from './meeting-calls';

interface Planned {
  readonly title: string;
  readonly starts_at: string | null;
  readonly duration_min: number | null;
  readonly user_id: string | undefined;
  readonly platform: MeetingPlatform | null;
  readonly link_by: 'hand' | 'provider';
  readonly link: string;
  readonly note: string;
  readonly tell_lead: boolean;
}

/** A new meeting, or another time, host or link for one. One that was missed or cancelled is scheduled again. */
export function MeetingDialog({
  leadId,
  leadName,
  meeting,
  hasEmail,
  onClose,
}: {
  leadId: string;
  leadName: string;
  meeting?: Meeting | undefined;
  hasEmail: boolean;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const own = useSession()?.user.id;
  const [clientRef] = useState(newKey);
  const { add, change } = useMeetingActs();
  const provider = useCall(meetingLinks, {}, { retry: false }).data?.provider;
  const form = useScreenForm<Planned>({
    id: 'p-meeting',
    values: plannedOf(meeting, own, hasEmail),
    save: async ({ link, note, user_id, starts_at, duration_min, ...rest }) => {
      if (!starts_at || !user_id) return;
      const isByHand = rest.link_by === 'hand';
      const draft = {
        ...rest,
        user_id,
        starts_at,
        title: rest.title.trim(),
        duration_min: duration_min ?? 30,
        note: note.trim() || null,
        ...(isByHand ? { link: link.trim() || null } : meeting?.link_by === 'provider' ? {} : { link: null }),
      };
      await (meeting
        ? change(meeting.id, { ...draft, ...(meeting.state === 'scheduled' ? {} : { state: 'scheduled' }) })
        : add({ ...draft, lead_id: leadId }, clientRef));
      toasts.success(meeting ? 'Meeting rescheduled' : 'Meeting scheduled');
      onClose();
    },
  });
  const by = form.watch('link_by');
  return (
    <Modal
      open
      width={480}
      title={`${meeting ? 'Reschedule' : 'Schedule meeting'} · ${leadName}`}
      okText={meeting ? 'Reschedule' : 'Schedule'}
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="starts_at" label="Starts" required="Choose a time" check={pastFault}>
          {({ id, value, onChange, ref, status, 'aria-describedby': describedBy }) => (
            <MomentField
              id={id}
              ref={ref}
              value={value}
              onChange={onChange}
              invalid={status === 'error'}
              describedBy={describedBy}
            />
          )}
        </FormField>
        <FormField form={form} name="title" label="Title" required="Title is required">
          {(input) => <Input {...input} maxLength={120} />}
        </FormField>
        <FormField form={form} name="duration_min" label="Minutes" required="Minutes is required">
          {(input) => <InputNumber {...input} min={5} max={480} step={15} precision={0} />}
        </FormField>
        <FormField form={form} name="user_id" label="Host" required="Choose who meets the lead">
          {({ id, value, onChange }) => (
            <ColleagueSelect id={id} value={value} label={hostOf(meeting, value)} onChange={onChange} />
          )}
        </FormField>
        <FormField form={form} name="platform" label="Platform">
          {(input) => (
            <Select
              {...input}
              allowClear
              placeholder={platformText(null, form.watch('link').trim()) ?? 'Choose'}
              options={platforms}
              onChange={(next) => input.onChange(next ?? null)}
            />
          )}
        </FormField>
        <LinkFields form={form} provider={provider ?? null} by={by} />
        <FormField form={form} name="note" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={2} maxLength={2000} />}
        </FormField>
        <FormField form={form} name="tell_lead" label="Invitation" help={hasEmail ? undefined : 'The lead has no email address.'}>
          {({ id, value, onChange }) => (
            <Checkbox id={id} checked={value} disabled={!hasEmail} onChange={({ target }) => onChange(target.checked)}>
              Email the lead
            </Checkbox>
          )}
        </FormField>
      </FormFrame>
    </Modal>
  );
}

const platforms = Object.entries(meetingPlatforms).map(([value, label]) => ({ value, label }));

/** Who makes the link; without a provider it is entered by hand. */
function LinkFields({
  form,
  provider,
  by,
}: {
  form: FieldForm<Planned>;
  provider: 'http' | 'sandbox' | null;
  by: Planned['link_by'];
}): ReactNode {
  return (
    <>
      {provider || by === 'provider' ? (
        <FormField
          form={form}
          name="link_by"
          label="Link"
          help={provider === 'sandbox' ? 'The sandbox is on: its links open no meeting.' : undefined}
        >
          {({ id, value, onChange, ref: _ref, status: _status, ...input }) => (
            <Radio.Group
              {...input}
              aria-label="Link"
              id={id}
              name={id}
              value={value}
              options={[
                { value: 'hand', label: 'Entered by hand' },
                { value: 'provider', label: 'Made by the video provider' },
              ]}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
      ) : null}
      {by === 'hand' ? (
        <FormField form={form} name="link" label="Address of the meeting" check={linkFault}>
          {(input) => <Input {...input} type="url" maxLength={2048} placeholder="https://" />}
        </FormField>
      ) : null}
    </>
  );
}

function plannedOf(meeting: Meeting | undefined, own: string | undefined, hasEmail: boolean): Planned {
  const isAhead = meeting && Date.parse(meeting.starts_at) > serverNow();
  return {
    title: meeting?.title ?? 'Counselling',
    starts_at: isAhead ? meeting.starts_at : null,
    duration_min: meeting?.duration_min ?? 30,
    user_id: meeting?.user_id ?? own,
    platform: meeting?.platform ?? null,
    link_by: meeting?.link_by ?? 'hand',
    link: meeting?.link_by === 'hand' ? (meeting.link ?? '') : '',
    note: meeting?.note ?? '',
    tell_lead: hasEmail && (meeting?.tell_lead ?? true),
  };
}

/** The host's name as the list has it, so that nothing has to load to show it. */
function hostOf(meeting: Meeting | undefined, id: string | undefined): string | undefined {
  const label = meeting?.user_id === id ? meeting?._labels?.['user_id'] : undefined;
  return typeof label === 'string' ? label : undefined;
}
const pastFault = (at: string | null): string | undefined =>
  at && Date.parse(at) < serverNow() - 60_000 ? 'Choose a time that is still to come' : undefined;
const linkFault = (link: string): string | undefined =>
  !link.trim() || (/^https?:\/\//.test(link.trim()) && URL.canParse(link.trim()))
    ? undefined
    : 'Enter an address that begins with https://';
