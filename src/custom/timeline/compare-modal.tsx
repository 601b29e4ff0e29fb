import { Modal, Switch } from 'antd';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useReferencePath } from '../../resources/use-reference-path';
import { Icon, type IconName } from '../../ui/marks/icon';
import { fullTime } from '../../ui/time/dates';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { compareData, type Difference } from './compare-data';
import { dataText, keyText, tableText } from './data-text';
import { LongText } from './long-text';
import type { Entry } from './timeline-entry';

const legend: readonly { readonly difference: Difference; readonly label: string; readonly icon: IconName }[] = [
  { difference: 'added', label: 'Added', icon: 'plus' },
  { difference: 'modified', label: 'Modified', icon: 'edit' },
  { difference: 'removed', label: 'Removed', icon: 'close' },
];

/** The rows that the window shows at first; the others are rendered once it is open. */
const firstRows = 24;

/** Both states of one change side by side, with the colours of the legend. */
export function CompareModal({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactNode {
  const [changedOnly, setChangedOnly] = useState(false);
  const rows = compareData(entry.oldData, entry.newData);
  const shown = changedOnly ? rows.filter(({ difference }) => difference !== 'same') : rows;
  useFocusBack();
  const stands = useStands();
  const path = useReferencePath(entry.tableAffected.replaceAll('_', '-'), entry.record_id);
  return (
    <Modal open width={860} title="Comparison of Old and New details" footer={null} onCancel={onClose}>
      <p className="p-quiet">
        {tableText(entry)} · {entry.record_id} · by {entry.modifiedBy.name} · {fullTime(entry.updated_at)}
        {path ? (
          <>
            {' · '}
            <Link to={path} onClick={onClose}>
              Open record
            </Link>
          </>
        ) : null}
      </p>
      <div className="p-compare-legend">
        {legend.map(({ difference, label, icon }) => (
          <span key={difference} className={`p-compare-${difference}`}>
            <Icon name={icon} size={14} /> {label} {rows.filter((row) => row.difference === difference).length}
          </span>
        ))}
        <label className="p-compare-only">
          <Switch size="small" checked={changedOnly} onChange={setChangedOnly} /> Changed fields only
        </label>
      </div>
      <div className="p-compare-scroll" tabIndex={0} role="region" aria-label="Fields">
        <table className="p-compare">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Old Data</th>
              <th scope="col">New Data</th>
            </tr>
          </thead>
          <tbody>
            {(stands ? shown : shown.slice(0, firstRows)).map((row) => (
              <tr key={row.key} data-difference={row.difference}>
                <th scope="row">{keyText(row.key)}</th>
                <Side difference={row.difference} side="removed" value={row.old} />
                <Side difference={row.difference} side="added" value={row.new} />
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length ? null : <p className="p-quiet">No field was changed.</p>}
      </div>
    </Modal>
  );
}

/** False until the first rendering is on screen. */
function useStands(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => startTransition(() => setStands(true)))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return stands;
}

/** One cell; `side` is the kind of difference that colours it in addition to 'modified'. */
function Side({ difference, side, value }: { difference: Difference; side: Difference; value: unknown }): ReactNode {
  const marked = difference === 'modified' || difference === side;
  const icon = legend.find((one) => one.difference === difference)?.icon;
  return (
    <td className={marked ? `p-compare-${difference}` : undefined}>
      {marked && icon && (difference !== 'modified' || side === 'added') ? <Icon name={icon} size={14} /> : null}
      <span>
        <LongText>{dataText(value)}</LongText>
      </span>
    </td>
  );
}
