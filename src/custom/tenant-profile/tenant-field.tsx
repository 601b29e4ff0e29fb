import { Input, Select, Switch } from 'antd';
import { memo, type ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { isRecord } from '../../schemas/kit/is-record';
import { NotActive } from '../../ui/page/not-active';
import type { FormField } from './form-fields';
import { shownMoment, storedMoment } from './form-values';
import type { Choice } from './use-look-ups';

export interface TenantFieldProps {
  readonly field: FormField;
  readonly label: string;
  /** Why the field has no effect yet. */
  readonly idle: string | undefined;
  readonly value: unknown;
  readonly required: boolean;
  /** Shown once the field has lost focus. */
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly choices: readonly Choice[] | undefined;
  readonly change: (name: FormField['name'], value: unknown) => void;
  readonly touch: (name: FormField['name']) => void;
}

/** One field with its label and error. A key stroke renders only this field. */
export const TenantField = memo(function TenantField(props: TenantFieldProps): ReactNode {
  const { field, label, required, error } = props;
  const id = `tenant-${field.name}`;
  const input = <FieldInput {...props} id={id} />;
  return (
    <div className={field.wide ? 'p-tenant-field p-wide' : 'p-tenant-field'}>
      <label htmlFor={id}>
        {label}
        {required ? <span className="p-tenant-mark"> *</span> : null}
      </label>
      {input}
      {props.idle ? <NotActive why={props.idle} /> : null}
      {error ? (
        <p id={`${id}-error`} className="p-tenant-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
});

function FieldInput({
  field,
  id,
  label,
  value,
  required,
  error,
  disabled,
  choices,
  change,
  touch,
}: TenantFieldProps & { id: string }): ReactNode {
  const { name, kind } = field;
  const put = (next: unknown): void => change(name, next);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const common = {
    id,
    disabled,
    status: error ? ('error' as const) : ('' as const),
    'aria-required': required || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    onBlur: () => touch(name),
  };
  const several = (max: number): ReactNode => (
    <Select
      {...common}
      aria-label={label}
      mode="multiple"
      optionFilterProp="label"
      maxTagCount={max}
      maxTagPlaceholder={(rest) => `+${rest.length}`}
      value={
        Array.isArray(value)
          ? value.filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
          : []
      }
      options={[...(choices ?? [])]}
      onChange={put}
    />
  );
  switch (kind) {
    case 'flag':
      return <Switch id={id} aria-label={label} checked={value === 1} onChange={(on) => put(on ? 1 : 0)} />;
    case 'area':
      return <Input.TextArea {...common} rows={field.rows ?? 3} value={text} onChange={(event) => put(event.target.value)} />;
    case 'number':
      return <Input {...common} type="number" value={text} onChange={(event) => put(event.target.value)} />;
    case 'moment':
      return (
        <Input
          {...common}
          type="datetime-local"
          value={shownMoment(value)}
          onChange={(event) => put(storedMoment(event.target.value))}
        />
      );
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
          onChange={(next: string | null | undefined) => put(next ?? '')}
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
          maxTagPlaceholder={(rest) => `+${rest.length}`}
          tokenSeparators={[',', ' ']}
          value={Array.isArray(value) ? value.flatMap((one: unknown) => (isRecord(one) ? [String(one['sender_id'])] : [])) : []}
          onChange={(ids: string[]) => put(ids.map((sender_id) => ({ sender_id })))}
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
          onChange={(next) => put(next ?? '')}
        />
      );
    default:
      return <Input {...common} autoComplete="off" value={text} onChange={(event) => put(event.target.value)} />;
  }
}
