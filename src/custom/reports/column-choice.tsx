import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ShownColumn } from '../../schemas/kit/report';
import { Popover } from '../../ui/dialogs/popover';
import { Icon } from '../../ui/marks/icon';
import { isShown } from '../../schemas/kit/report-view';

/** Which columns of a report are there; one always is. */
export function ColumnChoice({
  columns,
  flipped,
  onChange,
}: {
  columns: readonly ShownColumn[];
  flipped: readonly string[];
  onChange: (flipped: readonly string[]) => void;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = columns.filter((column) => isShown(column, flipped));
  const flip = (key: string): void => onChange(flipped.includes(key) ? flipped.filter((one) => one !== key) : [...flipped, key]);
  const groups = [...new Set(columns.map(({ over }) => over ?? ''))];
  return (
    <>
      <button
        type="button"
        className="p-chip"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((now) => (now ? null : currentTarget))}
      >
        <Icon name="columns" size={14} /> Columns{' '}
        {shown.length < columns.length ? (
          <b>
            {shown.length} of {columns.length}
          </b>
        ) : null}
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="Columns" onClose={() => setAnchor(null)}>
          <div className="rp-columns">
            {groups.map((group) => (
              <fieldset key={group}>
                {group ? <legend>{group}</legend> : null}
                {columns
                  .filter(({ over = '' }) => over === group)
                  .map((column) => (
                    <Checkbox
                      key={column.key}
                      checked={shown.includes(column)}
                      disabled={shown.length === 1 && shown.includes(column)}
                      onChange={() => flip(column.key)}
                    >
                      {column.title}
                    </Checkbox>
                  ))}
              </fieldset>
            ))}
            {flipped.length ? (
              <button type="button" className="p-link" onClick={() => onChange([])}>
                Reset columns
              </button>
            ) : null}
          </div>
        </Popover>
      ) : null}
    </>
  );
}
