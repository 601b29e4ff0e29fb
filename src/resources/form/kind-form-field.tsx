import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form';
import type { FieldAt } from '../../kinds/kind';
import { FormField, type FieldForm } from '../../ui/forms/form-field';
import { KindWidget } from './kind-widget';
import type { AnyRow } from '../kind-looks';

/** A field of a resource in a hand-made form, edited by the widget of its kind. */
export function KindFormField<V extends FieldValues, const N extends FieldPath<V>>({
  at,
  record,
  valueLabel,
  onTexts,
  onBeside,
  ...field
}: {
  form: FieldForm<V>;
  name: N;
  label: ReactNode;
  at: FieldAt;
  record: Readonly<AnyRow>;
  required?: string | undefined;
  check?: (value: PathValue<V, N>) => string | undefined;
  help?: ReactNode;
  /** The server's text of a reference. */
  valueLabel?: string | readonly string[] | undefined;
  /** What a newly selected reference is called. */
  onTexts?: (texts: readonly string[] | undefined) => void;
  /** Where the control sets other fields of the record too. */
  onBeside?: (beside: Readonly<AnyRow>) => void;
}): ReactNode {
  return (
    <FormField {...field}>
      {({ id, value, onChange, status, 'aria-describedby': describedBy }) => (
        <KindWidget
          id={id}
          at={at}
          value={value}
          // react-hook-form takes an object with a `target` for an event
          onChange={(next, texts) => {
            onTexts?.(texts);
            onChange({ target: { value: next } });
          }}
          {...(onBeside
            ? {
                onChangeWith: (next: unknown, beside: Readonly<AnyRow>) => {
                  onBeside(beside);
                  onChange({ target: { value: next } });
                },
              }
            : {})}
          alone
          record={record}
          label={valueLabel}
          required={Boolean(field.required)}
          invalid={status === 'error'}
          describedBy={describedBy}
        />
      )}
    </FormField>
  );
}
