import { useInvalidate, useUpdate } from '@refinedev/core';
import { Button } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import type { AnyResource } from '../../schemas/kit/resource';
import { toasts } from '../../ui/toasts/toasts';
import { KindWidget } from '../form/kind-widget';
import { columnTitle, textOf, type AnyRow } from '../kind-looks';
import { refusalOf } from '../refusal';
import './list-tools.css';

/** Edits one field of one record, saved with the version that was shown: a change by someone else is shown, never overwritten. */
export default function InlineEditor(props: {
  resource: AnyResource;
  name: string;
  row: AnyRow & { id: string | number };
  onClose: () => void;
}): ReactNode {
  const { resource, name, row, onClose } = props;
  const { at } = kindAt(resource, name);
  const title = columnTitle(resource, name);
  const invalidate = useInvalidate();
  const { mutateAsync: update } = useUpdate();
  const [value, setValue] = useState<unknown>(row[name]);
  const [version, setVersion] = useState(row['row_version']);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    setRefused(undefined);
    try {
      await update({
        resource: resource.name,
        id: row.id,
        values: { [name]: value === undefined || value === '' ? null : value, row_version: version },
        successNotification: false,
        errorNotification: false,
      });
      toasts.success(`${title} saved`);
      onClose();
    } catch (error) {
      const { current, message, errors } = refusalOf(error);
      if (current) {
        const theirs: AnyRow = current;
        setVersion(theirs['row_version']);
        setRefused(`Someone else saved first: the value is now '${textOf(resource, name, theirs)}'. Save again to replace it.`);
        void invalidate({ resource: resource.name, invalidates: ['list'] });
      } else setRefused(errors[0]?.message ?? message);
      setSaving(false);
    }
  };
  return (
    <form className="p-inline-form" onSubmit={(event) => void save(event)}>
      <label htmlFor="p-inline-value">{title}</label>
      <KindWidget
        id="p-inline-value"
        at={at}
        value={value}
        onChange={setValue}
        record={row}
        label={row._labels?.[name]}
        invalid={refused !== undefined}
        describedBy={refused ? 'p-inline-refused' : undefined}
      />
      {refused ? (
        <p id="p-inline-refused" role="alert" className="p-wrong">
          {refused}
        </p>
      ) : null}
      <div className="p-filter-end">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" type="primary" htmlType="submit" loading={saving}>
          Save
        </Button>
      </div>
    </form>
  );
}
