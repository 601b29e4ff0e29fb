import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { FormField, type FieldInput } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { isColor } from '../../ui/theme/brand-palette';
import { paletteOf } from '../../ui/theme/theme';
import { BrandPreviews } from './brand-previews';
import { patchTenant } from './patch-tenant';
import type { Profile } from './use-tenant';

const fields = [
  { name: 'brand_name', label: 'Brand name', help: 'In the sidebar, the footer and every page title', most: 80 },
  { name: 'entity_name', label: 'Entity name', help: 'What you call a college: School, University, Institute', most: 30 },
  { name: 'brand_color', label: 'Brand colour', help: 'Buttons, links and marks; empty for the usual one', most: 7 },
] as const;

/** The dialog 'Branding'. It sends what was changed; an emptied field goes back to the usual. */
export function EditBranding({
  tenant,
  onClose,
  onSaved,
}: {
  tenant: Profile;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  useFocusBack();
  const stored = {
    brand_name: tenant.brand_name ?? '',
    entity_name: tenant.entity_name ?? 'College',
    brand_color: tenant.brand_color ?? '',
  };
  const form = useScreenForm({
    id: 'brand',
    values: stored,
    save: async (entered) => {
      const changes = fields.flatMap(({ name }) => {
        const text = entered[name].trim();
        return text === stored[name] ? [] : [[name, text || null]];
      });
      if (!changes.length) return;
      await patchTenant(tenant.id, Object.fromEntries(changes));
      onSaved();
    },
  });
  const [brand, entity, color] = useWatch({ control: form.control, name: ['brand_name', 'entity_name', 'brand_color'] });
  const changed =
    brand.trim() !== stored.brand_name || entity.trim() !== stored.entity_name || color.trim() !== stored.brand_color;
  const leave = useUnsaved(changed && !form.saving);
  return (
    <Modal
      open
      width={640}
      title="Branding"
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, disabled: !changed, loading: form.saving }}
      onCancel={() => leave(onClose)}
    >
      <FormFrame form={form} className="p-branding">
        <div className="p-tenant-grid">
          {fields.map(({ name, label, help, most }) => (
            <FormField key={name} form={form} name={name} label={label} help={help}>
              {(input) =>
                name === 'brand_color' ? (
                  <ColorInput {...input} maxLength={most} />
                ) : (
                  <Input {...input} autoComplete="off" maxLength={most} />
                )
              }
            </FormField>
          ))}
        </div>
        <BrandPreviews color={color} name={brand} />
      </FormFrame>
    </Modal>
  );
}

/** A colour picked or typed as '#0f5f7d', in lower case. */
function ColorInput({ value, onChange, maxLength, ...input }: FieldInput<string> & { maxLength: number }): ReactNode {
  return (
    <span className="p-color">
      <input
        type="color"
        aria-label="Pick a colour"
        value={isColor(value) ? value : paletteOf('light').primary.toLowerCase()}
        onChange={({ target }) => onChange(target.value)}
      />
      <Input
        {...input}
        autoComplete="off"
        value={value}
        maxLength={maxLength}
        placeholder="#0f5f7d"
        onChange={({ target }) => onChange(target.value.toLowerCase())}
      />
    </span>
  );
}
