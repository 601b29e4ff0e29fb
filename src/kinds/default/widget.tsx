import type { ReactNode } from 'react';
import { fieldOf } from '../../schemas/kit/custom-fields';
import type { CustomFieldSpec } from '../../schemas/kit/custom-values';
import type { WidgetProps } from '../halves';

/** Edited with the control of the field that is being described. */
export function widget({ inner: Inner, ...props }: WidgetProps): ReactNode {
  const { at, record } = props;
  if (!Inner || typeof record['type'] !== 'string' || record['type'] === 'file')
    return <p className="p-help">A file has no default.</p>;
  const { default: _, ...field } = fieldOf(record as unknown as CustomFieldSpec);
  const resource = { ...at.resource, ui: { ...at.resource.ui, [at.name]: {} } };
  return <Inner {...props} key={record['type']} at={{ ...at, resource, field }} />;
}
