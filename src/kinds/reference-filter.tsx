import type { ReactNode } from 'react';
import { ReferenceSelect } from '../ui/fields/reference-select';
import type { FilterProps } from './kind-parts';
import { targetOf } from './kind-target';

/** Several records of the resource that the field leads to. */
export function referenceFilter({ at, values, onChange, title }: FilterProps): ReactNode {
  const target = targetOf(at);
  if (!target) return null;
  return (
    <ReferenceSelect
      aria-label={title}
      resource={target.to}
      multiple
      value={values}
      onChange={(next) => onChange([next ?? []].flat().map(String))}
    />
  );
}
