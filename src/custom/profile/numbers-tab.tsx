import { Button, Input } from 'antd';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import type { OwnProfile } from '../../schemas/calls/profile';
import { saveOwn } from './own-profile';

/** The extension that calls ring at; WhatsApp is given by the administrator. */
export function NumbersTab({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const id = useId();
  const [extension, setExtension] = useState(own.extension ?? '');
  const [refused, setRefused] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRefused('');
    try {
      await saveOwn({ extension: extension.trim() });
      toasts.success('Profile saved.');
      onSaved();
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  return (
    <form className="p-profile-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-extension`}>Telephony extension</label>
      <Input
        id={`${id}-extension`}
        value={extension}
        maxLength={20}
        inputMode="tel"
        onChange={({ target }) => setExtension(target.value)}
      />
      <dl>
        <div>
          <dt>WhatsApp</dt>
          <dd>{own.wp_access ? 'You may write to leads' : 'Not given to you; ask your administrator'}</dd>
        </div>
      </dl>
      {refused ? (
        <p role="alert" className="p-profile-refused">
          {refused}
        </p>
      ) : null}
      <Button type="primary" htmlType="submit">
        Save
      </Button>
    </form>
  );
}
