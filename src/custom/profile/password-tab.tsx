import { Button, Input } from 'antd';
import { useWatch } from 'react-hook-form';
import type { ReactNode } from 'react';
import { changeOwnPassword } from '../../providers/session/own-password';
import { counted } from '../../schemas/kit/counted';
import { passwordFault, passwordLength } from '../../schemas/kit/password-rules';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';

const empty = { current: '', next: '', again: '' };

/** A new password; every other session ends. */
export function PasswordTab(): ReactNode {
  const form = useScreenForm({
    values: empty,
    check: ({ current, next, again }) => ({
      ...(next === current ? { next: 'The new password must differ from the current one.' } : {}),
      ...(next === again ? {} : { again: 'The two new passwords differ.' }),
    }),
    save: async ({ current, next }) => {
      const message = await changeOwnPassword(current, next);
      form.reset(empty);
      toasts.success(message);
    },
  });
  const next = useWatch({ control: form.control, name: 'next' });
  return (
    <FormFrame form={form} className="p-profile-form">
      <FormField form={form} name="current" label="Current password" required="Current password is required">
        {(input) => <Input.Password {...input} maxLength={128} autoComplete="current-password" />}
      </FormField>
      <FormField form={form} name="next" label="New password" required check={newFault} help={strengthOf(next)}>
        {(input) => <Input.Password {...input} maxLength={128} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="again" label="New password again" required="Enter the new password again.">
        {(input) => <Input.Password {...input} maxLength={128} autoComplete="new-password" />}
      </FormField>
      <Button type="primary" htmlType="submit" loading={form.saving}>
        Change password
      </Button>
    </FormFrame>
  );
}

const newFault = (password: string): string | undefined => passwordFault(password, 'New password');

function strengthOf(password: string): string {
  if (!password) return `Minimum ${counted(passwordLength.minLength, 'character')}. A sentence works well.`;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (password.length < passwordLength.minLength || different < 6) return 'Strength: weak';
  return password.length >= 16 || (kinds >= 3 && password.length >= 12) ? 'Strength: strong' : 'Strength: fair';
}
