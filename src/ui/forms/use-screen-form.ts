import { useCallback, useId, useState } from 'react';
import { get, type DefaultValues, type FieldPath, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form';
import { recordIn } from '../../schemas/kit/is-record';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import { useOneAtATime } from '../actions/use-one-at-a-time';
import { messageOf } from '../page/states';
import { humanize } from '../../schemas/kit/resource';
import { useRefineForm } from './use-refine-form';

/** A form of a hand-made screen, as react-hook-form has it, with what each of them needs besides. */
export interface ScreenForm<V extends FieldValues> extends UseFormReturn<V> {
  /** The id of the field's control. */
  readonly idOf: (name: FieldPath<V>) => string;
  /** The id of the form itself, for a button outside it. */
  readonly formId: string;
  readonly saving: boolean;
  /** What was refused and belongs to none of the visible fields; `FormFrame` shows it. */
  readonly refused: string;
  /** Checks, then saves; for the form's `onSubmit` and for buttons. Twice in a row is once. */
  readonly send: (event?: { preventDefault(): void }) => void;
}

/**
 * refine's useForm for a hand-made screen. `save` sends the values and does what follows; what it throws comes under the fields
 * it names, the rest into `refused`, and nothing that was typed is lost. `check` answers what is wrong between fields, by name; a
 * `resolver` replaces the checks of the fields. `labelOf` names a field that is not visible. `id` is the start of every id, where
 * a page or its test knows them. `mode` 'onTouched' also checks a field once it was left, 'all' also while it is changed.
 */
export function useScreenForm<V extends FieldValues>({
  id,
  mode = 'onSubmit',
  values,
  resolver,
  check,
  labelOf = lastPart,
  save,
}: {
  id?: string;
  mode?: 'onSubmit' | 'onTouched' | 'all';
  values: V & DefaultValues<V>;
  resolver?: Resolver<V>;
  check?: (values: V) => Partial<Record<FieldPath<V>, string>>;
  labelOf?: (path: string) => string;
  save: (values: V) => Promise<void>;
}): ScreenForm<V> {
  const own = useId();
  const prefix = id ?? own;
  const [refused, setRefused] = useState('');
  const [saving, setSaving] = useState(false);
  const form = useRefineForm<V>({ defaultValues: values, mode, reValidateMode: 'onChange', ...(resolver ? { resolver } : {}) });
  const { control } = form;
  const isVisible = (name: string): boolean => recordIn(recordIn(get(control._fields, name))['_f'])['mount'] === true;
  const fieldAt = (path: string): string | undefined =>
    [...control._names.mount].find((name) => (path === name || path.startsWith(`${name}.`)) && isVisible(name));
  const withLabel = ({ path, message }: FieldError): string => {
    const label = labelOf(path);
    return messageOf({ message: message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}` });
  };
  const show = (errors: readonly FieldError[], otherwise: string): void => {
    const known = errors.flatMap((error) => {
      const name = fieldAt(error.path);
      return name === undefined ? [] : [[name as FieldPath<V>, error.message] as const];
    });
    for (const [at, [name, message]] of known.entries()) form.setError(name, { message }, { shouldFocus: at === 0 });
    const others = errors.filter(({ path }) => fieldAt(path) === undefined);
    if (others.length || !errors.length) setRefused(others.map(withLabel).join(' ') || otherwise);
  };
  const send = useOneAtATime(async () => {
    setRefused('');
    await form.handleSubmit(
      async (entered) => {
        const faults = Object.entries<string | undefined>(check?.(entered) ?? {});
        const wrong = faults.flatMap(([path, message]) => (message ? [{ path, message }] : []));
        if (wrong.length) return show(wrong, wrong[0]!.message);
        setSaving(true);
        try {
          await save(entered);
          form.reset(entered, { keepValues: true }); // nothing is unsaved any more, although the form may still be there for a moment
        } catch (error) {
          show(error instanceof Problem ? error.errors : [], messageOf(error));
        }
        setSaving(false);
      },
      (wrong) => {
        const hidden = Object.entries(wrong).filter(([path]) => fieldAt(path) === undefined);
        setRefused(
          hidden.flatMap(([path, one]) => (one?.message ? [withLabel({ path, message: String(one.message) })] : [])).join(' '),
        );
      },
    )();
  });
  return {
    ...form,
    idOf: useCallback((name: FieldPath<V>) => `${prefix}-${name}`, [prefix]),
    formId: `${prefix}-form`,
    saving,
    refused,
    send: (event) => {
      event?.preventDefault();
      void send();
    },
  };
}

/** 'fees.due_date' as 'Due date'. */
const lastPart = (path: string): string => humanize(path.slice(path.lastIndexOf('.') + 1));
