import { Input, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { updateTenant, type TimeTracking } from '../../providers/session/session';
import { tenant } from '../../schemas/access-control/tenant';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { timeZones } from '../../ui/time/time-zones';
import { EditedSection } from './edited-section';
import { patchTenant } from './patch-tenant';
import type { Profile } from './use-tenant';

/** In minutes on the page, in milliseconds when stored (D-071); an empty field means the default. */
const fields = [
  { name: 'idle_ms', label: 'Idle after', usual: '1 min', help: 'The work timer pauses after this much inactivity' },
  { name: 'poll_ms', label: 'Save time every', usual: '6 min', help: 'How often the worked time is saved on the server' },
  {
    name: 'auto_break_ms',
    label: 'Start break automatically after',
    usual: 'Never',
    help: "After this much inactivity; the reason is 'Idle'",
  },
] as const satisfies readonly { name: keyof TimeTracking; label: string; usual: string; help: string }[];
/** The stored value; the default is absent or null. */
type Stored = NonNullable<Profile['time_tracking']>;
const usualZone = tenant.fields.properties.timezone.default;
type Name = (typeof fields)[number]['name'];
const minute = 60_000;

/** The time zone of every day and hour, and the settings of the header's work timer and of the automatic break. */
export function WorkingTime({ tenant, onSaved }: { tenant: Profile; onSaved: () => void }): ReactNode {
  const set = tenant.time_tracking ?? {};
  const zone = tenant.timezone ?? usualZone;
  return (
    <EditedSection
      title="Working time"
      onSaved={onSaved}
      dialog={(calls) => <EditWorkingTime id={tenant.id} zone={zone} set={set} {...calls} />}
    >
      <dl>
        <div>
          <dt>Time zone</dt>
          <dd>{zone.replaceAll('_', ' ')}</dd>
        </div>
        {fields.map(({ name, label, usual }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{set[name] ? `${set[name] / minute} min` : usual}</dd>
          </div>
        ))}
      </dl>
    </EditedSection>
  );
}

function EditWorkingTime({
  id,
  zone,
  set,
  onClose,
  onSaved,
}: {
  id: string;
  zone: string;
  set: Stored;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  const stored = (name: Name): string => (set[name] ? String(set[name] / minute) : '');
  const form = useScreenForm({
    id: 'working',
    values: {
      timezone: zone,
      time_tracking: { idle_ms: stored('idle_ms'), poll_ms: stored('poll_ms'), auto_break_ms: stored('auto_break_ms') },
    },
    save: async ({ timezone, time_tracking: typed }) => {
      const filled = fields.filter(({ name }) => typed[name].trim() !== '');
      const time_tracking: TimeTracking = Object.fromEntries(
        filled.map(({ name }) => [name, Math.round(Number(typed[name]) * minute)]),
      );
      const changes = { time_tracking, ...(timezone === zone ? {} : { timezone }) };
      await patchTenant(id, changes);
      updateTenant({ id, ...changes });
      onSaved();
    },
  });
  const leave = useUnsaved(form.formState.isDirty && !form.saving);
  useFocusBack();
  return (
    <Modal
      open
      width={480}
      title="Working time"
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={() => leave(onClose)}
    >
      <FormFrame form={form} className="p-branding">
        <FormField
          form={form}
          name="timezone"
          label="Time zone"
          help="Where a day begins and ends, in every list, report and follow-up"
        >
          {(input) => <Select {...input} showSearch={{ optionFilterProp: 'label' }} options={timeZones()} />}
        </FormField>
        {fields.map(({ name, label, usual, help }) => (
          <FormField
            key={name}
            form={form}
            name={`time_tracking.${name}`}
            label={`${label} (minutes)`}
            help={help}
            check={(text) => limitFault(name, text)}
          >
            {(input) => <Input {...input} type="number" min={0} step={0.25} placeholder={usual} />}
          </FormField>
        ))}
      </FormFrame>
    </Modal>
  );
}

/** The limits of the schema, in minutes; empty is the default. */
function limitFault(name: Name, text: string): string | undefined {
  const { minimum, maximum } = tenant.fields.properties.time_tracking.properties[name];
  const ms = Math.round(Number(text) * minute);
  if (!text.trim() || (ms >= minimum && ms <= maximum)) return undefined;
  return `Enter ${minimum / minute} to ${maximum / minute} minutes.`;
}
