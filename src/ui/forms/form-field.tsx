import type { ReactNode } from 'react';
import {
  Controller,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type PathValue,
  type RefCallBack,
} from 'react-hook-form';
import { FieldFrame } from './field-frame';
import type { ScreenForm } from './use-screen-form';

/** What a field gives to its control; antd's Input, Select, InputNumber and DatePicker take it whole. */
export interface FieldInput<V> {
  readonly id: string;
  readonly value: V;
  readonly onChange: (change: unknown) => void;
  readonly onBlur: () => void;
  readonly ref: RefCallBack;
  readonly status: '' | 'error';
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** What a field needs of its form; stable between renders. */
export type FieldForm<V extends FieldValues> = Pick<ScreenForm<V>, 'control' | 'idOf'>;

/**
 * One field of a hand-made form. `required` is the sentence under an empty one, or true where the form says it in another way; `check`
 * answers what is wrong with a value. `hideLabel` keeps the label for screen readers alone.
 */
export function FormField<V extends FieldValues, const N extends FieldPath<V>>({
  form,
  name,
  label,
  required,
  check,
  help,
  wide = false,
  hideLabel = false,
  children,
}: {
  form: FieldForm<V>;
  name: N;
  label: ReactNode;
  required?: string | true | undefined;
  check?: (value: PathValue<V, N>) => string | undefined;
  help?: ReactNode;
  wide?: boolean;
  hideLabel?: boolean;
  children: (input: FieldInput<FieldPathValue<V, N>>) => ReactNode;
}): ReactNode {
  const id = form.idOf(name);
  const isRequired = Boolean(required);
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: (value) => (typeof required === 'string' && isBlank(value) ? required : check?.(value)) }}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <FieldFrame
          id={id}
          label={label}
          required={isRequired}
          error={error?.message}
          help={help}
          wide={wide}
          hideLabel={hideLabel}
        >
          {children({
            id,
            value,
            onChange,
            onBlur,
            ref,
            status: error ? 'error' : '',
            'aria-required': isRequired || undefined,
            'aria-invalid': error !== undefined || undefined,
            'aria-describedby': error || help ? `${id}-note` : undefined,
          })}
        </FieldFrame>
      )}
    />
  );
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
