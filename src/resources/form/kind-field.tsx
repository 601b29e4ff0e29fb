import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { memo, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { derivedFields } from '../../schemas/kit/derived';
import { originInWords } from '../../schemas/kit/derived-words';
import { titleOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { NotActive } from '../../ui/page/not-active';
import { fieldId, type FormContext } from './form-context';
import { KindWidget } from './kind-widget';

/** The library types a field's value as the whole form's. */
type Props = Pick<FieldProps<AnyRow, RJSFSchema, FormContext>, 'name' | 'rawErrors' | 'disabled' | 'registry' | 'onBlur'> & {
  readonly formData?: unknown;
};

/** One field of the form. A key stroke renders only fields whose value, errors or dependencies changed. */
export function KindField({ name, formData, rawErrors, disabled, registry, onBlur }: Props): ReactNode {
  const { resource, record, labels, editing, required, shown, change, touch, prefix, onCreate } = registry.formContext;
  const { kind } = kindAt(resource, name);
  const derived = derivedFields(resource).includes(name);
  const errors = shown === 'all' || shown.has(name) ? [...new Set(rawErrors ?? [])].join('. ') : '';
  return (
    <FieldBox
      name={name}
      resource={resource}
      value={formData}
      record={kind.looksAround ? record : nothing}
      label={labels[name]}
      disabled={(disabled ?? false) || derived || (editing && isClosed(resource, name))}
      required={required.has(name)}
      errors={errors}
      change={change}
      touch={touch}
      prefix={prefix}
      onCreate={onCreate}
      blur={onBlur}
    />
  );
}

/** Can be set only when the record is created, or this role cannot change it. */
const isClosed = (resource: AnyResource, name: string): boolean =>
  (resource.fixed?.includes(name) ?? false) || (resource.locked?.includes(name) ?? false);

const nothing = {};

interface Box extends Pick<FormContext, 'resource' | 'record' | 'change' | 'touch' | 'prefix' | 'onCreate'> {
  name: string;
  resource: AnyResource;
  value: unknown;
  label: string | readonly string[] | undefined;
  disabled: boolean;
  required: boolean;
  errors: string;
  blur: (id: string, value: unknown) => void;
}

/** Label above, help before the error, error under the control. */
const FieldBox = memo(function FieldBox({
  name,
  resource,
  value,
  record,
  label,
  disabled,
  required,
  errors,
  change,
  touch,
  prefix,
  onCreate,
  blur,
}: Box): ReactNode {
  const { at, kind } = kindAt(resource, name);
  const id = fieldId(prefix, name);
  const help = resource.ui?.[name]?.help ?? at.field.description ?? originInWords(resource, name);
  const idle = resource.later?.noted?.[name];
  const describedBy = [help ? `${id}-help` : '', idle ? `${id}-idle` : '', errors ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div
      className={errors ? 'p-field p-wrong' : 'p-field'}
      data-kind={kind.name}
      data-wide={kind.wide}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        touch(name);
        blur(id, value);
      }}
    >
      <label htmlFor={id}>
        {titleOf(resource, name)}
        {required ? (
          <span className="p-required" aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      <KindWidget
        id={id}
        at={at}
        value={value}
        onChange={(next) => change(name, next)}
        onChangeWith={(next, beside) => change(name, next, beside)}
        record={record}
        label={label}
        disabled={disabled}
        required={required}
        invalid={errors !== ''}
        describedBy={describedBy || undefined}
        onCreate={onCreate}
        placeholder={resource.ui?.[name]?.placeholder}
      />
      {help ? (
        <p id={`${id}-help`} className="p-help">
          {help}
        </p>
      ) : null}
      {idle ? <NotActive id={`${id}-idle`} why={idle} /> : null}
      {errors ? (
        <p id={`${id}-error`} className="p-error" role="alert">
          {errors}
        </p>
      ) : null}
    </div>
  );
});
