import { Button } from 'antd';
import { useState, type ReactNode } from 'react';

interface Dialog {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A part of the profile with a dialog of its own: the current values, and a button to change them. */
export function EditedSection(props: {
  title: string;
  children: ReactNode;
  dialog: (calls: Dialog) => ReactNode;
  onSaved: () => void;
}): ReactNode {
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  return (
    <section aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
      <div className="p-brand-save">
        <Button onClick={() => setEditing(true)}>Change {props.title.toLowerCase()}</Button>
      </div>
      {editing
        ? props.dialog({
            onClose: close,
            onSaved: () => {
              close();
              props.onSaved();
            },
          })
        : null}
    </section>
  );
}
