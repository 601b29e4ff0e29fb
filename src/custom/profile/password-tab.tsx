import { Button, Input } from 'antd';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { changeOwnPassword } from '../../providers/session/own-password';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';

/** A new password; every other sign-in ends with the old one. */
export function PasswordTab(): ReactNode {
  const id = useId();
  const [values, setValues] = useState({ current: '', next: '', again: '' });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const fault = faultOf(values);
    setRefused(fault);
    if (fault || busy) return;
    setBusy(true);
    try {
      await changeOwnPassword(values.current, values.next);
      setValues({ current: '', next: '', again: '' });
      toasts.success('Password changed. You are signed out everywhere else.');
    } catch (error) {
      setRefused(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form className="p-profile-form" noValidate onSubmit={(event) => void submit(event)}>
      {fields.map(([name, label, autoComplete]) => (
        <div key={name} className="p-profile-field">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <Input.Password
            id={`${id}-${name}`}
            value={values[name]}
            maxLength={128}
            autoComplete={autoComplete}
            onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
          />
        </div>
      ))}
      <p className="p-quiet" role="status">
        {values.next ? strengthOf(values.next) : 'At least 10 characters; a sentence is good.'}
      </p>
      {refused ? (
        <p role="alert" className="p-profile-refused">
          {refused}
        </p>
      ) : null}
      <Button type="primary" htmlType="submit" loading={busy}>
        Change password
      </Button>
    </form>
  );
}

const fields = [
  ['current', 'Current password', 'current-password'],
  ['next', 'New password', 'new-password'],
  ['again', 'New password again', 'new-password'],
] as const;

function faultOf({ current, next, again }: { current: string; next: string; again: string }): string {
  if (!current) return 'Current password is required.';
  if (next.length < 10) return 'The new password must have at least 10 characters.';
  if (next === current) return 'The new password must differ from the current one.';
  return next === again ? '' : 'The two new passwords differ.';
}

function strengthOf(password: string): string {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (password.length < 10 || different < 6) return 'Strength: weak';
  return password.length >= 16 || (kinds >= 3 && password.length >= 12) ? 'Strength: strong' : 'Strength: fair';
}
