import { useCallback, useId, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import { useOneAtATime } from '../actions/use-one-at-a-time';
import { messageOf } from '../page/states';
import { useRefineForm } from './use-refine-form';

/** A form of a hand-made screen, as react-hook-form has it, with what each of them needs besides. */
export interface ScreenForm<V extends FieldValues> extends UseFormReturn<V> {
  /** The id of the field's control. */
  readonly idOf: (name: FieldPath<V>) => string;
  /** The id of the form itself, for a button outside it. */
  readonly formId: string;
  readonly saving: boolean;
  /** What was refused and belongs to none of the fields. */
  readonly refused: string;
  /** Checks, then saves; for the form's `onSubmit` and for buttons. Twice in a row is once. */
  readonly send: (event?: { preventDefault(): void }) => void;
}

/**
 * refine's useForm for a hand-made screen. `save` sends the values and does what follows; what it throws comes under the fields
 * it names, the rest into `refused`, and nothing that was typed is lost. `check` answers what is wrong between fields, by name.
 * `id` is the start of every id, where a page or its test knows them. `mode` 'onTouched' also checks a field once it was left.
 */
export function useScreenForm<V extends FieldValues>({
  id,
  mode = 'onSubmit',
  values,
  check,
  save,
}: {
  id?: string;
  mode?: 'onSubmit' | 'onTouched';
  values: V & DefaultValues<V>;
  check?: (values: V) => Partial<Record<FieldPath<V>, string>>;
  save: (values: V) => Promise<void>;
}): ScreenForm<V> {
  const own = useId();
  const prefix = id ?? own;
  const [refused, setRefused] = useState('');
  const form = useRefineForm<V>({ defaultValues: values, mode, reValidateMode: 'onChange' });
  const show = (errors: readonly FieldError[], otherwise: string): void => {
    const fields = form.control._names.mount;
    const nameOf = (path: string): string | undefined => [...fields].find((one) => path === one || path.startsWith(`${one}.`));
    const known = errors.flatMap(({ path, message }) => {
      const name = nameOf(path);
      return name === undefined ? [] : [[name as FieldPath<V>, message] as const];
    });
    for (const [at, [name, message]] of known.entries()) form.setError(name, { message }, { shouldFocus: at === 0 });
    const other = errors.find(({ path }) => nameOf(path) === undefined);
    if (other || !errors.length) setRefused(other ? messageOf(other) : otherwise);
  };
  const send = useOneAtATime(async () => {
    setRefused('');
    await form.handleSubmit(async (entered) => {
      const faults = Object.entries<string | undefined>(check?.(entered) ?? {});
      const wrong = faults.flatMap(([path, message]) => (message ? [{ path, message }] : []));
      if (wrong.length) return show(wrong, wrong[0]!.message);
      try {
        await save(entered);
      } catch (error) {
        show(error instanceof Problem ? error.errors : [], messageOf(error));
      }
    })();
  });
  return {
    ...form,
    idOf: useCallback((name: FieldPath<V>) => `${prefix}-${name}`, [prefix]),
    formId: `${prefix}-form`,
    saving: form.formState.isSubmitting,
    refused,
    send: (event) => {
      event?.preventDefault();
      void send();
    },
  };
}
