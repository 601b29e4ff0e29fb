import { ActiveTag } from '../../ui/marks/tag';
import { Icon } from '../../ui/marks/icon';
import { isEmpty } from '../kind';
import type { BrowserPart } from '../kind-parts';
import { kind } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at }) => {
    if (isEmpty(value)) return '–';
    const text = kind.text(value, at);
    if (at.name === 'status') return <ActiveTag active={text === 'Active'} />;
    return text === 'Yes' ? (
      <span className="p-yes">
        <Icon name="check" size={14} /> Yes
      </span>
    ) : (
      <span className="p-quiet">No</span>
    );
  },
};
