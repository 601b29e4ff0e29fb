import type { ReactNode } from 'react';
import { fieldOf } from '../../schemas/kit/custom-fields';
import { customTypes, type CustomFieldSpec } from '../../schemas/kit/custom-values';
import { isOneOf } from '../../schemas/kit/is-one-of';
import type { AnyRow } from '../../schemas/kit/resource';
import type { WidgetProps } from '../kind-parts';

/** Edited with the control of the field that is being described. */
export function widget({ inner: Inner, ...props }: WidgetProps): ReactNode {
  const { at, record } = props;
  const spec = specIn(record);
  if (!Inner || !spec || spec.type === 'file') return <p className="p-help">A file has no default.</p>;
  const { default: _, ...field } = fieldOf(spec);
  const resource = { ...at.resource, ui: { ...at.resource.ui, [at.name]: {} } };
  return <Inner {...props} key={spec.type} at={{ ...at, resource, field }} />;
}

/** The description of that field in the form so far. */
function specIn({ key, label, type, options, min, max }: Readonly<AnyRow>): CustomFieldSpec | undefined {
  if (!isOneOf(customTypes, type)) return undefined;
  return {
    key: String(key ?? ''),
    label: String(label ?? ''),
    type,
    options: Array.isArray(options) ? options.map(String) : null,
    min: typeof min === 'number' ? min : null,
    max: typeof max === 'number' ? max : null,
  };
}
