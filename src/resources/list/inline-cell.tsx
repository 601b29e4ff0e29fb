import { use, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import type { AnyResource } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { fieldsOf } from '../../schemas/kit/when';
import { Icon } from '../../ui/marks/icon';
import { columnTitle, type AnyRow } from '../kind-looks';
import { OpenInline, type InlineInput } from './inline-host';
import './list-tools.css';

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
  const open = use(OpenInline);
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
        onClick={({ currentTarget }) => open({ resource, name, row, input, anchor: currentTarget })}
      >
        <Icon name="edit" size={12} />
      </button>
    </span>
  );
}
