import { Popover } from 'antd';
import type { ReactNode } from 'react';
import type { FieldChange } from '../../schemas/calls/lead-page';
import { Icon } from '../../ui/marks/icon';
import { Changes } from './field-history';

/** The history of a field next to its value, which can itself be a link or a button. */
export default function HistoryMark({ label, changes }: { label: string; changes: readonly FieldChange[] }): ReactNode {
  return (
    <Popover trigger={['hover', 'focus']} placement="bottomRight" content={<Changes label={label} changes={changes} />}>
      <button type="button" className="p-icon-button lp-history-mark" aria-label={`History of ${label}`}>
        <Icon name="history" size={12} />
      </button>
    </Popover>
  );
}
