import { useUpdate } from '@refinedev/core';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { mayEditNow } from '../../schemas/kit/may-change';
import { counted } from '../../schemas/kit/counted';
import { fullTime } from '../../ui/time/dates';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { toasts } from '../../ui/toasts/toasts';
import { textOf, type AnyRow } from '../kind-looks';
import { refusalOf } from '../refusal';
import { offers } from '../resource-paths';
import type { ActedRow } from '../use-record-actions';
import { changesTo, comparedFields, isAlike, versionsOf, type Entry } from './versions';

/** Two versions of a record next to each other. An earlier one is restored as an ordinary change, with its rights and checks. */
export default function RecordVersions(props: {
  resource: AnyResource;
  row: ActedRow;
  entries: readonly Entry[];
  chosen: number;
  onClose: () => void;
}): ReactNode {
  const { resource, row, entries, onClose } = props;
  useFocusBack();
  const may = useMayDo(resource);
  const { mutateAsync: update } = useUpdate();
  const [one, setOne] = useState(props.chosen);
  const [other, setOther] = useState(0);
  const [whole, setWhole] = useState(false);
  const [saving, setSaving] = useState(false);
  const versions = versionsOf(row, entries);
  const [then = row, against = row] = [versions[one], versions[other]];
  const fields = comparedFields(resource).filter((name) => whole || !isAlike(then[name], against[name]));
  const changes = changesTo(resource, then, row);
  const count = Object.keys(changes).length;
  const mayRestore = offers(resource, 'update') && may('update') && mayEditNow(resource, row) && count > 0;

  async function restore(): Promise<void> {
    setSaving(true);
    try {
      const values = { ...changes, row_version: row['row_version'] };
      await update({ resource: resource.name, id: row.id, values, successNotification: false, errorNotification: false });
      toasts.success(`${counted(count, 'field')} restored`);
      onClose();
    } catch (error) {
      const { errors, message } = refusalOf(error);
      toasts.error(errors.length ? errors.map((wrong) => wrong.message).join('. ') : message);
    } finally {
      setSaving(false);
    }
  }

  return (
    <Modal
      open
      width={760}
      title="Versions"
      okText={`Restore ${counted(count, 'field')}`}
      okButtonProps={{ loading: saving, disabled: !mayRestore }}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      <div className="p-versions-choice">
        <Choice label="Version" entries={entries} value={one} onChange={setOne} />
        <Choice label="Compared with" entries={entries} value={other} onChange={setOther} />
        <label>
          <input type="checkbox" checked={whole} onChange={({ target }) => setWhole(target.checked)} /> All fields
        </label>
      </div>
      {fields.length ? (
        <table className="p-mini p-versions">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">{nameOf(entries, one)}</th>
              <th scope="col">{nameOf(entries, other)}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((name) => (
              <tr key={name} data-changed={isAlike(then[name], against[name]) ? undefined : true}>
                <th scope="row">{titleOf(resource, name)}</th>
                <td>{wordsOf(resource, name, then)}</td>
                <td>{wordsOf(resource, name, against)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="p-quiet">Both versions are the same.</p>
      )}
    </Modal>
  );
}

const wordsOf = (resource: AnyResource, name: string, version: AnyRow): string => textOf(resource, name, version);
const nameOf = (entries: readonly Entry[], at: number): string => (at === 0 ? 'Now' : fullTime(entries[at]?.created_at));

function Choice(props: { label: string; entries: readonly Entry[]; value: number; onChange: (at: number) => void }): ReactNode {
  return (
    <label>
      {props.label}{' '}
      <select value={props.value} onChange={({ target }) => props.onChange(Number(target.value))}>
        {props.entries.map((entry, at) => (
          <option key={entry.id} value={at}>
            {nameOf(props.entries, at)}, {entry.modifiedBy.name}
          </option>
        ))}
      </select>
    </label>
  );
}
