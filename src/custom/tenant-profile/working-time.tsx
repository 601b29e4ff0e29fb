import { Input, Modal } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { updateTenant, type TimeTracking } from '../../providers/session/session';
import { tenant } from '../../schemas/access-control/tenant';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { EditedSection } from './edited-section';
import type { Profile } from './use-tenant';
import { useTenantPatch } from './use-tenant-patch';

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
type Name = (typeof fields)[number]['name'];
const paths = fields.map(({ name }) => `time_tracking.${name}`);
const minute = 60_000;
const formId = 'working-time-form';

/** The settings of the header's work timer and of the automatic break. */
export function WorkingTime({ tenant, onSaved }: { tenant: Profile; onSaved: () => void }): ReactNode {
  const set = tenant.time_tracking ?? {};
  return (
    <EditedSection
      title="Working time"
      onSaved={onSaved}
      dialog={(calls) => <EditWorkingTime id={tenant.id} set={set} {...calls} />}
    >
      <dl>
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
  set,
  onClose,
  onSaved,
}: {
  id: string;
  set: Stored;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const { busy, save, errorOf, forget } = useTenantPatch(id, paths, onSaved);
  const kept = (name: Name): string => (set[name] ? String(set[name] / minute) : '');
  const leave = useUnsaved(!busy && fields.some(({ name }) => typed[name] !== undefined && typed[name] !== kept(name)));
  useFocusBack();
  const textOf = (name: Name): string => typed[name] ?? kept(name);
  const [tried, setTried] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const wrong = fields.find(({ name }) => wrongIn(name, textOf(name)));
    if (wrong) return document.getElementById(`working-${wrong.name}`)?.focus();
    const entries = fields.map(({ name }) => [name, textOf(name).trim()] as const).filter(([, text]) => text !== '');
    const time_tracking: TimeTracking = entries.reduce(
      (all, [name, text]) => ({ ...all, [name]: Math.round(Number(text) * minute) }),
      {},
    );
    return void save({ time_tracking }, () => updateTenant({ id, time_tracking }));
  };

  return (
    <Modal
      open
      width={480}
      title="Working time"
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: formId, loading: busy }}
      onCancel={() => leave(onClose)}
    >
      <form id={formId} className="p-branding" noValidate onSubmit={submit}>
        {fields.map(({ name, label, usual, help }) => {
          const error = (tried ? wrongIn(name, textOf(name)) : undefined) ?? errorOf(`time_tracking.${name}`);
          return (
            <div key={name} className="p-tenant-field">
              <label htmlFor={`working-${name}`}>{label} (minutes)</label>
              <Input
                id={`working-${name}`}
                type="number"
                min={0}
                step={0.25}
                placeholder={usual}
                value={textOf(name)}
                status={error ? 'error' : ''}
                aria-invalid={error ? true : undefined}
                aria-describedby={`working-${name}-says`}
                onChange={({ target }) => {
                  setTyped({ ...typed, [name]: target.value });
                  forget(`time_tracking.${name}`);
                }}
              />
              <p id={`working-${name}-says`} className={error ? 'p-tenant-error' : 'p-quiet'} role={error ? 'alert' : undefined}>
                {error ?? help}
              </p>
            </div>
          );
        })}
      </form>
    </Modal>
  );
}

/** The limits of the schema, in minutes; empty is the default. */
function wrongIn(name: Name, text: string): string | undefined {
  const { minimum, maximum } = tenant.fields.properties.time_tracking.properties[name];
  const ms = Math.round(Number(text) * minute);
  if (!text.trim() || (ms >= minimum && ms <= maximum)) return undefined;
  return `Between ${minimum / minute} and ${maximum / minute} minutes`;
}
