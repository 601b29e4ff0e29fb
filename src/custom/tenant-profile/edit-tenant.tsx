import { Button, Input, Modal } from 'antd';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { scrapeTenantWebsite } from '../../schemas/calls/tenant';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { useResource } from '../../providers/screens/use-resource';
import { titleOf } from '../../schemas/kit/resource';
import { pageLoader } from '../../ui/page/page-loader';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { NotActive } from '../../ui/page/not-active';
import { appPermissions, formSections, type FormField } from './form-fields';
import { formBody } from './form-values';
import { LogoField } from './logo-field';
import { saveTenant } from './save-tenant';
import { submitWarning } from './submit-checks';
import { TenantField } from './tenant-field';
import { useLookUps, usePlaces } from './use-look-ups';
import { useTenantForm } from './use-tenant-form';
import type { Profile } from './use-tenant';

const formId = 'tenant-form';
const pollEvery = 100;

/** The modal 'Edit Tenant Profile'. Its form stays hidden until the college list has loaded. */
export function EditTenant({
  tenant,
  onClose,
  onSaved,
}: {
  tenant: Profile;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  useFocusBack();
  const chunk = useResource('tenant');
  const lookUps = useLookUps();
  const ready = usePolled(lookUps.colleges !== undefined);
  const [state, setState] = useState<FormState>({ valid: false, busy: false, changed: false, missing: '' });
  const leave = useUnsaved(state.changed && !state.busy);
  return (
    <Modal
      open
      width={960}
      title="Edit Tenant Profile"
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: !state.valid, loading: state.busy }}
      mask={{ closable: false }}
      onCancel={() => leave(onClose)}
      footer={(buttons) => (
        <>
          {state.missing ? <span className="p-tenant-missing p-quiet">{state.missing}</span> : null}
          {buttons}
        </>
      )}
      className="p-tenant-modal"
    >
      {chunk && ready ? (
        <TenantForm tenant={tenant} chunk={chunk} lookUps={lookUps} onState={setState} onSaved={onSaved} />
      ) : (
        pageLoader
      )}
    </Modal>
  );
}

/** The first three of the fields that prevent saving. */
const missingText = (titles: readonly string[]): string =>
  titles.length
    ? `To complete: ${titles.slice(0, 3).join(', ')}${titles.length > 3 ? ` and ${titles.length - 3} more` : ''}`
    : '';

/** Checks every 100 ms whether it is so. */
function usePolled(value: boolean): boolean {
  const latest = useRef(value);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (seen) return undefined;
    const timer = setInterval(() => latest.current && setSeen(true), pollEvery);
    return () => clearInterval(timer);
  }, [seen]);
  return seen;
}

interface FormState {
  readonly valid: boolean;
  readonly busy: boolean;
  readonly changed: boolean;
  /** Why Save is disabled, as a sentence; '' if it is not. */
  readonly missing: string;
}
interface TenantFormProps {
  readonly tenant: Profile;
  readonly chunk: ResourceChunk;
  readonly lookUps: ReturnType<typeof useLookUps>;
  readonly onState: (state: FormState) => void;
  readonly onSaved: () => void;
}

function TenantForm({ tenant, chunk, lookUps, onState, onSaved }: TenantFormProps): ReactNode {
  const form = useTenantForm(chunk, tenant);
  const { values, isValid, isChanged } = form;
  const [logo, setLogo] = useState<File>();
  const [busy, setBusy] = useState(false);
  const { resource } = chunk;
  const country = lookUps.countries?.find(({ value }) => value === values.country)?.id;
  const places = usePlaces(country, String(values.state ?? ''));
  const required = new Set([
    ...(resource.fields.required ?? []),
    ...(values.phone_validation_enabled === 1 ? ['custom_phone_regex'] : []),
  ]);
  const changed = isChanged || logo !== undefined;
  const missing = missingText(form.wrong.map((name) => titleOf(resource, name)));
  useEffect(() => onState({ valid: isValid, busy, changed, missing }), [onState, isValid, busy, changed, missing]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (!isValid) return form.touchAll();
    const warning = submitWarning(values);
    if (warning) return toasts.warning(warning);
    setBusy(true);
    try {
      const saved = await saveTenant(tenant.id, formBody(values, logo));
      if (saved.as === 'refused') {
        form.refuse(saved.errors);
        toasts.error(saved.message);
      } else toasts.success(saved.message);
      if (saved.as === 'saved') onSaved();
    } catch (error) {
      toasts.warning(messageOf(error));
    }
    setBusy(false);
    return undefined;
  }

  const choicesOf = ({ kind }: FormField) => {
    if (kind === 'countries') return lookUps.countries?.map(({ code, label }) => ({ value: code, label: `${label} (+${code})` }));
    if (kind === 'country') return lookUps.countries;
    if (kind === 'colleges') return lookUps.colleges;
    if (kind === 'sources') return lookUps.sources;
    if (kind === 'permissions') return appPermissions;
    return kind === 'state' ? places.states : kind === 'city' ? places.cities : undefined;
  };
  return (
    <form id={formId} className="p-tenant-form" noValidate onSubmit={(event) => void submit(event)}>
      {formSections.map(({ title, fields }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div className="p-tenant-grid">
            {fields.map((field) =>
              field.kind === 'logo' ? (
                <LogoField key={field.name} address={String(values.logo_image ?? '')} onChoose={setLogo} />
              ) : field.shownWith && values[field.shownWith] !== 1 ? null : (
                <TenantField
                  key={field.name}
                  field={field}
                  label={titleOf(resource, field.name)}
                  idle={resource.later?.noted?.[field.name]}
                  value={values[field.name]}
                  required={required.has(field.name)}
                  error={form.errorOf(field.name)}
                  disabled={field.enabledWith !== undefined && values[field.enabledWith] !== 1}
                  choices={choicesOf(field)}
                  change={form.change}
                  touch={form.touch}
                />
              ),
            )}
            {title === 'Company Basic Info' ? (
              <>
                <FetchDetails website={String(values.website ?? '')} onFound={form.fill} />
                <DefaultCollege value={tenant.default_college_id} idle={resource.later?.noted?.['default_college_id']} />
              </>
            ) : null}
          </div>
        </section>
      ))}
    </form>
  );
}

/** Fills in the form from the tenant's website; nothing is saved (D-111). */
function FetchDetails({ website, onFound }: { website: string; onFound: (found: object) => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  async function read(): Promise<void> {
    setBusy(true);
    try {
      onFound((await call(scrapeTenantWebsite, { website })).data);
    } catch {
      toasts.warning('Failed to fetch website data');
    }
    setBusy(false);
  }
  return (
    <div className="p-tenant-field p-tenant-fetch">
      <Button loading={busy} disabled={!website.trim()} onClick={() => void read()}>
        Fetch Details
      </Button>
    </div>
  );
}

/** Displayed only; its value is not sent. */
function DefaultCollege({ value, idle }: { value: unknown; idle: string | undefined }): ReactNode {
  const [shown, setShown] = useState(typeof value === 'number' ? String(value) : '');
  return (
    <div className="p-tenant-field">
      <label htmlFor="tenant-default-college">Tenant Default College ID</label>
      <Input id="tenant-default-college" type="number" value={shown} onChange={(event) => setShown(event.target.value)} />
      {idle ? <NotActive why={idle} /> : null}
    </div>
  );
}
