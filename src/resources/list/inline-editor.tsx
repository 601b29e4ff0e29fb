import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { displayOf } from '../../schemas/kit/resource';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { KindFormField } from '../form/kind-form-field';
import { columnTitle, textOf, type AnyRow } from '../kind-looks';
import type { OpenCell } from './inline-host';
import { showInLists } from './show-in-lists';
import { useInlineSave } from './use-inline-save';
import './list-tools.css';

/**
 * Edits one field of one record. The list shows the new value at once and the old one again if it is refused. It is saved with the
 * version that was shown: a change of this field by someone else is shown, never overwritten.
 */
export default function InlineEditor(
  props: Omit<OpenCell, 'anchor'> & {
    /** The row is no longer on the page. */
    isGone: boolean;
    onClose: () => void;
  },
): ReactNode {
  const { resource, name, row, input, onClose } = props;
  const title = columnTitle(resource, name);
  const client = useQueryClient();
  const [beside, setBeside] = useState<AnyRow>({});
  const label = useRef<string | readonly string[] | undefined>(undefined);
  const saveFields = useInlineSave(props);
  const form = useScreenForm<AnyRow>({
    id: 'p-inline',
    values: { [name]: row[name] },
    labelOf: (path) => columnTitle(resource, path),
    save: async ({ [name]: value }) => {
      const next = value === undefined || value === '' ? null : value;
      const takeBack = showInLists(client, resource.name, row.id, {
        ...beside,
        [name]: next,
        ...(label.current === undefined ? {} : { _labels: { [name]: label.current } }),
      });
      try {
        const version = await saveFields({ ...beside, [name]: next });
        // The next cell is saved with this version, whether or not the list has been read again.
        showInLists(client, resource.name, row.id, { row_version: version });
      } catch (error) {
        takeBack();
        throw error;
      }
      toasts.success(`${title} saved`);
      onClose();
    },
  });
  return (
    <FormFrame form={form} className="p-inline-form">
      {input ? (
        <FormField form={form} name={name} label={title}>
          {({ id, value, onChange }) =>
            input({
              id,
              value,
              label: value === row[name] ? [row._labels?.[name]].flat()[0] : undefined,
              onChange: (chosen, text) => {
                label.current = text;
                onChange(chosen);
              },
            })
          }
        </FormField>
      ) : (
        <KindFormField
          form={form}
          name={name}
          label={title}
          at={kindAt(resource, name).at}
          record={row}
          valueLabel={row._labels?.[name]}
          onBeside={setBeside}
          onTexts={(texts) => (label.current = Array.isArray(row[name]) ? texts : texts?.[0])}
        />
      )}
      {props.isGone ? (
        <p className="p-quiet" role="status">
          {textOf(resource, displayOf(resource), row)} is no longer on this page of the list. You can still save.
        </p>
      ) : null}
      <div className="p-filter-end">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" type="primary" htmlType="submit" loading={form.saving}>
          Save
        </Button>
      </div>
    </FormFrame>
  );
}
