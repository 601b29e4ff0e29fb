import { Button, Input, Select } from 'antd';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { updateUser } from '../../providers/session/session';
import { languages } from '../../schemas/kit/message-fields';
import { Avatar } from '../../ui/marks/avatar';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import type { OwnProfile } from '../../schemas/calls/profile';
import { saveOwn } from './own-profile';
import type { CallValues } from '../../providers/calls/call';

const largest = 2 * 1024 * 1024;

/** Photo, name, phone and languages; what the administrator keeps stands beside them. */
export function DetailsTab({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const id = useId();
  const picture = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(own.name);
  const [phone, setPhone] = useState(own.phone ?? '');
  const [spoken, setSpoken] = useState<string[]>([...(own.languages ?? [])]);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const save = async (values: CallValues): Promise<void> => {
    setBusy(true);
    setRefused('');
    try {
      await saveOwn(values);
      if (values['name']) updateUser({ name: String(values['name']) });
      toasts.success('Profile saved.');
      onSaved();
    } catch (error) {
      setRefused(messageOf(error));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!name.trim()) return setRefused('Name is required.');
    return void save({ name: name.trim(), phone: phone.trim(), languages: spoken });
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (picture.current) picture.current.value = '';
    if (!file) return;
    if (file.size > largest) return setRefused('The photo is larger than 2 MB.');
    await save({ photo: await dataUrl(file) });
  };
  return (
    <form className="p-profile-form" noValidate onSubmit={submit}>
      <div className="p-profile-photo">
        {own.logo_image ? <img src={own.logo_image} alt={`${own.name}`} /> : <Avatar name={own.name} size={40} />}
        <label className="p-chip">
          {own.logo_image ? 'Change photo' : 'Add photo'}
          <input
            ref={picture}
            type="file"
            accept="image/png,image/jpeg"
            className="p-visually-hidden"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        {own.logo_image ? (
          <button type="button" className="p-chip" onClick={() => void save({ photo: '' })}>
            Remove
          </button>
        ) : null}
      </div>
      <label htmlFor={`${id}-name`}>Name</label>
      <Input id={`${id}-name`} value={name} maxLength={120} onChange={({ target }) => setName(target.value)} />
      <label htmlFor={`${id}-phone`}>Phone</label>
      <Input id={`${id}-phone`} type="tel" value={phone} maxLength={13} onChange={({ target }) => setPhone(target.value)} />
      <label htmlFor={`${id}-languages`}>Languages</label>
      <Select
        id={`${id}-languages`}
        mode="multiple"
        value={spoken}
        options={languages.map((value) => ({ value, label: value }))}
        onChange={setSpoken}
      />
      <dl>
        {(
          [
            ['Email', own.email],
            ['Role', own.role_name],
            ['Teams', own.teams?.join(', ')],
            ['Employee code', own.employee_code],
            ['Time zone', own.timezone],
          ] as const
        ).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || '–'}</dd>
          </div>
        ))}
      </dl>
      {refused ? (
        <p role="alert" className="p-profile-refused">
          {refused}
        </p>
      ) : null}
      <Button type="primary" htmlType="submit" loading={busy}>
        Save
      </Button>
    </form>
  );
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The photo could not be read.'));
    reader.readAsDataURL(file);
  });
}
