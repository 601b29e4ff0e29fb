import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { shortTime } from '../../ui/time/dates';
import { textOf, type AnyRow } from '../kind-looks';
import { useReferenceTexts } from '../list/use-reference-texts';
import type { Conflict } from './use-record-form';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import './form.css';

/** Shown when someone else saved first: both versions of the fields that this form changes, with a choice for each field. */
export function ConflictDialog(props: {
  resource: AnyResource;
  conflict: Conflict;
  /** Saves the chosen own values over the other version. */
  onMine: (names: readonly string[]) => void;
  onTheirs: () => void;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const { resource, conflict } = props;
  const names = Object.keys(conflict.changes);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const saved = conflict.current;
  const who = saved._labels?.['updated_by'] ?? 'Someone else';
  const mine = names.filter((name) => !theirs.has(name));
  const choose = (name: string, other: boolean): void =>
    setTheirs((now) => new Set(other ? [...now, name] : [...now].filter((one) => one !== name)));
  const side = (name: string, other: boolean, cell: ReactNode): ReactNode => (
    <td>
      <label className="p-version">
        <input
          type="radio"
          name={`version-${name}`}
          checked={theirs.has(name) === other}
          aria-label={`${titleOf(resource, name)}: ${other ? 'saved' : 'yours'}`}
          onChange={() => choose(name, other)}
        />
        <span>{cell}</span>
      </label>
    </td>
  );
  return (
    <Modal
      open
      title="Someone else has changed this record"
      onCancel={props.onClose}
      width={640}
      footer={[
        <Button key="theirs" onClick={props.onTheirs}>
          Keep the saved version
        </Button>,
        <Button key="mine" type="primary" disabled={!mine.length} onClick={() => props.onMine(mine)}>
          {theirs.size ? 'Save chosen values' : 'Overwrite with mine'}
        </Button>,
      ]}
    >
      <p>
        {who} saved this record {shortTime(saved['updated_at'])}. Your changes are not lost: choose which version to keep for each
        field. Fields that you did not change keep the saved value.
      </p>
      <div className="p-versions-box">
        <table className="p-versions">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{titleOf(resource, name)}</th>
                {side(name, false, <Mine resource={resource} name={name} row={conflict.changes} />)}
                {side(name, true, textOf(resource, name, saved))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

/** The server has sent no labels for the form's values, so references get their names from a look-up. */
function Mine({ resource, name, row }: { resource: AnyResource; name: string; row: AnyRow }): ReactNode {
  const { kind, at } = kindAt(resource, name);
  const to = kind.refers ? (kind.leadsTo?.(at, row) ?? targetOf(at)?.to) : undefined;
  const ids = to ? [row[name] ?? []].flat().map(String) : [];
  const texts = useReferenceTexts(to, ids);
  const labels = ids.map((id) => texts.get(id) ?? id);
  return textOf(
    resource,
    name,
    to ? { ...row, _labels: { [name]: kind.refers === 'several' ? labels : (labels[0] ?? '') } } : row,
  );
}
