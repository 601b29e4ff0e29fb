import { useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import type { AnyResource } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import { columnTitle, type AnyRow } from '../kind-looks';
import { onDemand } from '../../ui/dialogs/on-demand';
import './list-tools.css';

const InlineEditor = onDemand('inline-editor', () => import('./inline-editor'), <div className="p-inline-form" />);

/** Whether a field can be edited in its cell: a single value on which nothing depends. */
export function isQuick(resource: AnyResource, name: string): boolean {
  if (!kindAt(resource, name).kind.inline || name.startsWith('custom.')) return false;
  if (!writableFields(resource).includes(name) || resource.virtual?.includes(name)) return false;
  if (resource.fixed?.includes(name) || resource.locked?.includes(name) || resource.secret?.includes(name)) return false;
  return !(resource.when ?? []).some((rule) => 'if' in rule && rule.if.field === name);
}

/** A cell with a pencil, shown on hover and focus. */
export function InlineCell({
  resource,
  name,
  row,
  children,
}: {
  resource: AnyResource;
  name: string;
  row: AnyRow & { id: string | number };
  children: ReactNode;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = columnTitle(resource, name);
  return (
    <span className="p-inline">
      <span className="p-cut">{children}</span>
      <button
        type="button"
        className="p-inline-edit"
        aria-label={`Change ${title}`}
        title={`Change ${title}`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="edit" size={12} />
      </button>
      {anchor ? (
        // A click in the panel is not a click on the row behind it.
        <span role="presentation" onClick={(event) => event.stopPropagation()}>
          <Popover anchor={anchor} label={`Change ${title}`} onClose={() => setAnchor(null)}>
            <InlineEditor resource={resource} name={name} row={row} onClose={() => setAnchor(null)} />
          </Popover>
        </span>
      ) : null}
    </span>
  );
}
