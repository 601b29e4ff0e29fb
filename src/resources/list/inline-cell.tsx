import { useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import type { AnyResource } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { fieldsOf } from '../../schemas/kit/when';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import { columnTitle, type AnyRow } from '../kind-looks';
import { onDemand } from '../../ui/dialogs/on-demand';
import './list-tools.css';

const InlineEditor = onDemand('inline-editor', () => import('./inline-editor'), <div className="p-inline-form" />);

/** The control of a cell's editor; `text` is what the cell shows of the value. */
export type InlineInput = (control: {
  readonly id: string;
  readonly value: unknown;
  readonly label: string | undefined;
  readonly onChange: (value: unknown, text: string | undefined) => void;
}) => ReactNode;

/** Whether a field can be edited in its cell: a single value on which nothing depends. */
export function isQuick(resource: AnyResource, name: string): boolean {
  if (!kindAt(resource, name).kind.inline) return false;
  if (name.startsWith('custom.')) return name in resource.fields.properties && !resource.locked?.includes(name);
  if (resource.states?.field === name || !writableFields(resource).includes(name) || resource.virtual?.includes(name))
    return false;
  if (resource.fixed?.includes(name) || resource.locked?.includes(name) || resource.secret?.includes(name)) return false;
  return !(resource.when ?? []).some((rule) => 'if' in rule && !rule.within && fieldsOf(rule.if).includes(name));
}

/** A cell with a pencil, shown on hover and focus. */
export function InlineCell({
  resource,
  name,
  row,
  input,
  children,
}: {
  resource: AnyResource;
  name: string;
  row: AnyRow & { id: string | number };
  /** Instead of the control of the field's kind. */
  input?: InlineInput | undefined;
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
            <InlineEditor resource={resource} name={name} row={row} input={input} onClose={() => setAnchor(null)} />
          </Popover>
        </span>
      ) : null}
    </span>
  );
}
