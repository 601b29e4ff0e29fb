import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { paletteKey } from '../../providers/screens/search-palette';
import { keysNow } from '../../ui/actions/use-keys';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import './palette.css';

const names: Readonly<Record<string, string>> = { ' ': 'Space', ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' };

/** The keys that work on this page, then those of every page. */
export default function KeyList({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const [keys] = useState(keysByTitle);
  return (
    <Modal open title="Keys of this page" footer={null} width={420} onCancel={onClose}>
      <dl className="p-key-list">
        {keys.map(([title, of]) => (
          <div key={title}>
            <dt>
              {of.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

/** Keys that do the same are in one line; '?' and the search come last. */
function keysByTitle(): [title: string, keys: string[]][] {
  const lines = new Map<string, string[]>();
  const now = keysNow().sort((one, other) => Number(one.key === '?') - Number(other.key === '?'));
  for (const { key, title } of [...now, { key: paletteKey(), title: 'Search screens, leads and actions' }])
    lines.set(title, [...(lines.get(title) ?? []), names[key] ?? key]);
  return [...lines];
}
