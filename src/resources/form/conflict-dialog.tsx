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

/** Somebody else saved first: both versions of what this form changes, side by side, and a choice for each field. */
export function ConflictDialog(props: {
  resource: AnyResource;
  conflict: Conflict;
  /** Saves over theirs what was chosen to stay mine. */
  onMine: (names: readonly string[]) => void;
  onTheirs: () => void;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const { resource, conflict } = props;
  const names = Object.keys(conflict.changes);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const saved = conflict.current;
  const who = saved._labels?.['updated_by'] ?? 'Somebody else';
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
      title="This record was changed meanwhile"
      onCancel={props.onClose}
      width={640}
      footer={[
        <Button key="theirs" onClick={props.onTheirs}>
          Take the saved version
        </Button>,
        <Button key="mine" type="primary" disabled={!mine.length} onClick={() => props.onMine(mine)}>
          {theirs.size ? 'Save what is chosen' : 'Save mine over it'}
        </Button>,
      ]}
    >
      <p>
        {who} saved it {shortTime(saved['updated_at'])}. Nothing of yours is lost: choose for each field which version stays.
        Fields that you did not change stay as saved.
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

/** What this form holds has no label from the server: references are named by their look-up. */
function Mine({ resource, name, row }: { resource: AnyResource; name: string; row: AnyRow }): ReactNode {
  const { kind, at } = kindAt(resource, name);
  const to = kind.refers ? targetOf(at)?.to : undefined;
  const ids = to ? [row[name] ?? []].flat().map(String) : [];
  const texts = useReferenceTexts(to, ids);
  const labels = ids.map((id) => texts.get(id) ?? id);
  return textOf(
    resource,
    name,
    to ? { ...row, _labels: { [name]: kind.refers === 'several' ? labels : (labels[0] ?? '') } } : row,
  );
}
