import type { BaseRecord, HttpError } from '@refinedev/core';
import { useForm } from '@refinedev/react-hook-form';
import type { FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';

/**
 * refine's useForm for what saves by a call of its own: refine reads no record here and leads nowhere. It also raises no warning
 * of its own, which would outlive a dialog that was cancelled: a form that can lose something says so with `useUnsaved`.
 */
export const useRefineForm = <V extends FieldValues>(props: UseFormProps<V>): UseFormReturn<V> =>
  useForm<BaseRecord, HttpError, V>({
    ...props,
    warnWhenUnsavedChanges: false,
    refineCoreProps: { action: 'create', redirect: false },
  });
