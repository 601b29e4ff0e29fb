import { Input } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { tenant as resource } from '../../schemas/access-control/tenant';
import { titleOf } from '../../schemas/kit/resource';
import { FieldFrame } from '../../ui/forms/field-frame';
import { FormFrame } from '../../ui/forms/form-frame';
import { NotActive } from '../../ui/page/not-active';
import { FetchDetails } from './fetch-details';
import { appPermissions, formSections, requiredFields, type FieldName, type FormField } from './form-fields';
import { LogoField } from './logo-field';
import { TenantField } from './tenant-field';
import { useLookUps, usePlaces } from './use-look-ups';
import type { Profile } from './use-tenant';
import type { TenantFormState } from './use-tenant-form';

const flags = formSections.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'flag').map(({ name }) => name));
/** Fields that are cleared when another one changes. */
const clearedWith: Readonly<Partial<Record<FieldName, readonly FieldName[]>>> = { country: ['state', 'city'], state: ['city'] };
const notes = resource.later?.noted;

export function TenantForm({
  form,
  tenant,
  lookUps,
}: {
  form: TenantFormState;
  tenant: Profile;
  lookUps: ReturnType<typeof useLookUps>;
}): ReactNode {
  const { control, idOf, setValue, clearErrors } = form;
  const fieldForm = useMemo(() => ({ control, idOf }), [control, idOf]);
  const [country, state] = useWatch({ control, name: ['country', 'state'] });
  const set = useWatch({ control, name: flags });
  const isSet = (name: FieldName): boolean => set[flags.indexOf(name)] === 1;
  const places = usePlaces(lookUps.countries?.find(({ value }) => value === country)?.id, String(state ?? ''));
  const required = new Set<FieldName>(requiredFields);
  if (isSet('phone_validation_enabled')) required.add('custom_phone_regex');
  const changed = useCallback(
    (name: FieldName): void => {
      for (const other of clearedWith[name] ?? []) setValue(other, '', { shouldDirty: true });
      if (name === 'phone_validation_enabled') clearErrors('custom_phone_regex');
    },
    [setValue, clearErrors],
  );
  const codes = useMemo(
    () => lookUps.countries?.map(({ code, label }) => ({ value: code, label: `${label} (+${code})` })),
    [lookUps.countries],
  );
  const choicesOf = ({ kind }: FormField) => {
    if (kind === 'countries') return codes;
    if (kind === 'country') return lookUps.countries;
    if (kind === 'colleges') return lookUps.colleges;
    if (kind === 'sources') return lookUps.sources;
    if (kind === 'permissions') return appPermissions;
    return kind === 'state' ? places.states : kind === 'city' ? places.cities : undefined;
  };
  return (
    <FormFrame form={form} className="p-tenant-form">
      {formSections.map(({ title, fields }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div className="p-tenant-grid">
            {fields.map((field) =>
              field.kind === 'logo' ? (
                <Controller
                  key={field.name}
                  control={control}
                  name={field.name}
                  render={({ field: { value, onChange } }) => <LogoField value={value} onChoose={onChange} />}
                />
              ) : field.shownWith && !isSet(field.shownWith) ? null : (
                <TenantField
                  key={field.name}
                  form={fieldForm}
                  field={field}
                  label={titleOf(resource, field.name)}
                  idle={notes?.[field.name]}
                  required={required.has(field.name)}
                  disabled={field.enabledWith !== undefined && !isSet(field.enabledWith)}
                  choices={choicesOf(field)}
                  onChanged={changed}
                />
              ),
            )}
            {title === 'Company Basic Info' ? (
              <>
                <FetchDetails form={form} />
                <DefaultCollege value={tenant.default_college_id} />
              </>
            ) : null}
          </div>
        </section>
      ))}
    </FormFrame>
  );
}

/** Displayed only; its value is not sent. */
function DefaultCollege({ value }: { value: unknown }): ReactNode {
  const [shown, setShown] = useState(typeof value === 'number' ? String(value) : '');
  return (
    <div className="p-tenant-field">
      <FieldFrame id="tenant-default-college" label="Tenant Default College ID">
        <Input id="tenant-default-college" type="number" value={shown} onChange={(event) => setShown(event.target.value)} />
      </FieldFrame>
      {notes?.default_college_id ? <NotActive why={notes.default_college_id} /> : null}
    </div>
  );
}
