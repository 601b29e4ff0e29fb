import { Input, Select, Switch } from 'antd';
import { memo, type ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { isRecord } from '../../schemas/kit/is-record';
import { FormField as Field, type FieldForm, type FieldInput } from '../../ui/forms/form-field';
import { NotActive } from '../../ui/page/not-active';
import { MomentPicker } from '../../ui/time/moment-picker';
import type { FieldName, FormField } from './form-fields';
import { shownMoment, storedMoment, type Values } from './form-values';
import type { Choice } from './use-look-ups';

interface InputProps {
  readonly field: FormField;
  readonly label: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly choices: readonly Choice[] | undefined;
}

/** One field of the tenant's form; `onChanged` follows each change of its value. */
export const TenantField = memo(function TenantField({
  form,
  idle,
  onChanged,
  ...props
}: InputProps & {
  form: FieldForm<Values>;
  /** Why the field has no effect yet. */
  idle: string | undefined;
  onChanged: (name: FieldName) => void;
}): ReactNode {
  const { field, label, required } = props;
  return (
    <div className={field.wide ? 'p-tenant-field p-wide' : 'p-tenant-field'}>
      <Field form={form} name={field.name} label={label} required={required || undefined}>
        {(input) => (
          <TenantInput
            {...props}
            input={{
              ...input,
              onChange: (next) => {
                input.onChange(next);
                onChanged(field.name);
              },
            }}
          />
        )}
      </Field>
      {idle ? <NotActive why={idle} /> : null}
    </div>
  );
});

function TenantInput({
  field,
  label,
  required,
  disabled,
  choices,
  input,
}: InputProps & { input: FieldInput<unknown> }): ReactNode {
  const { id, value, onChange, ...rest } = input;
  const common = { ...rest, id, disabled };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const several = (max: number): ReactNode => (
    <Select
      {...common}
      aria-label={label}
      mode="multiple"
      optionFilterProp="label"
      maxTagCount={max}
      maxTagPlaceholder={(more) => `+${more.length}`}
      value={
        Array.isArray(value)
          ? value.filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
          : []
      }
      options={[...(choices ?? [])]}
      onChange={onChange}
    />
  );
  switch (field.kind) {
    case 'flag':
      return <Switch id={id} aria-label={label} checked={value === 1} onChange={(on) => onChange(on ? 1 : 0)} />;
    case 'area':
      return <Input.TextArea {...common} rows={field.rows ?? 3} value={text} onChange={onChange} />;
    case 'number':
      return <Input {...common} type="number" value={text} onChange={onChange} />;
    case 'moment':
      return <MomentPicker {...common} value={shownMoment(value)} onChange={(local) => onChange(storedMoment(local))} />;
    case 'choice':
    case 'country':
    case 'state':
    case 'city':
      return (
        <Select
          {...common}
          aria-label={label}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={!required}
          value={text || null}
          options={[...(field.choices ?? choices ?? [])]}
          onChange={(next: string | null | undefined) => onChange(next ?? '')}
        />
      );
    case 'colleges':
    case 'sources':
    case 'countries':
      return several(3);
    case 'permissions':
      return several(5);
    case 'senders':
      return (
        <Select
          {...common}
          aria-label={label}
          mode="tags"
          maxTagCount={5}
          maxTagPlaceholder={(more) => `+${more.length}`}
          tokenSeparators={[',', ' ']}
          value={Array.isArray(value) ? value.flatMap((one: unknown) => (isRecord(one) ? [String(one['sender_id'])] : [])) : []}
          onChange={(ids: string[]) => onChange(ids.map((sender_id) => ({ sender_id })))}
        />
      );
    case 'template':
      return (
        <ReferenceSelect
          id={id}
          aria-label={label}
          resource="campaign-templates"
          value={text || null}
          allowClear
          onChange={(next) => onChange(next ?? '')}
        />
      );
    default:
      return <Input {...common} autoComplete="off" value={text} onChange={onChange} />;
  }
}
