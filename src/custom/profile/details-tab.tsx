import { Input, Select } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { updateUser } from '../../providers/session/session';
import { languages } from '../../schemas/kit/message-fields';
import { FormField } from '../../ui/forms/form-field';
import { FormRefused } from '../../ui/forms/form-refused';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { Avatar } from '../../ui/marks/avatar';
import { messageOf } from '../../ui/page/states';
import type { OwnProfile } from '../../schemas/calls/profile';
import { OwnForm } from './own-form';
import { saveOwn } from './own-profile';

const largest = 2 * 1024 * 1024;

/** Photo, name, phone and languages, and what only the administrator can change. */
export function DetailsTab({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const form = useScreenForm({
    values: { name: own.name, phone: own.phone ?? '', languages: [...(own.languages ?? [])] },
    save: async (entered) => {
      const name = entered.name.trim();
      await saveOwn({ name, phone: entered.phone.trim(), languages: entered.languages });
      updateUser({ name });
      onSaved();
    },
  });
  return (
    <OwnForm
      form={form}
      facts={[
        ['Email', own.email],
        ['Role', own.role_name],
        ['Teams', own.teams?.join(', ')],
        ['Employee code', own.employee_code],
        ['Time zone', own.timezone],
      ]}
    >
      <Photo own={own} onSaved={onSaved} />
      <FormField form={form} name="name" label="Name" required="Name is required">
        {(input) => <Input {...input} maxLength={120} />}
      </FormField>
      <FormField form={form} name="phone" label="Phone">
        {(input) => <Input {...input} type="tel" maxLength={13} />}
      </FormField>
      <FormField form={form} name="languages" label="Languages">
        {(input) => <Select {...input} mode="multiple" options={languages.map((value) => ({ value, label: value }))} />}
      </FormField>
    </OwnForm>
  );
}

/** The photo is saved as soon as it is chosen. */
function Photo({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const picture = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');
  const save = async (photo: string): Promise<void> => {
    setRefused('');
    try {
      await saveOwn({ photo });
      onSaved();
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (picture.current) picture.current.value = '';
    if (!file) return;
    if (file.size > largest) return setRefused('The photo is larger than 2 MB.');
    await save(await dataUrl(file));
  };
  return (
    <>
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
          <button type="button" className="p-chip" onClick={() => void save('')}>
            Remove
          </button>
        ) : null}
      </div>
      <FormRefused text={refused} />
    </>
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
