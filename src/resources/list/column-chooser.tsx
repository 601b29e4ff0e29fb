import { useState, type ReactNode } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import { columnTitle } from '../kind-looks';
import './list-tools.css';
import type { ListColumns } from './use-list-columns';

/** Selects and orders the columns, by dragging or with arrow buttons. The first one names the record and is fixed. */
export function ColumnChooser({ resource, columns }: { resource: AnyResource; columns: ListColumns }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dragged, setDragged] = useState<string>();
  const { names, offered } = columns;
  const rest = offered.filter((name) => !names.includes(name));
  const toggle = (name: string): void =>
    columns.choose(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  const place = (name: string, at: number): void => {
    if (at < 1 || at >= names.length) return;
    const others = names.filter((one) => one !== name);
    columns.choose([...others.slice(0, at), name, ...others.slice(at)]);
  };
  return (
    <>
      <button
        type="button"
        className="p-icon-button p-framed"
        aria-label="Columns"
        title="Columns"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor((now) => (now ? null : currentTarget))}
      >
        <Icon name="columns" />
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="Columns" onClose={() => setAnchor(null)}>
          <div className="p-columns">
            <ul>
              {[...names, ...rest].map((name) => {
                const at = names.indexOf(name);
                const title = columnTitle(resource, name);
                return (
                  <li
                    key={name}
                    draggable={at > 0}
                    className={dragged === name ? 'p-dragged' : undefined}
                    onDragStart={() => setDragged(name)}
                    onDragEnd={() => setDragged(undefined)}
                    onDragOver={(event) => at > 0 && event.preventDefault()}
                    onDrop={() => dragged && place(dragged, at)}
                  >
                    <label>
                      <input type="checkbox" checked={at >= 0} disabled={at === 0} onChange={() => toggle(name)} /> {title}
                    </label>
                    {at > 0 ? (
                      <span className="p-column-moves">
                        <button
                          type="button"
                          aria-label={`Move ${title} up`}
                          disabled={at === 1}
                          onClick={() => place(name, at - 1)}
                        >
                          <Icon name="up" size={14} />
                        </button>
                        <button
                          type="button"
                          aria-label={`Move ${title} down`}
                          disabled={at === names.length - 1}
                          onClick={() => place(name, at + 1)}
                        >
                          <Icon name="down" size={14} />
                        </button>
                      </span>
                    ) : null}
                  </li>
                );
              })}
            </ul>
            <button type="button" className="p-link" disabled={!columns.chosen} onClick={() => columns.choose(null)}>
              Reset to default
            </button>
          </div>
        </Popover>
      ) : null}
    </>
  );
}
