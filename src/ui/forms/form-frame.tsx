import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormRefused } from './form-refused';
import type { ScreenForm } from './use-screen-form';

/** The form element of a hand-made screen. What was refused and belongs to none of the visible fields is at its top. */
export function FormFrame({
  form,
  children,
  ...rest
}: Pick<ComponentProps<'form'>, 'className' | 'aria-label' | 'onChange' | 'children'> & {
  form: Pick<ScreenForm<FieldValues>, 'formId' | 'refused' | 'send'>;
}): ReactNode {
  return (
    <form {...rest} id={form.formId} noValidate onSubmit={form.send}>
      <FormRefused text={form.refused} />
      {children}
    </form>
  );
}
