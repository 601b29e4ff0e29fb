import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { shortTime } from '../../ui/dates';
import { textOf, type AnyRow } from '../kind-looks';
import type { Conflict } from './use-record-form';
import './form.css';

/** Somebody else saved first: both versions of what this form changes, side by side, and the choice. */
export function ConflictDialog(props: {
  resource: AnyResource;
  conflict: Conflict;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}): ReactNode {
  const { resource, conflict } = props;
  const mine = conflict.changes as AnyRow;
  const theirs = conflict.current as unknown as AnyRow;
  const who = theirs._labels?.['updated_by'] ?? 'Somebody else';
  return (
    <Modal
      open
      title="This record was changed meanwhile"
      onCancel={props.onClose}
      width={600}
      footer={[
        <Button key="theirs" onClick={props.onTheirs}>
          Take the saved version
        </Button>,
        <Button key="mine" type="primary" onClick={props.onMine}>
          Save mine over it
        </Button>,
      ]}
    >
      <p>
        {who} saved it {shortTime(theirs['updated_at'])}. Nothing of yours is lost: choose which version stays. Fields that you
        did not change stay as saved.
      </p>
      <table className="p-versions">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Saved</th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(conflict.changes).map((name) => (
            <tr key={name}>
              <th scope="row">{titleOf(resource, name)}</th>
              <td>{textOf(resource, name, mine)}</td>
              <td>{textOf(resource, name, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
