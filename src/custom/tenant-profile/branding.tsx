import { Input, Modal } from 'antd';
import { useState, type CSSProperties, type FormEvent, type ReactNode } from 'react';
import { brandPalette, isColor } from '../../ui/theme/brand-palette';
import { paletteOf, type Mode } from '../../ui/theme/theme';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { EditedSection } from './edited-section';
import type { Profile } from './use-tenant';
import { useTenantPatch } from './use-tenant-patch';

const fields = [
  { name: 'brand_name', label: 'Brand name', help: 'In the sidebar, the footer and every page title', most: 80 },
  { name: 'entity_name', label: 'Entity name', help: 'What you call a college: School, University, Institute', most: 30 },
  { name: 'brand_color', label: 'Brand colour', help: 'Buttons, links and marks; empty for the usual one', most: 7 },
] as const;
type Name = (typeof fields)[number]['name'];
const names = fields.map(({ name }) => name);
type Values = Readonly<Record<Name, string>>;

const formId = 'branding-form';

/** How the product looks to the people of this tenant. */
export function Branding({ tenant, onSaved }: { tenant: Profile; onSaved: () => void }): ReactNode {
  return (
    <EditedSection title="Branding" onSaved={onSaved} dialog={(calls) => <EditBranding tenant={tenant} {...calls} />}>
      <Previews color={tenant.brand_color ?? ''} name={tenant.brand_name ?? ''} />
    </EditedSection>
  );
}

function EditBranding({ tenant, onClose, onSaved }: { tenant: Profile; onClose: () => void; onSaved: () => void }): ReactNode {
  const stored: Values = {
    brand_name: tenant.brand_name ?? '',
    entity_name: tenant.entity_name ?? 'College',
    brand_color: tenant.brand_color ?? '',
  };
  const [typed, setTyped] = useState<Partial<Values>>({});
  const { busy, save, errorOf, forget } = useTenantPatch(tenant.id, names, onSaved);
  const values = { ...stored, ...typed };
  const changed = fields.filter(({ name }) => values[name].trim() !== stored[name]);
  const leave = useUnsaved(changed.length > 0 && !busy);
  useFocusBack();
  const put = (name: Name, value: string): void => {
    setTyped({ ...typed, [name]: name === 'brand_color' ? value.toLowerCase() : value });
    forget(name);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed.length) void save(Object.fromEntries(changed.map(({ name }) => [name, values[name].trim() || null])));
  };

  return (
    <Modal
      open
      width={640}
      title="Branding"
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: changed.length === 0, loading: busy }}
      onCancel={() => leave(onClose)}
    >
      <form id={formId} className="p-branding" noValidate onSubmit={submit}>
        <div className="p-tenant-grid">
          {fields.map(({ name, label, help, most }) => (
            <Field
              key={name}
              name={name}
              label={label}
              help={help}
              most={most}
              value={values[name]}
              error={errorOf(name)}
              onChange={(value) => put(name, value)}
            />
          ))}
        </div>
        <Previews color={values.brand_color} name={values.brand_name} />
      </form>
    </Modal>
  );
}

function Field(props: {
  name: Name;
  label: string;
  help: string;
  most: number;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  const { name, label, help, most, value, error, onChange } = props;
  const id = `brand-${name}`;
  return (
    <div className="p-tenant-field">
      <label htmlFor={id}>{label}</label>
      <span className="p-color">
        {name === 'brand_color' ? (
          <input
            type="color"
            aria-label="Pick a colour"
            value={isColor(value) ? value : paletteOf('light').primary.toLowerCase()}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : null}
        <Input
          id={id}
          autoComplete="off"
          value={value}
          maxLength={most}
          placeholder={name === 'brand_color' ? '#0f5f7d' : undefined}
          status={error ? 'error' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-says`}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      {error ? (
        <p id={`${id}-says`} className="p-tenant-error" role="alert">
          {error}
        </p>
      ) : (
        <p id={`${id}-says`} className="p-quiet">
          {help}
        </p>
      )}
    </div>
  );
}

function Previews({ color, name }: { color: string; name: string }): ReactNode {
  return (
    <div className="p-brand-previews">
      <Preview mode="light" color={color} name={name} />
      <Preview mode="dark" color={color} name={name} />
    </div>
  );
}

type TokenStyle = CSSProperties & Readonly<Record<`--p-${string}`, string>>;

/** A button, a link and a chosen row in the colours that this brand colour gives. */
function Preview({ mode, color, name }: { mode: Mode; color: string; name: string }): ReactNode {
  const base = paletteOf(mode);
  const palette = isColor(color) ? { ...base, ...brandPalette(color, base, mode === 'dark') } : base;
  const style: TokenStyle = {
    '--p-surface': palette.surface,
    '--p-text': palette.text,
    '--p-line': palette.line,
    '--p-primary': palette.primary,
    '--p-on-primary': palette['on-primary'],
    '--p-link': palette.link,
    '--p-selected': palette.selected,
  };
  return (
    <figure className="p-brand-preview" style={style}>
      <figcaption>{mode === 'light' ? 'Light' : 'Dark'}</figcaption>
      <strong>{name || 'Your brand'}</strong>
      <span className="p-brand-row">A chosen row</span>
      <span className="p-brand-link">A link</span>
      <span className="p-brand-button">Save</span>
    </figure>
  );
}
